/** The proof document `draw-proof/2`: its shape, its making, and what is left of it after erasure (draw protocol §7, §11). */
import type { AudienceRow } from './audience.ts';
import { type BeaconChain, beaconRandomness, QUICKNET } from './beacon.ts';
import {
  type BeaconKind,
  type CloseFields,
  closeHash,
  type FreezeFields,
  freezeHash,
  type OpenFields,
  openHash,
} from './draw-records.ts';
import { type DrawnRow, drawPrizes } from './draw-prizes.ts';
import {
  type CommittedEntry,
  type Contribution,
  contributionsHash,
  entriesRoot,
  poolTotals,
  type ProofEntry,
  proofEntry,
} from './entry-commitments.ts';
import { type DrawPlan, holdersHash, planHash, type ProofPlan, proofPlan } from './plan.ts';
import { roomBeaconValue, roomNumberCount } from './room.ts';
import { type ProofRules, proofRules, type RaffleRules, rulesHash } from './rules.ts';
import { clientSeed, combinedSeed, seedCommitHash } from './seeds.ts';

/** What the evidence supports, strongest first. */
export const ASSURANCES = ['beacon', 'room', 'participants', 'operator'] as const;
export type Assurance = (typeof ASSURANCES)[number];

export const PROOF_FORMAT = 'draw-proof/2';
export const ALGORITHM = 'Fisher-Yates v1.0';

export interface ProofRow {
  prize: number;
  position: number;
  entry_number: number;
  /** Null when withheld or erased; then the salt is null too. */
  display_name: string | null;
  salt: string | null;
  selection_index: string;
}

/** One record of a draw with its place in the log's tree. */
export interface LocatedRecord {
  index: number;
  text: string;
  /** 64 hex each, lowest first. */
  path: string[];
}

/** The member `log` of a proof. */
export interface ProofLog {
  format: 'draw-log/2';
  /** The log's public key, 64 hex. */
  key: string;
  /** Open, close, freeze, reveal and result. */
  records: LocatedRecord[];
  /** Replan and audience records of this draw; open, advance and void records of earlier draws up to this close. */
  more: LocatedRecord[];
  /** Claim, extend, advance and void records of this draw after its result. */
  after: LocatedRecord[];
  /** A signed note. */
  checkpoint: string;
  /** The signed note that first contained the freeze record, with its cosignatures. */
  freeze_checkpoint: string;
  /** The way of the freeze record in it. */
  freeze_path: string[];
}

/** The JSON document, member for member. */
export interface DrawProof {
  format: typeof PROOF_FORMAT;
  algorithm: typeof ALGORITHM;
  draw_id: string;
  assurance: Assurance;
  seed_commit_hash: string;
  seed_reveal: string;
  client_seed: string;
  combined_seed: string;
  open: {
    host_id: string;
    host_seq: number;
    previous: string;
    series_id: string;
    stage: number;
    plan_hash: string;
    rules_hash: string;
    opened_at: number;
  };
  close: {
    plan_hash: string;
    holders_hash: string;
    entries_root: string;
    entry_count: number;
    pool_totals: number[];
    closed_at: number;
  };
  freeze: {
    contributions_hash: string;
    beacon: { kind: BeaconKind; chain_hash: string; round: number | '-' };
    frozen_at: number;
    show_at: number;
    draw_at: number;
  };
  open_hash: string;
  close_hash: string;
  freeze_hash: string;
  /** Null once erased. */
  rules: ProofRules | null;
  plan: ProofPlan;
  holders: number[];
  beacon: { value?: string; signature?: string; text?: string };
  contributions: Contribution[];
  entries: ProofEntry[];
  winners: ProofRow[];
  alternates: ProofRow[];
  audience?: AudienceRow[];
  log?: ProofLog;
}

/** Where the draw's public randomness came from, with the evidence. */
export type BeaconEvidence =
  | { kind: 'drand'; chainHash: string; round: number; signature: string }
  | { kind: 'room'; text: string }
  | { kind: 'none' };

/** Everything that a draw was made of. Times are Unix seconds. */
export interface ProofInput {
  drawId: string;
  hostId: string;
  hostSeq: number;
  previous: string | null;
  seriesId: string;
  stage: number;
  /** Hash of the plan at opening, where it was changed until the close. */
  openPlanHash?: string;
  rules: RaffleRules;
  openedAt: number;
  seedReveal: string;
  closedAt: number;
  /** The final plan. */
  plan: DrawPlan;
  entries: readonly CommittedEntry[];
  contributions: readonly Contribution[];
  beacon: BeaconEvidence;
  frozenAt: number;
  showAt: number;
  drawAt: number;
  /** Name and salt of an entry, or null when they are withheld or erased. */
  names: (entryNumber: number) => { displayName: string; salt: string } | null;
  audience?: readonly AudienceRow[];
  log?: ProofLog;
}

/** The strongest label that is true; only the pinned public chain counts as a beacon. @param contributions how many */
export function honestAssurance(
  kind: BeaconKind,
  chainHash: BeaconChain['chainHash'] | null,
  contributions: number,
): Assurance {
  if (kind === 'drand' && chainHash === QUICKNET.chainHash) return 'beacon';
  if (kind === 'room') return 'room';
  return contributions > 0 ? 'participants' : 'operator';
}

/** Entry numbers of those who sit a draw out because they hold a prize of an earlier one, ascending. */
export function holdersOf(entries: readonly Pick<CommittedEntry, 'state'>[]): number[] {
  return entries.flatMap(({ state }, index) => (state === 'holder' ? [index + 1] : []));
}

interface BeaconParts {
  value: string | null;
  chainHash: string | null;
  round: number | null;
  evidence: DrawProof['beacon'];
}

function beaconParts(beacon: BeaconEvidence): BeaconParts {
  switch (beacon.kind) {
    case 'drand': {
      const { chainHash, round, signature } = beacon;
      const value = beaconRandomness(signature);
      return { value, chainHash, round, evidence: { value, signature } };
    }
    case 'room': {
      const { text } = beacon;
      const value = roomBeaconValue(text);
      return { value, chainHash: null, round: roomNumberCount(text), evidence: { value, text } };
    }
    case 'none':
      return { value: null, chainHash: null, round: null, evidence: {} };
  }
}

/** Draws, and puts everything that anyone needs to check it into one document. @throws RangeError for malformed input */
export function buildProof(input: ProofInput): DrawProof {
  const { drawId, entries, contributions, seedReveal, plan } = input;
  const beacon = beaconParts(input.beacon);
  const open: OpenFields = {
    drawId,
    hostId: input.hostId,
    hostSeq: input.hostSeq,
    previous: input.previous,
    seriesId: input.seriesId,
    stage: input.stage,
    seedCommitHash: seedCommitHash(seedReveal),
    planHash: input.openPlanHash ?? planHash(drawId, plan),
    rulesHash: rulesHash(input.rules),
    openedAt: input.openedAt,
  };
  const holders = holdersOf(entries);
  const close: CloseFields = {
    drawId,
    openHash: openHash(open),
    planHash: planHash(drawId, plan),
    holdersHash: holdersHash(drawId, holders),
    entriesRoot: entriesRoot(drawId, entries),
    entryCount: entries.length,
    poolTotals: poolTotals(entries, plan.pools),
    closedAt: input.closedAt,
  };
  const freeze: FreezeFields = {
    drawId,
    closeHash: closeHash(close),
    contributionsHash: contributionsHash(drawId, contributions),
    kind: input.beacon.kind,
    chainHash: beacon.chainHash,
    round: beacon.round,
    frozenAt: input.frozenAt,
    showAt: input.showAt,
    drawAt: input.drawAt,
  };
  const frozen = freezeHash(freeze);
  const client = clientSeed(frozen, beacon.value);
  const combined = combinedSeed(seedReveal, client);
  const drawn = drawPrizes({ combinedSeed: combined, plan, weights: entries.map(({ weights }) => weights) });
  const present = (row: DrawnRow): ProofRow => proofRow(row, input.names(row.entryNumber));
  return {
    format: PROOF_FORMAT,
    algorithm: ALGORITHM,
    draw_id: drawId,
    assurance: honestAssurance(freeze.kind, beacon.chainHash, contributions.length),
    seed_commit_hash: open.seedCommitHash,
    seed_reveal: seedReveal,
    client_seed: client,
    combined_seed: combined,
    open: proofOpen(open),
    close: proofClose(close),
    freeze: proofFreeze(freeze),
    open_hash: close.openHash,
    close_hash: freeze.closeHash,
    freeze_hash: frozen,
    rules: proofRules(input.rules),
    plan: proofPlan(plan),
    holders,
    beacon: beacon.evidence,
    contributions: [...contributions],
    entries: entries.map(proofEntry),
    winners: drawn.winners.map(present),
    alternates: drawn.alternates.map(present),
    ...(input.audience === undefined || input.audience.length === 0 ? {} : { audience: [...input.audience] }),
    ...(input.log === undefined ? {} : { log: input.log }),
  };
}

/** A row of the draw out of a proof. */
export function rowOfProof({ prize, position, entry_number, selection_index }: ProofRow): DrawnRow {
  return { prize, position, entryNumber: entry_number, selectionIndex: selection_index };
}

/** The open record's fields as printed. */
export function openFieldsOf({ draw_id, seed_commit_hash, open }: DrawProof): OpenFields {
  return {
    drawId: draw_id,
    hostId: open.host_id,
    hostSeq: open.host_seq,
    previous: open.previous,
    seriesId: open.series_id,
    stage: open.stage,
    seedCommitHash: seed_commit_hash,
    planHash: open.plan_hash,
    rulesHash: open.rules_hash,
    openedAt: open.opened_at,
  };
}

/** The close record's fields as printed, with the printed `open_hash`. */
export function closeFieldsOf({ draw_id, open_hash, close }: DrawProof): CloseFields {
  return {
    drawId: draw_id,
    openHash: open_hash,
    planHash: close.plan_hash,
    holdersHash: close.holders_hash,
    entriesRoot: close.entries_root,
    entryCount: close.entry_count,
    poolTotals: close.pool_totals,
    closedAt: close.closed_at,
  };
}

/** The freeze record's fields as printed, with the printed `close_hash`. */
export function freezeFieldsOf({ draw_id, close_hash, freeze }: DrawProof): FreezeFields {
  const { kind, chain_hash, round } = freeze.beacon;
  return {
    drawId: draw_id,
    closeHash: close_hash,
    contributionsHash: freeze.contributions_hash,
    kind,
    chainHash: chain_hash,
    round: round === '-' ? null : round,
    frozenAt: freeze.frozen_at,
    showAt: freeze.show_at,
    drawAt: freeze.draw_at,
  };
}

/**
 * The proof as it stays after erasure: no names, no salts, on request no rules; everything else is still checkable
 * (draw protocol §11).
 */
export function redactProof(proof: DrawProof, { rules }: { rules: boolean } = { rules: false }): DrawProof {
  const redact = (row: ProofRow): ProofRow => ({ ...row, display_name: null, salt: null });
  return {
    ...proof,
    rules: rules ? null : proof.rules,
    winners: proof.winners.map(redact),
    alternates: proof.alternates.map(redact),
  };
}

/** The same for one entry, requested by its holder. */
export function redactEntry(proof: DrawProof, entryNumber: number): DrawProof {
  const redact = (row: ProofRow): ProofRow =>
    row.entry_number === entryNumber ? { ...row, display_name: null, salt: null } : row;
  return { ...proof, winners: proof.winners.map(redact), alternates: proof.alternates.map(redact) };
}

function proofRow(row: DrawnRow, person: { displayName: string; salt: string } | null): ProofRow {
  return {
    prize: row.prize,
    position: row.position,
    entry_number: row.entryNumber,
    display_name: person?.displayName ?? null,
    salt: person?.salt ?? null,
    selection_index: row.selectionIndex,
  };
}

function proofOpen(open: OpenFields): DrawProof['open'] {
  return {
    host_id: open.hostId,
    host_seq: open.hostSeq,
    previous: open.previous ?? '-',
    series_id: open.seriesId,
    stage: open.stage,
    plan_hash: open.planHash,
    rules_hash: open.rulesHash,
    opened_at: open.openedAt,
  };
}

function proofClose(close: CloseFields): DrawProof['close'] {
  return {
    plan_hash: close.planHash,
    holders_hash: close.holdersHash ?? '-',
    entries_root: close.entriesRoot,
    entry_count: close.entryCount,
    pool_totals: [...close.poolTotals],
    closed_at: close.closedAt,
  };
}

function proofFreeze(freeze: FreezeFields): DrawProof['freeze'] {
  return {
    contributions_hash: freeze.contributionsHash ?? '-',
    beacon: { kind: freeze.kind, chain_hash: freeze.chainHash ?? '-', round: freeze.round ?? '-' },
    frozen_at: freeze.frozenAt,
    show_at: freeze.showAt,
    draw_at: freeze.drawAt,
  };
}
