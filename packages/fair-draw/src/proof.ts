/** The proof document `draw-proof/1`: its shape, its making, and what is left of it after deletion (draw protocol §7, §10). */
import { type BeaconChain, beaconRandomness, QUICKNET } from './beacon.ts';
import { closeHash, freezeHash, openHash } from './draw-records.ts';
import {
  type CommittedEntry,
  type Contribution,
  contributionsHash,
  entriesRoot,
  ticketTotal,
} from './entry-commitments.ts';
import { clientSeed, combinedSeed, roomBeaconValue, seedCommitHash } from './seeds.ts';
import { type DrawnRow, drawOrder } from './shuffle.ts';

/** What the evidence supports, strongest first. */
export type Assurance = 'beacon' | 'room' | 'participants' | 'operator';

export const ALGORITHM = 'Fisher-Yates v1.0';

export interface ProofRow {
  position: number;
  /** Null once the names were erased; then the salt is null too. */
  display_name: string | null;
  salt: string | null;
  entry_number: number;
  selection_index: string;
}

/** The JSON document, member for member. */
export interface DrawProof {
  format: 'draw-proof/1';
  algorithm: typeof ALGORITHM;
  draw_id: string;
  assurance: Assurance;
  seed_commit_hash: string;
  seed_reveal: string;
  client_seed: string;
  combined_seed: string;
  open: { host_id: string; host_seq: number; previous: string; rules_hash: string; opened_at: number };
  close: { entries_root: string; entry_count: number; ticket_total: number; closed_at: number };
  freeze: {
    contributions_hash: string;
    winners: number;
    alternates: number;
    beacon: { kind: 'drand' | 'room' | 'none'; chain_hash: string; round: number | '-' };
    frozen_at: number;
    draw_at: number;
  };
  open_hash: string;
  close_hash: string;
  freeze_hash: string;
  beacon: { value?: string; signature?: string; text?: string };
  contributions: Contribution[];
  entries: CommittedEntry[];
  winners: ProofRow[];
  alternates: ProofRow[];
}

/** Where the draw's public randomness came from, with the evidence. */
type BeaconEvidence =
  | { kind: 'drand'; chain: Pick<BeaconChain, 'chainHash'>; round: number; signature: string }
  | { kind: 'room'; text: string }
  | { kind: 'none' };

/** Everything that a draw was made of. Times are unix seconds. */
export interface ProofInput {
  drawId: string;
  hostId: string;
  hostSeq: number;
  previous: string;
  rulesHash: string;
  openedAt: number;
  seedReveal: string;
  closedAt: number;
  entries: readonly CommittedEntry[];
  contributions: readonly Contribution[];
  winners: number;
  alternates: number;
  beacon: BeaconEvidence;
  frozenAt: number;
  drawAt: number;
  /** Name and salt of an entry, or null when they were erased. */
  names: (entryNumber: number) => { displayName: string; salt: string } | null;
}

/** The strongest label that is true; only the pinned public chain counts as a beacon. */
export function honestAssurance(
  kind: 'drand' | 'room' | 'none',
  chainHash: string,
  contributions: number,
): Assurance {
  if (kind === 'drand' && chainHash === QUICKNET.chainHash) return 'beacon';
  if (kind === 'room') return 'room';
  return contributions > 0 ? 'participants' : 'operator';
}

function beaconParts(beacon: BeaconEvidence): {
  value: string;
  frozen: DrawProof['freeze']['beacon'];
  evidence: DrawProof['beacon'];
} {
  switch (beacon.kind) {
    case 'drand': {
      const value = beaconRandomness(beacon.signature);
      return {
        value,
        frozen: { kind: 'drand', chain_hash: beacon.chain.chainHash, round: beacon.round },
        evidence: { value, signature: beacon.signature },
      };
    }
    case 'room': {
      const value = roomBeaconValue(beacon.text);
      return {
        value,
        frozen: { kind: 'room', chain_hash: '-', round: '-' },
        evidence: { value, text: beacon.text },
      };
    }
    case 'none':
      return { value: '-', frozen: { kind: 'none', chain_hash: '-', round: '-' }, evidence: {} };
  }
}

/** Draws, and puts everything that anybody needs to check it into one document. */
export function buildProof(input: ProofInput): DrawProof {
  const { drawId, entries, contributions, seedReveal } = input;
  const commit = seedCommitHash(seedReveal);
  const beacon = beaconParts(input.beacon);
  const open = openHash({
    drawId,
    hostId: input.hostId,
    hostSeq: input.hostSeq,
    previous: input.previous,
    seedCommitHash: commit,
    rulesHash: input.rulesHash,
    openedAt: input.openedAt,
  });
  const root = entriesRoot(drawId, entries);
  const total = ticketTotal(entries);
  const close = closeHash({
    drawId,
    openHash: open,
    entriesRoot: root,
    entryCount: entries.length,
    ticketTotal: total,
    closedAt: input.closedAt,
  });
  const contributed = contributionsHash(drawId, contributions);
  const freeze = freezeHash({
    drawId,
    closeHash: close,
    contributionsHash: contributed,
    winners: input.winners,
    alternates: input.alternates,
    beacon: { kind: beacon.frozen.kind, chainHash: beacon.frozen.chain_hash, round: beacon.frozen.round },
    frozenAt: input.frozenAt,
    drawAt: input.drawAt,
  });
  const client = clientSeed(freeze, beacon.value);
  const combined = combinedSeed(seedReveal, client);
  const rows = drawOrder({
    combinedSeed: combined,
    tickets: entries.map(([tickets]) => tickets),
    rows: input.winners + input.alternates,
  });
  const present = (row: DrawnRow, index: number): ProofRow => {
    const person = input.names(row.entryNumber);
    return {
      position: index + 1,
      display_name: person?.displayName ?? null,
      salt: person?.salt ?? null,
      entry_number: row.entryNumber,
      selection_index: row.selectionIndex,
    };
  };
  return {
    format: 'draw-proof/1',
    algorithm: ALGORITHM,
    draw_id: drawId,
    assurance: honestAssurance(beacon.frozen.kind, beacon.frozen.chain_hash, contributions.length),
    seed_commit_hash: commit,
    seed_reveal: seedReveal,
    client_seed: client,
    combined_seed: combined,
    open: {
      host_id: input.hostId,
      host_seq: input.hostSeq,
      previous: input.previous,
      rules_hash: input.rulesHash,
      opened_at: input.openedAt,
    },
    close: {
      entries_root: root,
      entry_count: entries.length,
      ticket_total: total,
      closed_at: input.closedAt,
    },
    freeze: {
      contributions_hash: contributed,
      winners: input.winners,
      alternates: input.alternates,
      beacon: beacon.frozen,
      frozen_at: input.frozenAt,
      draw_at: input.drawAt,
    },
    open_hash: open,
    close_hash: close,
    freeze_hash: freeze,
    beacon: beacon.evidence,
    contributions: [...contributions],
    entries: [...entries],
    winners: rows.slice(0, input.winners).map(present),
    alternates: rows.slice(input.winners).map(present),
  };
}

/** The proof as it stays after deletion: no names, no salts, everything else still checkable (draw protocol §10). */
export function redactProof(proof: DrawProof): DrawProof {
  const redact = (row: ProofRow): ProofRow => ({ ...row, display_name: null, salt: null });
  return { ...proof, winners: proof.winners.map(redact), alternates: proof.alternates.map(redact) };
}
