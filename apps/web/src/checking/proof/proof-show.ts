/**
 * R34: the show of a draw from its proof alone, years later and offline. What a proof does not say, the style and the
 * title, it cannot be asked for; everything that moves comes from the freeze hash, which it has (R35).
 */
import type { DrawPlan, LiveResult, ResultRow } from '@glassdrum/contract';
import type { DrawProof, ProofRow } from '@glassdrum/fair-draw';

export interface ProofShow {
  plan: DrawPlan;
  result: LiveResult;
}

const SECOND_MS = 1000;

/** @param proof of the right shape; whether it is true is the check's affair */
export function proofShow(proof: DrawProof): ProofShow {
  const { freeze, close } = proof;
  return {
    plan: {
      draw_id: proof.draw_id,
      // There is nobody to ask for more.
      raffle_id: '',
      stage: proof.open.stage,
      t0: freeze.show_at * SECOND_MS,
      // A proof does not say who started the draw.
      scheduled_at: null,
      late: false,
      animation_style: 'classic',
      total_entries: proof.entries.length,
      without_tickets: proof.entries.flatMap((entry, index) =>
        entry[2].some((weight) => weight > 0) ? [] : [index + 1],
      ),
      // What counts in the first pool; the show asks for no other.
      ticket_total: close.pool_totals[0] ?? 0,
      winners: proof.winners.length,
      alternates: proof.alternates.length,
      // A proof does not say in which order prizes were shown.
      reveal_order: 'grand_last',
      assurance: proof.assurance,
      seed_commit_hash: proof.seed_commit_hash,
      open_hash: proof.open_hash,
      close_hash: proof.close_hash,
      freeze_hash: proof.freeze_hash,
      freeze_record: { text: '', key_id: '', signature: '' },
      records: { open: proof.open, close, freeze, plan: proof.plan, rules: proof.rules },
      beacon: {
        ...freeze.beacon,
        due_at: freeze.beacon.kind === 'drand' ? freeze.draw_at * SECOND_MS : null,
      },
      frozen_at: freeze.frozen_at,
      draw_at: freeze.draw_at,
      // A proof's own checks tell more about witnesses and devices than a show does.
      sealing: {
        known: 0,
        quorum: 0,
        cosigned: [],
        done: true,
        checkpoint: proof.log?.freeze_checkpoint ?? null,
        index: proof.log?.records[2]?.index ?? 0,
        path: proof.log?.freeze_path ?? null,
      },
      audience: {
        count: proof.audience?.length ?? 0,
        devices: proof.entries.filter(([, , , , , device]) => device !== '-').length,
        final: true,
      },
      voided: null,
      seed_reveal: proof.seed_reveal,
      beacon_value: proof.beacon.value ?? '-',
      beacon_signature: proof.beacon.signature ?? null,
      beacon_text: proof.beacon.text ?? null,
      beacon_at: freeze.draw_at * SECOND_MS,
    },
    result: { winners: proof.winners.map(rowOf), alternates: proof.alternates.map(rowOf) },
  };
}

function rowOf({ prize, position, display_name, entry_number, selection_index }: ProofRow): ResultRow {
  return { id: selection_index, prize, position, display_name, entry_number, selection_index };
}
