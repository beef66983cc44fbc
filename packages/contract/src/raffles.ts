/** Raffles as their host edits them and as visitors see them (R10–R23). */
import { z } from 'zod';
import { beaconPolicies, LIMITS } from '@glassdrum/raffle-rules';
import {
  animationStyle,
  checkInCounts,
  count,
  enteredTime,
  epochMs,
  flag,
  namePublication,
  opaqueId,
  raffleStatus,
} from './primitives.ts';
import { recurringRaffle } from './recurrence.ts';
import { startRequest, workspaceRole } from './workspaces.ts';

const title = z
  .string()
  .trim()
  .min(1, 'Please give the raffle a title.')
  .max(LIMITS.title.max, `A title has at most ${LIMITS.title.max} characters.`);
const description = z
  .string()
  .max(LIMITS.description.max, `A description has at most ${LIMITS.description.max} characters.`);
const maxWinners = z
  .number()
  .int('Winners must be a whole number.')
  .min(LIMITS.winners.min, 'At least one winner is needed.')
  .max(LIMITS.winners.max, `At most ${LIMITS.winners.max} winners are possible.`);
/** R61: what a raffle's prizes add up to; more than a form of winners takes. */
const winnersInTotal = z.number().int().positive().max(LIMITS.prizeWins.max);
const maxTickets = z
  .number()
  .int('Tickets must be a whole number.')
  .min(LIMITS.maxTickets.min, 'At least one ticket is needed.')
  .max(LIMITS.maxTickets.max, `At most ${LIMITS.maxTickets.max} tickets are possible.`);
const maxEntries = z
  .number()
  .int('The number of places must be a whole number.')
  .min(LIMITS.maxEntries.min, 'At least one place is needed.')
  .max(LIMITS.maxEntries.max, `At most ${LIMITS.maxEntries.max} places are possible.`)
  .nullable();
const passphrase = z
  .string()
  .max(LIMITS.passphrase.max, `A passphrase has at most ${LIMITS.passphrase.max} characters.`)
  .transform((text) => (text.trim() === '' ? null : text));

/**
 * R6: a data URL of a JPEG, PNG, WebP or GIF file of at most 20 MB, or null for none. A raffle's own short path, as
 * answers carry it, changes nothing. What it holds is looked at when it is decoded.
 */
const imageUpload = z
  .string()
  .max(LIMITS.imageBodyBytes.max, 'Please select an image smaller than 20MB')
  .nullable();

/** R93: which kinds of beacon the raffle's draws may have; entrants see it before they join. */
export const beaconPolicy = z.enum(beaconPolicies);
const rulesText = z
  .string()
  .max(LIMITS.rulesText.max, `The rules have at most ${LIMITS.rulesText.max} characters.`);
/** R78: at least one form; in any order, each counts once. */
const allowedPublications = z
  .array(namePublication)
  .min(1, 'Please allow at least one form in which names are published.')
  .max(10);
const witnessQuorum = z.number().int().min(0).max(LIMITS.witnessQuorum.max);
/** R80: people who won within this many months are not invited; null: everyone is. */
const noWinMonths = z
  .number()
  .int('Months must be a whole number.')
  .min(LIMITS.noWinMonths.min, 'At least one month is needed.')
  .max(LIMITS.noWinMonths.max, `At most ${LIMITS.noWinMonths.max} months are possible.`)
  .nullable();
const roomNumbers = z.number().int().min(LIMITS.roomNumbers.min).max(LIMITS.roomNumbers.max);

export const raffleCreateBody = z.object({
  title,
  description: description.default(''),
  max_winners: maxWinners.default(LIMITS.winners.default),
  max_tickets: maxTickets.default(LIMITS.maxTickets.default),
  max_entries: maxEntries.default(null),
  deadline_at: enteredTime.nullable().default(null),
  /** R15: draw automatically at the deadline; no effect without one. */
  auto_draw: flag.default(false),
  beacon_policy: beaconPolicy.default('wait'),
  /** R77: the rules that entrants are shown. */
  rules_text: rulesText.default(''),
  /** R78: how much of their names people may publish. */
  name_publications: allowedPublications.default(['full']),
  /** R89: devices add randomness between close and freeze. */
  adds_chance: flag.default(false),
  /** R86: witnesses that must cosign in time; 0 for none required. */
  witness_quorum: witnessQuorum.default(0),
  /** R91: how many numbers are thrown for a draw in the room. */
  room_numbers: roomNumbers.default(LIMITS.roomNumbers.default),
  no_win_months: noWinMonths.default(null),
  image_url: imageUpload.optional(),
  passphrase: passphrase.nullable().default(null),
  allow_public_join: flag.default(false),
  voting_enabled: flag.default(true),
  /** R71: in all of its draws only those can win who are present. */
  must_be_present: flag.default(false),
  chosen_animation: animationStyle.default('classic'),
  /** R81: whose raffle it is; left out, the caller's first workspace. */
  workspace_id: opaqueId.optional(),
});
export type RaffleCreateBody = z.infer<typeof raffleCreateBody>;

/** Only members that are sent change anything; `passphrase: null` removes it. Everything else in the body is ignored (C8). */
export const rafflePatchBody = z
  .object({
    title,
    description,
    max_winners: maxWinners,
    max_tickets: maxTickets,
    max_entries: maxEntries,
    deadline_at: enteredTime.nullable(),
    auto_draw: flag,
    beacon_policy: beaconPolicy,
    rules_text: rulesText,
    name_publications: allowedPublications,
    adds_chance: flag,
    witness_quorum: witnessQuorum,
    room_numbers: roomNumbers,
    no_win_months: noWinMonths,
    image_url: imageUpload,
    passphrase: passphrase.nullable(),
    voting_enabled: flag,
    chosen_animation: animationStyle,
    must_be_present: flag,
  })
  .partial();
export type RafflePatchBody = z.infer<typeof rafflePatchBody>;

/** The host gives people more time: after the present deadline (R12, R16). */
export const postponeBody = z.object({ deadline_at: enteredTime });
export type PostponeBody = z.infer<typeof postponeBody>;

/** R79: title and reason as typed; the reason is public. */
export const cancelBody = z.object({
  title: z.string().max(1000),
  reason: z
    .string()
    .trim()
    .min(LIMITS.cancelReason.min, 'Please say why. Everyone who takes part reads it.')
    .max(LIMITS.cancelReason.max, `A reason has at most ${LIMITS.cancelReason.max} characters.`),
});
export type CancelBody = z.infer<typeof cancelBody>;

/** R72: the notice for the stage and the phones; a time, words, or both. Null takes it down. */
export const pauseBody = z.object({
  pause: z
    .object({
      until: epochMs.nullable().default(null),
      text: z
        .string()
        .max(LIMITS.pauseText.max, `A notice has at most ${LIMITS.pauseText.max} characters.`)
        .transform((text) => (text.trim() === '' ? null : text.trim()))
        .nullable()
        .default(null),
    })
    .nullable(),
});
export type PauseBody = z.infer<typeof pauseBody>;

/** H11: what someone who joins by the public link has to pass. */
export const joinChecks = z.object({
  approval: z.boolean(),
  confirm_email: z.boolean(),
  one_per_device: z.boolean(),
  hall_code: z.boolean(),
});
export type JoinChecksView = z.infer<typeof joinChecks>;

/** R68: how many entries that hold a ticket joined themselves, were entered by the host, and are on paper. */
export const entriesBySource = z.object({ self: count, host: count, paper: count });
export type EntriesBySource = z.infer<typeof entriesBySource>;

/** What visitors may know. `takenNumbers` travels beside it, never in it. */
export const publicRaffle = z.object({
  id: opaqueId,
  title: z.string(),
  description: z.string(),
  /** Short path `/api/images/…` of the re-encoded image (R6). */
  image_url: z.string().nullable(),
  status: raffleStatus,
  requires_passphrase: z.boolean(),
  /** R61: the sum of the prizes' quantities. */
  max_winners: winnersInTotal,
  /** False while there is just one unnamed prize. */
  named_prizes: z.boolean(),
  /** Grows when the prizes change. */
  prizes_revision: count,
  /** R69: how many draws the raffle has, how many were held, and how many are still to come; skipped ones don't count. */
  draws: z.object({ total: count, held: count, left: count }),
  /** R72: between two draws: when the evening goes on, and the host's words; null while there is no notice. */
  pause: z.object({ until: epochMs.nullable(), text: z.string().nullable() }).nullable(),
  /** R71: where people must be present at a draw to win in it; null where at none. */
  presence: z
    .object({
      /** Numbers of these draws, of those that are not skipped. */
      draws: z.array(z.number().int().positive()),
      /** Where the next draw is one of them, from the opening of the raffle until the draw starts. */
      check_in: checkInCounts
        .extend({
          draw: z.number().int().positive(),
          /** Since when people can check in; null before. */
          opened_at: epochMs.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** R63, R69: everyone's chance follows from the tickets alone: one draw, one prize per person, no prize for some only. */
  equal_chances: z.boolean(),
  max_tickets: z.number().int(),
  max_entries: z.number().int().nullable(),
  deadline_at: epochMs.nullable(),
  /** R15: the draw starts automatically at the deadline. */
  auto_draw: z.boolean(),
  /** R31: since when an automatic draw has been waiting for the public beacon; null when none is. */
  draw_waits_since: epochMs.nullable(),
  voting_enabled: z.boolean(),
  chosen_animation: animationStyle,
  /** SHA-256 of the server's secret seed, published at opening; null in a draft. */
  seed_commit_hash: z.string().nullable(),
  /** Numbers given out, those of withdrawn and removed entries and of paper tickets too (R22). */
  entry_count: count,
  /** R67: of these, paper tickets that are not sold. They are in no list of people. */
  unsold_count: count,
  /** Entries that hold a ticket. */
  participant_count: count,
  sources: entriesBySource,
  ticket_total: count,
  /** R64: tickets in each bucket, from bucket 1 on; null where tickets are not spread over prizes. */
  bucket_totals: z.array(count).nullable(),
  /** The draw began: the list is closed for good, and nothing about the raffle changes any more (R13). */
  draw_started: z.boolean(),
  beacon_policy: beaconPolicy,
  /** R77: it has rules, which whoever joins accepts; `/rules/{id}` shows them. */
  has_rules: z.boolean(),
  /** R78: how much of their names people may publish, the fullest form first. */
  name_publications: z.array(namePublication),
  adds_chance: z.boolean(),
  witness_quorum: count,
  room_numbers: z.number().int(),
  /** R80: people who won in this host's raffles within this many months were not invited; null: everyone could be. */
  no_win_months: z.number().int().nullable(),
  /** R89: until when devices may send their contributions, and how many of those that can did; null outside this window. */
  contributing: z.object({ until: epochMs, received: count, expected: count }).nullable(),
  /** R94: the deadline as promised at opening, where entries close or closed at another time; else null. */
  promised_deadline_at: epochMs.nullable(),
  /** R79: when and why the host cancelled it, after which nothing is drawn; null for a raffle that goes on. Its status is closed. */
  cancelled: z.object({ at: epochMs, reason: z.string() }).nullable(),
  /** When entries closed; null while open. */
  closed_at: epochMs.nullable(),
  join_checks: joinChecks,
});
export type PublicRaffle = z.infer<typeof publicRaffle>;

export const pauseAnswer = publicRaffle.pick({ pause: true });
export type PauseAnswer = z.infer<typeof pauseAnswer>;

/** What members of its workspace see; never shows the passphrase or the seed. */
export const hostRaffle = publicRaffle.extend({
  /** R81: what the caller is in its workspace; `permissions.ts` says what that allows. */
  role: workspaceRole,
  workspace_id: opaqueId,
  /** R81: a draw starts once a second person has confirmed it. */
  two_start: z.boolean(),
  /** R81: while somebody asks for a draw to start; null otherwise. Until its `expires_at` by the server's clock. */
  start_request: startRequest.nullable(),
  /** R80: null for a raffle that is held once. */
  recurring: recurringRaffle.nullable(),
  rules_text: z.string(),
  allow_public_join: z.boolean(),
  /** H11: the host's own limit of joins from one network; null: the operator's alone. */
  join_limit: z.object({ burst: count, per_minute: count }).nullable(),
  /** People who wait for approval or an email. */
  waiting_count: count,
  public_link: z.string().nullable(),
  public_url: z.string().nullable(),
  /** Eight characters that can be read aloud; made together with the public link. */
  join_code: z.string().nullable(),
  /** `/j/{join_code}` in full. */
  join_code_url: z.string().nullable(),
  open_hash: z.string().nullable(),
  invitees_count: count,
  /** Joined entries that still hold a ticket. */
  /** Entries that hold a ticket, however they joined. */
  joined_count: count,
  /** joined / invited, in percent, 0–100; 0 when nobody was invited. */
  participation_rate: z.number(),
  created_at: epochMs,
  updated_at: epochMs,
  /** R79: nothing has happened in it for 90 days, or since its deadline; it can be cancelled and erased. */
  is_forgotten: z.boolean(),
  /** When names, addresses and image were erased (R53); null before. */
  cleaned_at: epochMs.nullable(),
});
export type HostRaffle = z.infer<typeof hostRaffle>;

/**
 * A short join code as people type it: case, blanks and hyphens don't count, and 0, O, 1, I, L, U are never used.
 * Anything else is simply unknown.
 */
export const joinCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$/, 'This is not a join code.'));

/** Where a short join code leads: to /join/{public_link}. */
export const joinCodeAnswer = z.object({ public_link: opaqueId });
export type JoinCodeAnswer = z.infer<typeof joinCodeAnswer>;

/** Whether the erased raffle is gone; one that was drawn keeps its result by number (H16). */
export const raffleErased = z.object({ gone: z.boolean() });
export type RaffleErased = z.infer<typeof raffleErased>;

/** A link is made once; `renew` makes another, and ends the one that was given out (M8). */
export const linkBody = z.object({ renew: z.boolean().optional() }).nullish();

export const publicLinkAnswer = z.object({ publicLink: z.string(), fullUrl: z.string() });
export const publicJoinBody = z.object({ allow: flag });
