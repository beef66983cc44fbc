/** The `format` step: is this a well-formed `draw-proof/1`? (draw protocol §1, §3, §7) */
import { ALGORITHM, type DrawProof } from '../proof.ts';
import {
  displayName,
  either,
  hashOrDash,
  hex64,
  identifier,
  integer,
  isObject,
  list,
  member,
  nullValue,
  object,
  oneLineText,
  oneOf,
  optional,
  pattern,
  tuple,
} from './shape.ts';

const UINT32 = 2 ** 32 - 1;
const time = integer(0);
const saltText = pattern(/^[0-9a-f]{32}$/, '32 lowercase hex characters');

const row = object({
  position: integer(1),
  display_name: either(nullValue, displayName),
  salt: either(nullValue, saltText),
  entry_number: integer(1),
  selection_index: pattern(
    /^(?:0|[1-9][0-9]{0,15})\/[1-9][0-9]{0,15}:[0-9a-f]{64}$/,
    '"ticket/remaining:block"',
  ),
});

const proofShape = object({
  format: oneOf('draw-proof/1'),
  algorithm: oneOf(ALGORITHM),
  draw_id: identifier,
  assurance: oneOf('beacon', 'room', 'participants', 'operator'),
  seed_commit_hash: hex64,
  seed_reveal: hex64,
  client_seed: pattern(/^[0-9a-f]{64}:(?:[0-9a-f]{64}|-)$/, '"freeze_hash:beacon_value"'),
  combined_seed: hex64,
  open: object({
    host_id: identifier,
    host_seq: integer(1),
    previous: hashOrDash,
    rules_hash: hashOrDash,
    opened_at: time,
  }),
  close: object({
    entries_root: hex64,
    entry_count: integer(1),
    ticket_total: integer(1, UINT32),
    closed_at: time,
  }),
  freeze: object({
    contributions_hash: hashOrDash,
    winners: integer(1),
    alternates: integer(0),
    beacon: object({
      kind: oneOf('drand', 'room', 'none'),
      chain_hash: hashOrDash,
      round: either(integer(1), oneOf('-')),
    }),
    frozen_at: time,
    draw_at: time,
  }),
  open_hash: hex64,
  close_hash: hex64,
  freeze_hash: hex64,
  beacon: object({
    value: optional(hex64),
    signature: optional(pattern(/^[0-9a-f]{96}$/, '96 lowercase hex characters')),
    text: optional(oneLineText),
  }),
  contributions: list(tuple(integer(1), hex64)),
  entries: list(tuple(integer(0, UINT32), hex64, hashOrDash), 1),
  winners: list(row),
  alternates: list(row),
});

const SEEDS = ['seed_commit_hash', 'seed_reveal', 'client_seed', 'combined_seed'] as const;

/** Whether the file claims to be a draw proof at all; everything else is "no proof" rather than a wrong one. */
export function looksLikeProof(json: unknown): boolean {
  return isObject(json) && member(json, 'format') === 'draw-proof/1';
}

/** The document with its known members, or the first thing that is wrong with it. Never throws. */
export function parseProof(json: unknown): { ok: true; proof: DrawProof } | { ok: false; reason: string } {
  const problem = proofShape(json, '') ?? relationProblem(json as DrawProof);
  return problem === null ? { ok: true, proof: json as DrawProof } : { ok: false, reason: problem };
}

/** What must hold between members; the shape was checked before. */
function relationProblem(proof: DrawProof): string | null {
  const { open, close, freeze, beacon } = proof;
  if (
    open.opened_at > close.closed_at ||
    close.closed_at > freeze.frozen_at ||
    freeze.frozen_at > freeze.draw_at
  ) {
    return 'the times are not in order: opened_at, closed_at, frozen_at, draw_at';
  }
  const { kind, chain_hash, round } = freeze.beacon;
  if ((kind === 'drand') !== (chain_hash !== '-') || (kind === 'drand') !== (round !== '-')) {
    return 'freeze.beacon names a chain and a round exactly for kind drand';
  }
  if (kind === 'drand' && (beacon.value === undefined || beacon.signature === undefined)) {
    return 'beacon.value or beacon.signature is missing';
  }
  if (kind === 'room' && (beacon.value === undefined || beacon.text === undefined)) {
    return 'beacon.value or beacon.text is missing';
  }
  for (const row of [...proof.winners, ...proof.alternates]) {
    if ((row.display_name === null) !== (row.salt === null))
      return 'a name and its salt must be there together';
  }
  return copiedSeedsProblem(proof);
}

/** A downloaded file repeats the four seeds in a `proof` member; they must be the same. */
function copiedSeedsProblem(proof: DrawProof): string | null {
  const copy = member(proof as unknown as Record<string, unknown>, 'proof');
  if (copy === undefined) return null;
  if (!isObject(copy)) return 'proof is not an object';
  for (const name of SEEDS) {
    const value = member(copy, name);
    if (value !== undefined && value !== proof[name]) return `proof.${name} differs from ${name}`;
  }
  return null;
}
