/** Draws in the contract's form. */
import type {
  AudienceCount,
  DrawPlan,
  PrizeStatus,
  LiveResult,
  PublicRecord,
  ResultRow,
  ResultsAnswer,
  Sealing,
} from '@glassdrum/contract';
import { ALGORITHM, clientSeed, type DrawProof } from '@glassdrum/fair-draw';
import { isLate } from '@glassdrum/raffle-rules';
import { type OpeningRow, planOf, rulesOf } from './openings.ts';
import type { DrawRow } from './draw-rows.ts';
import { withStates } from './results/prize-status.ts';

/** What belongs to a draw besides its row. */
export interface DrawContext {
  opening: OpeningRow;
  /** Public id of the raffle; null for a draw of version 1. */
  seriesId: string | null;
  /** The freeze record. */
  record: PublicRecord;
  sealing: Sealing;
  audience: AudienceCount;
  /** Numbers of the frozen list that hold no ticket. */
  withoutTickets: number[];
  revealOrder: DrawPlan['reveal_order'];
}

/** What is not stored yet is null: the server stores nothing before it is due. */
export function presentPlan(draw: DrawRow, context: DrawContext): DrawPlan {
  const { opening, record, sealing, audience, withoutTickets } = context;
  return {
    draw_id: draw.id,
    raffle_id: draw.raffle_id,
    stage: draw.stage,
    t0: draw.t0,
    scheduled_at: draw.scheduled_at,
    late: isDrawLate(draw),
    animation_style: draw.animation_style,
    total_entries: draw.entry_count,
    without_tickets: withoutTickets,
    ticket_total: draw.ticket_total,
    winners: draw.winners,
    alternates: draw.alternates,
    reveal_order: context.revealOrder,
    assurance: draw.assurance,
    seed_commit_hash: opening.seed_commit_hash,
    open_hash: draw.open_hash,
    close_hash: draw.close_hash,
    freeze_hash: draw.freeze_hash,
    freeze_record: { text: record.text, key_id: record.key_id, signature: record.signature },
    records: presentRecords(draw, context),
    beacon: {
      kind: draw.beacon_kind,
      chain_hash: draw.chain_hash,
      round: draw.round ?? '-',
      due_at: draw.round_at_s === null ? null : draw.round_at_s * 1000,
    },
    frozen_at: draw.frozen_at_s,
    draw_at: draw.draw_at_s,
    sealing,
    audience,
    voided: voidedOf(draw),
    seed_reveal: draw.seed_reveal,
    beacon_value: draw.beacon_value,
    beacon_signature: draw.beacon_signature,
    beacon_text: draw.beacon_text,
    beacon_at: draw.beacon_at,
  };
}

/** The three records in the proof's form; null for a draw of version 1. */
function presentRecords(draw: DrawRow, { opening, seriesId }: DrawContext): DrawPlan['records'] {
  const open = presentOpenFields(opening, seriesId);
  if (open === null || draw.protocol !== 2) return null;
  return {
    open,
    close: {
      plan_hash: opening.plan_hash,
      holders_hash: opening.holders_hash ?? '-',
      entries_root: draw.entries_root,
      entry_count: draw.entry_count,
      pool_totals: (opening.pool_totals ?? '').split(',').map(Number),
      closed_at: draw.closed_at_s,
    },
    freeze: {
      contributions_hash: draw.contributions_hash ?? '-',
      beacon: {
        kind: draw.beacon_kind,
        chain_hash: draw.chain_hash,
        round: draw.round ?? '-',
      },
      frozen_at: draw.frozen_at_s,
      show_at: draw.show_at_s,
      draw_at: draw.draw_at_s,
    },
    plan: presentPrizePlan(opening),
    rules: rulesOf(opening),
  };
}

/** Null for an opening of version 1. */
export function presentOpenFields(
  opening: OpeningRow,
  seriesId: string | null,
): NonNullable<DrawPlan['records']>['open'] | null {
  if (seriesId === null || opening.protocol !== 2) return null;
  return {
    host_id: opening.host_id,
    host_seq: opening.host_seq,
    previous: opening.previous_open_hash ?? '-',
    series_id: seriesId,
    stage: opening.stage,
    plan_hash: opening.opening_plan_hash,
    rules_hash: opening.rules_hash,
    opened_at: opening.opened_at_s,
  };
}

/** The plan as it is now, in the proof's form. */
export function presentPrizePlan(opening: OpeningRow): NonNullable<DrawPlan['records']>['plan'] {
  const plan = planOf(opening);
  return {
    policy: plan.policy,
    earlier_winners: plan.earlierWinners,
    pools: plan.pools,
    prizes: plan.prizes.map(({ quantity, alternates, pool, claimWindow, name }) => ({
      quantity,
      alternates,
      pool,
      claim_window: claimWindow ?? '-',
      name: name ?? '-',
    })),
  };
}

export function voidedOf(row: Pick<DrawRow, 'voided_at' | 'void_reason'>): DrawPlan['voided'] {
  const { voided_at: at, void_reason: reason } = row;
  return at === null ? null : { at, reason: reason ?? '' };
}

/** R15: measured at its close; what devices and witnesses take after that is part of the draw. */
function isDrawLate(draw: DrawRow): boolean {
  return isLate({ scheduledAt: draw.scheduled_at, startedAt: draw.closed_at_s * 1000 });
}

export function presentRow(row: {
  role: 'winner' | 'alternate';
  prize: number;
  position: number;
  entry_number: number;
  selection_index: string;
  display_name: string | null;
}): ResultRow {
  const { role, prize, position, display_name, entry_number, selection_index } = row;
  return { id: `${role}-${prize}-${position}`, prize, position, display_name, entry_number, selection_index };
}

export function presentResults(parts: {
  draw: DrawRow;
  plan: DrawPlan;
  rows: LiveResult;
  prizeStatus: PrizeStatus;
  unsold: number;
  presence: ResultsAnswer['presence'];
  raffle: Pick<ResultsAnswer, 'title' | 'description' | 'draw' | 'policy' | 'prizes' | 'prizes_changed_at'>;
}): ResultsAnswer {
  const { draw, plan, rows, prizeStatus, unsold, presence, raffle } = parts;
  const { seed_reveal, combined_seed, beacon_value } = draw;
  if (seed_reveal === null || combined_seed === null || beacon_value === null) {
    throw new Error('A draw with a result has its seeds.');
  }
  return {
    draw_id: draw.id,
    raffle_id: draw.raffle_id,
    stage: draw.stage,
    ...raffle,
    ...withStates(rows, prizeStatus),
    ...prizeStatus,
    total_entries: draw.entry_count,
    unsold_entries: unsold,
    presence,
    ticket_total: draw.ticket_total,
    animation_style: draw.animation_style,
    assurance: draw.assurance,
    algorithm: ALGORITHM,
    drawn_at: drawnAt(draw),
    scheduled_at: plan.scheduled_at,
    late: plan.late,
    protocol: draw.protocol,
    freeze_hash: draw.freeze_hash,
    sealing: plan.sealing,
    audience: plan.audience,
    proof: {
      seed_commit_hash: plan.seed_commit_hash,
      seed_reveal,
      client_seed: clientSeed(draw.freeze_hash, beacon_value),
      combined_seed,
    },
  };
}

/** The draw's own time, as its freeze record announced it (R3). Epoch ms. */
function drawnAt(draw: Pick<DrawRow, 'draw_at_s'>): number {
  return draw.draw_at_s * 1000;
}

/** R36: the draw-proof/2 document with a summary of the seeds; one file serves every verifier. */
export function proofFile(draw: Pick<DrawRow, 'raffle_id' | 'draw_at_s'>, proof: DrawProof): string {
  const { seed_commit_hash, seed_reveal, client_seed, combined_seed } = proof;
  return JSON.stringify({
    ...proof,
    raffle_id: draw.raffle_id,
    timestamp: drawnAt(draw),
    proof: { seed_commit_hash, seed_reveal, client_seed, combined_seed },
  });
}
