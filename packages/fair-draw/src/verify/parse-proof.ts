/** The `format` step: is this a well-formed `draw-proof/1`? (draw protocol §1, §3, §7) */
import { isClientSeed, isObject, isRoomText, isSelectionIndex, MAX_TICKETS } from '../field-rules.ts';
import { ALGORITHM, type DrawProof } from '../proof.ts';
import {
  displayName,
  either,
  hash,
  hashOrDash,
  hex,
  integer,
  list,
  member,
  nothing,
  object,
  oneOf,
  optional,
  publicId,
  rule,
  salt,
  tickets,
  time,
  tuple,
} from './shape.ts';

const row = object({
  position: integer(1),
  display_name: either(nothing, displayName),
  salt: either(nothing, salt),
  entry_number: integer(1),
  selection_index: rule(isSelectionIndex, '"ticket/remaining:block"'),
});

const proofShape = object({
  format: oneOf('draw-proof/1'),
  algorithm: oneOf(ALGORITHM),
  draw_id: publicId,
  assurance: oneOf('beacon', 'room', 'participants', 'operator'),
  seed_commit_hash: hash,
  seed_reveal: hash,
  client_seed: rule(isClientSeed, '"freeze_hash:beacon_value"'),
  combined_seed: hash,
  open: object({
    host_id: publicId,
    host_seq: integer(1),
    previous: hashOrDash,
    rules_hash: hashOrDash,
    opened_at: time,
  }),
  close: object({
    entries_root: hash,
    entry_count: integer(1),
    ticket_total: integer(1, MAX_TICKETS),
    closed_at: time,
  }),
  freeze: object({
    contributions_hash: hashOrDash,
    winners: integer(1),
    alternates: integer(0),
    beacon: object({
      kind: oneOf('drand', 'room', 'none'),
      chain_hash: hashOrDash,
      round: either(oneOf('-'), integer(1)),
    }),
    frozen_at: time,
    draw_at: time,
  }),
  open_hash: hash,
  close_hash: hash,
  freeze_hash: hash,
  beacon: object({
    value: optional(hash),
    signature: optional(hex(96)),
    text: optional(rule(isRoomText, 'one line of text')),
  }),
  contributions: list(tuple(integer(1), hash)),
  entries: list(tuple(tickets, hash, hashOrDash), 1),
  winners: list(row),
  alternates: list(row),
});

const SEEDS = ['seed_commit_hash', 'seed_reveal', 'client_seed', 'combined_seed'] as const;

/** Whether the file claims to be a draw proof at all; everything else is "no proof" rather than a wrong one. */
export function looksLikeProof(json: unknown): boolean {
  return isObject(json) && member(json, 'format') === 'draw-proof/1';
}

/** The document, or the first thing that is wrong with its known members. Never throws. */
export function parseProof(json: unknown): { ok: true; proof: DrawProof } | { ok: false; reason: string } {
  const problem = proofShape(json, '') ?? orderOfTimesProblem(json as DrawProof) ?? copiedSeedsProblem(json);
  return problem === null ? { ok: true, proof: json as DrawProof } : { ok: false, reason: problem };
}

function orderOfTimesProblem({ open, close, freeze }: DrawProof): string | null {
  const ordered =
    open.opened_at <= close.closed_at &&
    close.closed_at <= freeze.frozen_at &&
    freeze.frozen_at <= freeze.draw_at;
  return ordered ? null : 'the times are not in order: opened_at, closed_at, frozen_at, draw_at';
}

/** A downloaded file repeats the four seeds in a member `proof`; two different sets would mislead a reader. */
function copiedSeedsProblem(json: unknown): string | null {
  const document = json as Record<string, unknown>;
  const copy = member(document, 'proof');
  if (copy === undefined) return null;
  if (!isObject(copy)) return 'proof is not an object';
  const differing = SEEDS.find((name) => Object.hasOwn(copy, name) && copy[name] !== document[name]);
  return differing === undefined ? null : `proof.${differing} differs from ${differing}`;
}
