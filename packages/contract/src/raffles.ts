/** Raffles as their host edits them and as visitors see them (R10–R23). */
import { z } from 'zod';
import { beaconPolicies, LIMITS } from '@glassdrum/raffle-rules';
import { animationStyle, count, epochMs, flag, opaqueId, raffleStatus } from './primitives.ts';

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

/** R31: what a draw that starts by itself does while the public beacon is out of reach. */
export const beaconPolicy = z.enum(beaconPolicies);

export const raffleCreateBody = z.object({
  title,
  description: description.default(''),
  max_winners: maxWinners.default(LIMITS.winners.default),
  max_tickets: maxTickets.default(LIMITS.maxTickets.default),
  max_entries: maxEntries.default(null),
  deadline_at: epochMs.nullable().default(null),
  /** R15: draw by itself at the deadline; means nothing without one. */
  auto_draw: flag.default(false),
  beacon_policy: beaconPolicy.default('wait_then_lower'),
  image_url: imageUpload.optional(),
  passphrase: passphrase.nullable().default(null),
  allow_public_join: flag.default(false),
  voting_enabled: flag.default(true),
  chosen_animation: animationStyle.default('classic'),
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
    deadline_at: epochMs.nullable(),
    auto_draw: flag,
    beacon_policy: beaconPolicy,
    image_url: imageUpload,
    passphrase: passphrase.nullable(),
    voting_enabled: flag,
    chosen_animation: animationStyle,
  })
  .partial();
export type RafflePatchBody = z.infer<typeof rafflePatchBody>;

/** The host gives people more time: after the present deadline (R12, R16). */
export const postponeBody = z.object({ deadline_at: epochMs });
export type PostponeBody = z.infer<typeof postponeBody>;

/** What visitors may know. `takenNumbers` travels beside it, never in it. */
export const publicRaffle = z.object({
  id: opaqueId,
  title: z.string(),
  description: z.string(),
  /** Short path `/api/images/…` of the re-encoded picture (R6). */
  image_url: z.string().nullable(),
  status: raffleStatus,
  requires_passphrase: z.boolean(),
  max_winners: z.number().int(),
  max_tickets: z.number().int(),
  max_entries: z.number().int().nullable(),
  deadline_at: epochMs.nullable(),
  /** R15: the draw starts by itself at the deadline. */
  auto_draw: z.boolean(),
  /** R31: since when a draw that should start by itself waits for the public beacon; null when none does. */
  draw_waits_since: epochMs.nullable(),
  voting_enabled: z.boolean(),
  chosen_animation: animationStyle,
  /** SHA-256 of the server's secret seed, published at opening; null in a draft. */
  seed_commit_hash: z.string().nullable(),
  entry_count: count,
  ticket_total: count,
  /** A draw was frozen: nothing about the raffle changes any more (R13). */
  draw_started: z.boolean(),
});
export type PublicRaffle = z.infer<typeof publicRaffle>;

/** The host's own view; never shows the passphrase or the seed. */
export const hostRaffle = publicRaffle.extend({
  beacon_policy: beaconPolicy,
  allow_public_join: z.boolean(),
  public_link: z.string().nullable(),
  public_url: z.string().nullable(),
  /** Eight characters that can be read aloud; made together with the public link. */
  join_code: z.string().nullable(),
  /** `/j/{join_code}` in full. */
  join_code_url: z.string().nullable(),
  open_hash: z.string().nullable(),
  invitees_count: count,
  /** Joined entries that still hold a ticket. */
  joined_count: count,
  /** joined / invited, in percent, 0–100; 0 when nobody was invited. */
  participation_rate: z.number(),
  created_at: epochMs,
  updated_at: epochMs,
  /** When names, addresses and picture were erased (R53); null before. */
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

export const publicLinkAnswer = z.object({ publicLink: z.string(), fullUrl: z.string() });
export const publicJoinBody = z.object({ allow: flag });

export const auditEntry = z.object({
  id: opaqueId,
  action: z.string(),
  actor: z.string(),
  ts: epochMs,
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which records of the audit log: of one raffle, or of everything; `after` is the page before's `next`. */
export const auditQuery = z.object({ raffle_id: opaqueId.optional(), after: z.string().max(100).optional() });

export const auditPage = z.object({
  /** Newest first. */
  entries: z.array(
    auditEntry.extend({
      raffle_id: opaqueId.nullable(),
      /** Null for the account, and for a raffle that was deleted. */
      raffle_title: z.string().nullable(),
      /** Short fingerprint of the network address (I5), another one in each raffle; null where there is none. */
      place: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;
