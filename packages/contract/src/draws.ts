/** The draw, its public plan while it runs, its result and its proof (draw protocol; R13, R30–R36). */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { prizePolicy, revealOrder, shownPrize } from './prizes.ts';
import { prizeStatus, resultRow } from './prize-status.ts';
import { animationStyle, assurance, checkInCounts, count, epochMs, hex64, opaqueId } from './primitives.ts';

/**
 * R31, R93: which level the host requests. The server decides by the raffle's beacon policy and its own check of the beacon:
 * `operator` is refused while the beacon answers, unless the policy says that there is none; `room` belongs to that policy.
 */
export const drawBody = z.object({
  assurance: z.enum(['beacon', 'room', 'operator']).default('beacon'),
  /** R69: number of the planned draw that is meant: another one is never started in its place. Left out, the next one. */
  draw: z.number().int().positive().optional(),
});
export type DrawBody = z.infer<typeof drawBody>;

/**
 * What the dialog before the draw shows (R31). `assurance` is the level that a draw requested now would get:
 * `operator` with a test chain, and while the beacon is out of reach, if the host then chooses to draw nevertheless.
 */
export const drawPreview = z.object({
  /** R69: which of the raffle's draws it would be. */
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
  /** Entries that take part in it, and their tickets. */
  entries: count,
  tickets: count,
  /** Entries that hold a ticket and take no part. */
  sitting_out: z.object({
    /** R70: they hold a prize of an earlier draw. */
    holders: count,
    /** R71: they are not checked in. */
    absent: count,
    /** R64: their tickets lie in no bucket. */
    unplaced: count,
  }),
  /** How many there will be, as far as entries reach. */
  winners: count,
  alternates: count,
  /** R63: names or numbers of prizes that nobody can win. */
  without_candidates: z.array(z.object({ prize: z.number().int().positive(), name: z.string().nullable() })),
  assurance: z.enum(['beacon', 'room', 'operator']),
  /** `unused`: the raffle's policy needs no public beacon. */
  beacon: z.enum(['reachable', 'unreachable', 'test', 'unused']),
  /** R86: witnesses that this installation asks, and how many the raffle requires. */
  witnesses: z.object({ known: count, quorum: count }),
  /** R71: how many of the entries are checked in; null where people need not be present. */
  check_in: checkInCounts.extend({ opened_at: epochMs.nullable() }).nullable(),
  /** R89: devices that can add randomness; 0 where the raffle doesn't use it. */
  contributors: count,
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

const unixSeconds = z.number().int().nonnegative();
const hashOrDash = z.union([hex64, z.literal('-')]);

/** Prizes as committed, in the proof's form (draw protocol §7, member `plan`). */
export const prizePlan = z.object({
  policy: z.enum(['once', 'again']),
  earlier_winners: z.enum(['out', 'in']),
  pools: z.number().int().positive(),
  prizes: z.array(
    z.object({
      quantity: z.number().int().positive(),
      alternates: count,
      pool: z.number().int().positive(),
      claim_window: z.union([z.number().int().positive(), z.literal('-')]),
      name: z.string(),
    }),
  ),
});
export type PrizePlan = z.infer<typeof prizePlan>;

/** The rules as entrants saw them, in the proof's form (member `rules`). */
export const rulesTerms = z.object({
  title: z.string(),
  ticket_limit: z.union([z.number().int().positive(), z.literal('-')]),
  deadline: z.union([unixSeconds, z.literal('-')]),
  beacon_policy: z.enum(['wait', 'lower', 'room', 'none']),
  text: z.string(),
});
export type RulesTerms = z.infer<typeof rulesTerms>;

/** The three records of a frozen draw, in the proof's form (members `open`, `close` and `freeze`). */
export const openFields = z.object({
  host_id: z.string(),
  host_seq: z.number().int().positive(),
  previous: hashOrDash,
  series_id: z.string(),
  stage: z.number().int().positive(),
  plan_hash: hex64,
  rules_hash: hex64,
  opened_at: unixSeconds,
});
export const closeFields = z.object({
  plan_hash: hex64,
  holders_hash: hashOrDash,
  entries_root: hex64,
  entry_count: z.number().int().positive(),
  pool_totals: z.array(count),
  closed_at: unixSeconds,
});
export const freezeFields = z.object({
  contributions_hash: hashOrDash,
  beacon: z.object({
    kind: z.enum(['drand', 'room', 'none']),
    chain_hash: hashOrDash,
    round: z.union([z.number().int().positive(), z.literal('-')]),
  }),
  frozen_at: unixSeconds,
  show_at: unixSeconds,
  draw_at: unixSeconds,
});

/** A record's text with the installation's Ed25519 signature. */
export const signedRecord = z.object({ text: z.string(), key_id: z.string(), signature: z.string() });
export type SignedRecord = z.infer<typeof signedRecord>;

/** R86: how far witnesses confirmed when the list was frozen. */
export const sealing = z.object({
  /** Witnesses that this installation asks. */
  known: count,
  /** How many of them the raffle requires; 0 for none. */
  quorum: count,
  /** Names of those that cosigned the freeze so far. */
  cosigned: z.array(z.string()),
  /** Cosignatures are no longer waited for. */
  done: z.boolean(),
  /** The checkpoint that first had the freeze record, with the cosignatures; null until it is signed. */
  checkpoint: z.string().nullable(),
  /** The freeze record's number in the log, and its path in that checkpoint. */
  index: count,
  path: z.array(hex64).nullable(),
});
export type Sealing = z.infer<typeof sealing>;

/** R87: devices that signed before the round existed that they hold this freeze. */
export const audienceCount = z.object({
  count,
  /** Entries of the list that have a device key. */
  devices: count,
  /** Once the audience record is written. */
  final: z.boolean(),
});
export type AudienceCount = z.infer<typeof audienceCount>;

/**
 * Everything public about a frozen draw that a browser needs to play and check it.
 * Members that are not due yet are null; nothing here can betray a winner before the reveal.
 */
export const drawPlan = z.object({
  draw_id: opaqueId,
  raffle_id: opaqueId,
  /** From 1; a raffle may have several draws. */
  stage: z.number().int().positive(),
  /** T0: when the show starts, `show_at` of the freeze record. */
  t0: epochMs,
  /** R15: the deadline at which it was to start automatically; null when the host started it. */
  scheduled_at: epochMs.nullable(),
  /** It started automatically, but after its time. */
  late: z.boolean(),
  animation_style: animationStyle,
  /** All entries of the frozen list, those without a ticket too. */
  total_entries: count,
  /** R22: numbers of the frozen list that hold no ticket, in order: withdrawn, removed, or unsold on paper. They never appear in the show. */
  without_tickets: z.array(z.number().int().positive()),
  ticket_total: count,
  winners: z.number().int(),
  alternates: z.number().int(),
  /** R65: presentation only. */
  reveal_order: revealOrder,
  assurance,
  seed_commit_hash: hex64,
  open_hash: hex64,
  close_hash: hex64,
  freeze_hash: hex64,
  /** The signed freeze record, text as in draw protocol §3. */
  freeze_record: signedRecord,
  /** The three records and what they bind. Null for a draw made before version 2 of the protocol: it is shown, not checked. */
  records: z
    .object({
      open: openFields,
      close: closeFields,
      freeze: freezeFields,
      plan: prizePlan,
      /** Null once erased. */
      rules: rulesTerms.nullable(),
    })
    .nullable(),
  beacon: z.object({
    kind: z.enum(['drand', 'room', 'none']),
    chain_hash: z.string(),
    /** The round; for kind room, how many numbers are thrown. */
    round: z.union([z.number().int(), z.literal('-')]),
    /** When the named round appears, epoch ms; null but for kind drand. */
    due_at: epochMs.nullable(),
  }),
  frozen_at: z.number().int(),
  draw_at: z.number().int(),
  sealing,
  audience: audienceCount,
  /** R86: the draw was given up before its round was due, because too few witnesses answered. */
  voided: z.object({ at: epochMs, reason: z.string() }).nullable(),
  /** From T0+3 s on; without drand it is published with the draw (draw protocol §2). */
  seed_reveal: hex64.nullable(),
  /** Once the round is there: its value and when this server stored it. Both null before. "-" for kind none. */
  beacon_value: z.union([hex64, z.literal('-')]).nullable(),
  beacon_signature: z.string().nullable(),
  /** R91: the numbers made in the room, once two devices agree. */
  beacon_text: z.string().nullable(),
  beacon_at: epochMs.nullable(),
});
export type DrawPlan = z.infer<typeof drawPlan>;

/** R69: of several draws, which one; left out for the last one. */
export const whichDraw = z.object({ draw_id: opaqueId.optional() });

/** R76: of a card with `prize`, which of the draw's prizes it shows, by its number in the plan; without it all winners. */
export const cardQuery = whichDraw.extend({
  prize: z.coerce
    .number({ error: 'Please give the number of a prize.' })
    .int('Please give the number of a prize.')
    .min(1, 'Prizes are numbered from 1.')
    .max(LIMITS.prizes.max, `A raffle has at most ${LIMITS.prizes.max} prizes.`)
    .optional(),
});

/**
 * The answer to a started draw. While devices add randomness (R89) the list is closed and not frozen yet: `t0` and
 * `freeze_hash` are null then and follow by `draw:starting`.
 */
export const drawAnswer = z.object({
  draw_id: opaqueId,
  t0: epochMs.nullable(),
  freeze_hash: hex64.nullable(),
  assurance,
  contributions_until: epochMs.nullable(),
});
export type DrawAnswer = z.infer<typeof drawAnswer>;

/** A winner as drawn, which is what the proof shows, and whether the prize is still theirs. */
export const winnerRow = resultRow.extend({ state: z.enum(['winner', 'passed_over']) });
/** An alternate as drawn; `moved_up_to` is the position of its prize that they moved up to, also if they were passed over then. */
export const alternateRow = resultRow.extend({
  state: z.enum(['alternate', 'moved_up', 'passed_over']),
  moved_up_to: z.number().int().positive().nullable(),
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
  ...prizeStatus.shape,
  /** R69: number and name of this draw among the raffle's. */
  stage: z.number().int().positive(),
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
  /** R63, and the prizes as they were drawn, by number. */
  policy: prizePolicy,
  prizes: z.array(shownPrize),
  /** R62: times of the changes of the prizes after opening, epoch ms. */
  prizes_changed_at: z.array(epochMs),
  /** The frozen list, and how many of it are paper tickets that were not sold (R67). */
  total_entries: count,
  unsold_entries: count,
  /** R71: how many of the list were present, and the numbers of those who were not and could not win; null without check-in. */
  presence: z.object({ present: count, absent: z.array(z.number().int().positive()) }).nullable(),
  ticket_total: count,
  animation_style: animationStyle,
  assurance,
  algorithm: z.literal('Fisher-Yates v1.0'),
  /** The draw's own time (R3), epoch ms. */
  drawn_at: epochMs,
  /** R15: when it was to start automatically, and whether it started after that time. */
  scheduled_at: epochMs.nullable(),
  late: z.boolean(),
  /** 1: drawn before version 2 of the protocol; its proof file is stored, but no longer checked. */
  protocol: z.union([z.literal(1), z.literal(2)]),
  freeze_hash: hex64,
  sealing,
  audience: audienceCount,
  proof: seedProof,
});
export type ResultsAnswer = z.infer<typeof resultsAnswer>;

/** Results together with the finished plan: all that a replay needs (R34). */
export const replayAnswer = z.object({ plan: drawPlan, results: resultsAnswer });
export type ReplayAnswer = z.infer<typeof replayAnswer>;

/** An entry as the proof lists it: state, source, weights, name_commit, entropy_commit, device_key. */
export const committedEntry = z.tuple([
  z.enum(['in', 'withdrawn', 'removed', 'absent', 'holder']),
  z.enum(['self', 'host', 'paper']),
  z.array(count),
  hex64,
  z.string(),
  z.string(),
]);

/** The closed list without names, in entry order, and what devices contributed; from the freeze on. */
export const commitmentsAnswer = z.object({
  draw_id: opaqueId,
  entries: z.array(committedEntry.readonly()),
  contributions: z.array(z.tuple([z.number().int().positive(), hex64]).readonly()),
});
export type CommitmentsAnswer = z.infer<typeof commitmentsAnswer>;

/**
 * What a raffle promised at opening and what became of it since: for each of its draws the signed open record with the plan
 * and rules behind its hashes, and every later change of the plan. Devices store it when they join (R88).
 */
export const raffleTerms = z.object({
  raffle_id: opaqueId,
  series_id: z.string(),
  /** The installation's Ed25519 key, 64 hex: signs records, receipts and the log. */
  public_key: hex64,
  draws: z.array(
    z.object({
      draw_id: opaqueId,
      seed_commit_hash: hex64,
      open: openFields,
      open_hash: hex64,
      open_record: signedRecord,
      /** The plan as it is now; `open.plan_hash` is that of the opening. */
      plan: prizePlan,
      plan_hash: hex64,
      /** Null once erased. */
      rules: rulesTerms.nullable(),
      /** Oldest first. */
      replans: z.array(signedRecord.extend({ at: unixSeconds })),
      voided: z.object({ at: epochMs, reason: z.string() }).nullable(),
    }),
  ),
});
export type RaffleTerms = z.infer<typeof raffleTerms>;

/** R89: what a device committed to when it joined, sent between close and freeze. */
export const contributionBody = z.object({ invitee_id: opaqueId.optional(), contribution: hex64 });
/** R87: this device holds the freeze; the signature is over the record of draw protocol §8. */
export const seenBody = z.object({
  /** Of several entries of this browser, the one that signed; without the id the one joined last. */
  invitee_id: opaqueId.optional(),
  freeze_hash: hex64,
  seen_at: unixSeconds,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
/** Where one's own signature stands under the signed audience record; null members before that is written. */
export const ownAudienceAnswer = z.object({
  record: signedRecord.nullable(),
  /** Place among the audience from 0, and the path to its root. */
  index: count.nullable(),
  /** What the stored signature of this entry says; the first one received counts. */
  seen_at: unixSeconds.nullable(),
  path: z.array(hex64),
});
export type OwnAudienceAnswer = z.infer<typeof ownAudienceAnswer>;
/** R91: the numbers thrown in the room, as one device typed them, separated by single spaces. */
export const roomNumbersBody = z.object({ text: z.string().max(700) });
export type RoomNumbersBody = z.infer<typeof roomNumbersBody>;
/** `agreed`: two devices typed the same and the text is fixed. */
export const roomNumbersAnswer = z.object({ agreed: z.boolean(), entered: count });
export type RoomNumbersAnswer = z.infer<typeof roomNumbersAnswer>;

export const publicRecord = z.object({
  index: count,
  kind: z.enum([
    'open',
    'replan',
    'change',
    'close',
    'freeze',
    'audience',
    'reveal',
    'result',
    'claim',
    'extend',
    'advance',
    'void',
  ]),
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
  /** R86: the witnesses that this installation asks to cosign its log, as C2SP verifier keys. */
  witnesses: z.array(z.string()),
  /** The drand relays that a page may request directly. */
  relays: z.array(z.string()),
  /** By which push services know this installation (RFC 8292): an uncompressed P-256 point, base64url (R52). */
  push_key: z.string(),
});
export type InstallationInfo = z.infer<typeof installationInfo>;

/** The state of a node, for load balancers and operators (M11). */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.object({
    database: z.enum(['ok', 'failing']),
    queue: z.enum(['ok', 'failing']),
    /** Draws that wait for it say so; everything else continues. */
    beacon: z.enum(['ok', 'away']),
    /** A node whose clock is off begins no draws and carries none on (D6). */
    clock: z.enum(['ok', 'off']),
  }),
});
export type Readiness = z.infer<typeof readiness>;
