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
  const { kind } = freeze.beacon;
  return {
    plan: {
      draw_id: proof.draw_id,
      // There is nobody to ask for more.
      raffle_id: '',
      t0: freeze.frozen_at * SECOND_MS,
      // A proof does not say who started the draw.
      scheduled_at: null,
      late: false,
      animation_style: 'classic',
      total_entries: proof.entries.length,
      ticket_total: close.ticket_total,
      winners: freeze.winners,
      alternates: freeze.alternates,
      assurance: proof.assurance,
      seed_commit_hash: proof.seed_commit_hash,
      open_hash: proof.open_hash,
      close_hash: proof.close_hash,
      freeze_hash: proof.freeze_hash,
      freeze_code: proof.freeze_hash.slice(0, 8),
      freeze_record: { text: '', key_id: '', signature: '' },
      beacon: {
        // Without a public beacon there is no round to name.
        kind: kind === 'drand' ? 'drand' : 'none',
        chain_hash: freeze.beacon.chain_hash,
        round: freeze.beacon.round,
        due_at: freeze.draw_at * SECOND_MS,
      },
      frozen_at: freeze.frozen_at,
      draw_at: freeze.draw_at,
      seed_reveal: proof.seed_reveal,
      beacon_value: proof.beacon.value ?? '-',
      beacon_signature: proof.beacon.signature ?? null,
      beacon_at: freeze.draw_at * SECOND_MS,
    },
    result: { winners: proof.winners.map(rowOf), alternates: proof.alternates.map(rowOf) },
  };
}

function rowOf({ position, display_name, entry_number, selection_index }: ProofRow): ResultRow {
  return { id: selection_index, position, display_name, entry_number, selection_index };
}
