/** The draw, its public plan while it runs, its result and its proof (draw protocol; R13, R30–R36). */
import { z } from 'zod';
import { animationStyle, assurance, count, epochMs, hex64, opaqueId } from './primitives.ts';

/** R31: with the beacon out of reach the host chooses to wait (call again later) or to draw at the operator level. */
export const drawBody = z.object({ assurance: z.enum(['beacon', 'operator']).default('beacon') });
export type DrawBody = z.infer<typeof drawBody>;

/**
 * What the dialog before the draw says (R31). `assurance` is the level that a draw asked for now would get:
 * `operator` with a test chain, and while the beacon is out of reach, if the host then chooses to draw nevertheless.
 */
export const drawPreview = z.object({
  /** Entries that hold a ticket. */
  entries: count,
  tickets: count,
  /** How many there will be, as far as entries reach. */
  winners: count,
  alternates: count,
  assurance: z.enum(['beacon', 'operator']),
  beacon: z.enum(['reachable', 'unreachable', 'test']),
});
export type DrawPreview = z.infer<typeof drawPreview>;

export const beaconChain = z.object({
  scheme: z.literal('bls-unchained-g1-rfc9380'),
  chain_hash: hex64,
  public_key: z.string(),
  genesis_time: z.number().int(),
  period: z.number().int(),
  group_hash: hex64.optional(),
  beacon_id: z.string().optional(),
});
export type BeaconChainInfo = z.infer<typeof beaconChain>;

/**
 * Everything public about a frozen draw that a browser needs to play and check it.
 * Members that are not due yet are null; nothing here can betray a winner before the reveal.
 */
export const drawPlan = z.object({
  draw_id: opaqueId,
  raffle_id: opaqueId,
  /** T0, the instant of freezing on the server's clock. */
  t0: epochMs,
  /** R15: the deadline at which it was to start by itself; null when the host started it. */
  scheduled_at: epochMs.nullable(),
  /** It started by itself, but after its time. */
  late: z.boolean(),
  animation_style: animationStyle,
  total_entries: count,
  ticket_total: count,
  winners: z.number().int(),
  alternates: z.number().int(),
  assurance,
  seed_commit_hash: hex64,
  open_hash: hex64,
  close_hash: hex64,
  freeze_hash: hex64,
  /** First 8 hex of the freeze hash, for reading aloud (R32). */
  freeze_code: z.string(),
  /** The signed freeze record, text as in draw protocol §3, with its Ed25519 signature. */
  freeze_record: z.object({ text: z.string(), key_id: z.string(), signature: z.string() }),
  beacon: z.object({
    kind: z.enum(['drand', 'none']),
    chain_hash: z.string(),
    round: z.union([z.number().int(), z.literal('-')]),
    /** When the named round appears, epoch ms; null for kind none. */
    due_at: epochMs.nullable(),
  }),
  frozen_at: z.number().int(),
  draw_at: z.number().int(),
  /** From T0+3 s on; without a beacon it comes with the draw, at T0+23 s (draw protocol §2). */
  seed_reveal: hex64.nullable(),
  /** Once the round is there: its value and when this server stored it. Both null before. "-" for kind none. */
  beacon_value: z.union([hex64, z.literal('-')]).nullable(),
  beacon_signature: z.string().nullable(),
  beacon_at: epochMs.nullable(),
});
export type DrawPlan = z.infer<typeof drawPlan>;

export const drawAnswer = z.object({ draw_id: opaqueId, t0: epochMs, freeze_code: z.string(), assurance });
export type DrawAnswer = z.infer<typeof drawAnswer>;

export const resultRow = z.object({
  id: z.string(),
  position: z.number().int().positive(),
  /** Null once the names were erased. */
  display_name: z.string().nullable(),
  entry_number: z.number().int().positive(),
  selection_index: z.string(),
});
export type ResultRow = z.infer<typeof resultRow>;

/** R14: why a winner does not take the prize. */
export const passOverReason = z.enum(['absent', 'declined', 'unclaimed', 'other']);
export type PassOverReason = z.infer<typeof passOverReason>;

/** `entry_number` of whoever holds the prize now: a winner, or somebody who moved up. */
export const passOverBody = z.object({ entry_number: z.number().int().positive(), reason: passOverReason });
export type PassOverBody = z.infer<typeof passOverBody>;

/** One prize went on from one entry to the next of the fixed order, in the order in which it happened. */
export const passedOverRow = z.object({
  /** The prize: the winner's position as drawn. It stays the same however often it goes on. */
  position: z.number().int().positive(),
  entry_number: z.number().int().positive(),
  display_name: z.string().nullable(),
  reason: passOverReason,
  /** Epoch ms. */
  at: epochMs,
  /** Who moved up; null when no entry with a ticket was left. */
  moved_up: z
    .object({ entry_number: z.number().int().positive(), display_name: z.string().nullable() })
    .nullable(),
});
export type PassedOverRow = z.infer<typeof passedOverRow>;

/** Who holds a prize now. `id`, `selection_index` and name are the holder's; `position` is the prize. */
export const prizeHolder = resultRow.extend({
  /** False: won it in the draw; true: moved up after somebody was passed over. */
  moved_up: z.boolean(),
});
export type PrizeHolder = z.infer<typeof prizeHolder>;

/** R14: what became of the prizes after the draw. A prize for which nobody was left has no holder. */
export const drawStanding = z.object({
  passed_over: z.array(passedOverRow),
  /** In order of prizes. Nobody passed over: the winners. */
  current_winners: z.array(prizeHolder),
});
export type DrawStanding = z.infer<typeof drawStanding>;

/** A winner as drawn, which is what the proof shows, and whether the prize is still theirs. */
export const winnerRow = resultRow.extend({ state: z.enum(['winner', 'passed_over']) });
/** An alternate as drawn; `prize` is the position that they moved up to, also if they were passed over then. */
export const alternateRow = resultRow.extend({
  state: z.enum(['alternate', 'moved_up', 'passed_over']),
  prize: z.number().int().positive().nullable(),
});

export const seedProof = z.object({
  seed_commit_hash: hex64,
  seed_reveal: hex64,
  client_seed: z.string(),
  combined_seed: hex64,
});

export const resultsAnswer = z.object({
  draw_id: opaqueId,
  raffle_id: opaqueId,
  title: z.string(),
  description: z.string(),
  /** As drawn, equal to the proof, whatever happened later. */
  winners: z.array(winnerRow),
  alternates: z.array(alternateRow),
  /** R14: who was passed over, and who holds the prizes now. */
  ...drawStanding.shape,
  total_entries: count,
  ticket_total: count,
  animation_style: animationStyle,
  assurance,
  algorithm: z.literal('Fisher-Yates v1.0'),
  /** The draw's own time (R3), epoch ms. */
  drawn_at: epochMs,
  /** R15: when it was to start by itself, and whether it started after that time. */
  scheduled_at: epochMs.nullable(),
  late: z.boolean(),
  freeze_code: z.string(),
  proof: seedProof,
});
export type ResultsAnswer = z.infer<typeof resultsAnswer>;

/** Results together with the finished plan: all that a replay needs (R34). */
export const replayAnswer = z.object({ plan: drawPlan, results: resultsAnswer });
export type ReplayAnswer = z.infer<typeof replayAnswer>;

/** The frozen list without names: rows of [tickets, name_commit, entropy_commit] in entry order. */
export const commitmentsAnswer = z.object({
  draw_id: opaqueId,
  entries: z.array(z.tuple([count, hex64, z.string()]).readonly()),
});
export type CommitmentsAnswer = z.infer<typeof commitmentsAnswer>;

export const publicRecord = z.object({
  index: count,
  kind: z.enum(['open', 'close', 'freeze', 'reveal', 'result', 'advance', 'void']),
  text: z.string(),
  hash: hex64,
  key_id: z.string(),
  signature: z.string(),
  logged_at: epochMs,
});
export type PublicRecord = z.infer<typeof publicRecord>;

/** What this installation is, for screens and offline checks. `test_chain` is set only in demonstrations and tests. */
export const installationInfo = z.object({
  version: z.string(),
  protocol: z.number().int(),
  time: epochMs,
  key_id: z.string(),
  public_key: z.string(),
  chain: beaconChain,
  test_chain: z.boolean(),
  /** Whether this installation sends mail (R51). */
  mail: z.boolean(),
  /** By which push services know this installation (RFC 8292): an uncompressed P-256 point, base64url (R52). */
  push_key: z.string(),
});
export type InstallationInfo = z.infer<typeof installationInfo>;
