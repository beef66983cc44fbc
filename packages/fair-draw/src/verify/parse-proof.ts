/** The check `format`: is this a well-formed `draw-proof/2`? (draw protocol §1, §3, §7) */
import { ENTRY_SOURCES, ENTRY_STATES } from '../entry-commitments.ts';
import {
  isClientSeed,
  isIntegerIn,
  isObject,
  isRoomText,
  isSelectionIndex,
  MAX_ALTERNATES,
  MAX_AUDIENCE,
  MAX_POOLS,
  MAX_PRIZES,
  MAX_QUANTITY,
  MAX_STAGES,
  MAX_WEIGHT,
} from '../field-rules.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import { planOfProof, planProblem } from '../plan.ts';
import { ALGORITHM, ASSURANCES, type DrawProof, PROOF_FORMAT } from '../proof.ts';
import {
  dash,
  either,
  hash,
  hashOrDash,
  hex,
  integer,
  line,
  list,
  longText,
  member,
  nothing,
  object,
  oneOf,
  optional,
  publicId,
  rule,
  salt,
  text,
  time,
  tuple,
  weights,
} from './shape.ts';

/** RFC 6962 trees of up to 2^64 leaves. */
const LONGEST_PATH = 64;

const row = object({
  prize: integer(1, MAX_PRIZES),
  position: integer(1),
  entry_number: integer(1),
  display_name: either(nothing, line),
  salt: either(nothing, salt),
  selection_index: rule(isSelectionIndex, '"ticket/remaining:block"'),
});

const prize = object({
  quantity: integer(1, MAX_QUANTITY),
  alternates: integer(0, MAX_ALTERNATES),
  pool: integer(1, MAX_POOLS),
  claim_window: either(dash, integer(1)),
  name: line,
});

const path = list(hash, 0, LONGEST_PATH);
const located = object({ index: integer(0), text, path });
const note = rule((value) => parseCheckpoint(value) !== null, 'a signed note of a log');
const textOrInteger = either(
  text,
  rule((value) => isIntegerIn(value, 0), 'a text or a whole number'),
);

const proofShape = object({
  format: oneOf(PROOF_FORMAT),
  algorithm: oneOf(ALGORITHM),
  draw_id: publicId,
  assurance: oneOf(...ASSURANCES),
  seed_commit_hash: hash,
  seed_reveal: hash,
  client_seed: rule(isClientSeed, '"freeze_hash:beacon_value"'),
  combined_seed: hash,
  open: object({
    host_id: publicId,
    host_seq: integer(1),
    previous: hashOrDash,
    series_id: publicId,
    stage: integer(1, MAX_STAGES),
    plan_hash: hash,
    rules_hash: hash,
    opened_at: time,
  }),
  close: object({
    plan_hash: hash,
    holders_hash: hashOrDash,
    entries_root: hash,
    entry_count: integer(1),
    pool_totals: weights,
    closed_at: time,
  }),
  freeze: object({
    contributions_hash: hashOrDash,
    beacon: object({
      kind: oneOf('drand', 'room', 'none'),
      chain_hash: hashOrDash,
      round: either(dash, integer(1)),
    }),
    frozen_at: time,
    show_at: time,
    draw_at: time,
  }),
  open_hash: hash,
  close_hash: hash,
  freeze_hash: hash,
  rules: either(
    nothing,
    object({
      title: line,
      ticket_limit: either(dash, integer(1, MAX_WEIGHT)),
      deadline: either(dash, time),
      beacon_policy: oneOf('wait', 'lower', 'room', 'none'),
      text: longText,
    }),
  ),
  plan: object({
    policy: oneOf('once', 'again'),
    earlier_winners: oneOf('out', 'in'),
    pools: integer(1, MAX_POOLS),
    prizes: list(prize, 1, MAX_PRIZES),
  }),
  holders: list(integer(1)),
  beacon: object({
    value: optional(hash),
    signature: optional(hex(96)),
    text: optional(rule(isRoomText, '1 to 100 numbers with single spaces')),
  }),
  contributions: list(tuple(integer(1), hash)),
  entries: list(
    tuple(oneOf(...ENTRY_STATES), oneOf(...ENTRY_SOURCES), weights, hash, hashOrDash, hashOrDash),
    1,
  ),
  winners: list(row),
  alternates: list(row),
  audience: optional(list(tuple(integer(1), time, hex(128)), 1, MAX_AUDIENCE)),
  log: optional(
    object({
      format: oneOf('draw-log/2'),
      key: hash,
      records: list(located, 5, 5),
      more: list(located),
      after: list(located),
      checkpoint: note,
      freeze_checkpoint: note,
      freeze_path: path,
    }),
  ),
  raffle_id: optional(textOrInteger),
  timestamp: optional(textOrInteger),
  proof: optional(
    object({
      seed_commit_hash: optional(text),
      seed_reveal: optional(text),
      client_seed: optional(text),
      combined_seed: optional(text),
    }),
  ),
});

const COPIED_SEEDS = ['seed_commit_hash', 'seed_reveal', 'client_seed', 'combined_seed'] as const;

/** Whether the file claims to be a draw proof at all; everything else is "no proof" rather than a wrong one. */
export function looksLikeProof(json: unknown): boolean {
  return isObject(json) && member(json, 'format') === PROOF_FORMAT;
}

/** The document, or the first thing that is wrong with its form. Never throws. */
export function parseProof(json: unknown): { ok: true; proof: DrawProof } | { ok: false; reason: string } {
  const shapeProblem = proofShape(json, '');
  if (shapeProblem !== null) return { ok: false, reason: shapeProblem };
  const proof = json as DrawProof;
  const problem =
    orderOfTimesProblem(proof) ??
    planProblem(planOfProof(proof.plan)) ??
    weightsProblem(proof) ??
    copiedSeedsProblem(proof);
  return problem === null ? { ok: true, proof } : { ok: false, reason: problem };
}

function orderOfTimesProblem({ open, close, freeze }: DrawProof): string | null {
  const times = [open.opened_at, close.closed_at, freeze.frozen_at, freeze.show_at, freeze.draw_at];
  const ordered = times.every((at, index) => index === 0 || (times[index - 1] ?? 0) <= at);
  return ordered ? null : 'the times are not in order: opened_at, closed_at, frozen_at, show_at, draw_at';
}

function weightsProblem({ close, entries, plan }: DrawProof): string | null {
  if (close.pool_totals.length !== plan.pools) return 'close.pool_totals has not one total for each pool';
  const wrong = entries.findIndex((entry) => entry[2].length !== plan.pools);
  return wrong === -1 ? null : `entries[${wrong}] has not one weight for each pool`;
}

/** A downloaded file repeats the four seeds in a member `proof`; two different sets would mislead a reader. */
function copiedSeedsProblem(proof: DrawProof & { proof?: Record<string, unknown> }): string | null {
  const copy = proof.proof;
  if (copy === undefined) return null;
  const differing = COPIED_SEEDS.find((name) => Object.hasOwn(copy, name) && copy[name] !== proof[name]);
  return differing === undefined ? null : `proof.${differing} differs from ${differing}`;
}
