/** Rows of a draw in the words of the contract. */
import type {
  DrawPlan,
  DrawStanding,
  LiveResult,
  PublicRecord,
  ResultRow,
  ResultsAnswer,
} from '@glassdrum/contract';
import { ALGORITHM, clientSeed, type DrawProof, freezeCode } from '@glassdrum/fair-draw';
import { isLate } from '@glassdrum/raffle-rules';
import type { DrawRow } from './queries.ts';
import { withStates } from './standing.ts';

/** What is not stored yet is null: the server stores nothing before it is due. */
export function presentPlan(draw: DrawRow, record: PublicRecord, seedCommitHash: string): DrawPlan {
  return {
    draw_id: draw.id,
    raffle_id: draw.raffle_id,
    t0: draw.t0,
    scheduled_at: draw.scheduled_at,
    late: isLate({ scheduledAt: draw.scheduled_at, t0: draw.t0 }),
    animation_style: draw.animation_style,
    total_entries: draw.entry_count,
    ticket_total: draw.ticket_total,
    winners: draw.winners,
    alternates: draw.alternates,
    assurance: draw.assurance,
    seed_commit_hash: seedCommitHash,
    open_hash: draw.open_hash,
    close_hash: draw.close_hash,
    freeze_hash: draw.freeze_hash,
    freeze_code: freezeCode(draw.freeze_hash),
    freeze_record: { text: record.text, key_id: record.key_id, signature: record.signature },
    beacon: {
      kind: draw.beacon_kind,
      chain_hash: draw.chain_hash,
      round: draw.round ?? '-',
      due_at: draw.round_at_s === null ? null : draw.round_at_s * 1000,
    },
    frozen_at: draw.frozen_at_s,
    draw_at: draw.draw_at_s,
    seed_reveal: draw.seed_reveal,
    beacon_value: draw.beacon_value,
    beacon_signature: draw.beacon_signature,
    beacon_at: draw.beacon_at,
  };
}

export function presentRow(row: {
  role: 'winner' | 'alternate';
  position: number;
  entry_number: number;
  selection_index: string;
  display_name: string | null;
}): ResultRow {
  const { role, position, display_name, entry_number, selection_index } = row;
  return { id: `${role}-${position}`, position, display_name, entry_number, selection_index };
}

export function presentResults(parts: {
  draw: DrawRow;
  plan: DrawPlan;
  rows: LiveResult;
  standing: DrawStanding;
  raffle: { title: string; description: string };
}): ResultsAnswer {
  const { draw, plan, rows, standing, raffle } = parts;
  const { seed_reveal, combined_seed, beacon_value } = draw;
  if (seed_reveal === null || combined_seed === null || beacon_value === null) {
    throw new Error('A draw with a result has its seeds.');
  }
  return {
    draw_id: draw.id,
    raffle_id: draw.raffle_id,
    title: raffle.title,
    description: raffle.description,
    ...withStates(rows, standing),
    ...standing,
    total_entries: draw.entry_count,
    ticket_total: draw.ticket_total,
    animation_style: draw.animation_style,
    assurance: draw.assurance,
    algorithm: ALGORITHM,
    drawn_at: drawnAt(draw),
    scheduled_at: plan.scheduled_at,
    late: plan.late,
    freeze_code: plan.freeze_code,
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

/** R36: the draw-proof/1 document with the seeds' summary beside it; one file serves every verifier. */
export function proofFile(draw: Pick<DrawRow, 'raffle_id' | 'draw_at_s'>, proof: DrawProof): string {
  const { seed_commit_hash, seed_reveal, client_seed, combined_seed } = proof;
  return JSON.stringify({
    ...proof,
    raffle_id: draw.raffle_id,
    timestamp: drawnAt(draw),
    proof: { seed_commit_hash, seed_reveal, client_seed, combined_seed },
  });
}
