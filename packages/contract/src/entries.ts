/** Joining, one's own entry, and the host's participant list (R20–R25, R40–R45). */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { count, emailAddress, epochMs, hex64, namePublication, opaqueId } from './primitives.ts';
import { publicRaffle } from './raffles.ts';

/** Visitors get the name shortened to first word and initial (R43). */
export const takenNumber = z.object({ entry_number: z.number().int().positive(), display_name: z.string() });
export type TakenNumber = z.infer<typeof takenNumber>;

/** I4: all that a valid link of a draft reveals. It is no error: the page waits for the opening. */
export const notOpenYet = z.object({ not_open_yet: z.literal(true) });
export type NotOpenYet = z.infer<typeof notOpenYet>;

export const inviteInfo = z.object({
  raffle: publicRaffle,
  invitee: z.object({ display_name: z.string() }),
  is_redeemed: z.boolean(),
  /** R41: the host re-issued this link after the entry was joined. POST /api/continue/link opens the entry here, once. */
  reissued: z.boolean(),
  /** R66: the number with which the host entered this person; null for anyone who joins or joined. */
  entered_number: z.number().int().positive().nullable(),
  /** This browser's own entry for the invite, when it is the one that joined. */
  own_entry: z.object({ invitee_id: opaqueId, entry_number: z.number().int().positive() }).nullable(),
  takenNumbers: z.array(takenNumber),
});
export type InviteInfo = z.infer<typeof inviteInfo>;
export const inviteAnswer = z.union([inviteInfo, notOpenYet]);

export const publicJoinInfo = z.object({ raffle: publicRaffle, takenNumbers: z.array(takenNumber) });
export type PublicJoinInfo = z.infer<typeof publicJoinInfo>;
export const publicJoinAnswer = z.union([publicJoinInfo, notOpenYet]);

/** `none`: `takenNumbers` stays empty, for a page whose first view shows only how many there are. */
export const joinInfoQuery = z.object({ numbers: z.enum(['all', 'none']).default('all') });

const optionalText = z
  .string()
  .max(LIMITS.passphrase.max * 10, 'This is too long.')
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text));

/** R87, R89: what the joining device made: its public key, and the commitment to its contribution. Both public. */
const deviceFields = { device_key: hex64.optional(), entropy_commit: hex64.optional() };

/**
 * R78: how much of the name others read, of the forms that the raffle allows; without it, the fullest. R77: whether the rules are
 * accepted, where the raffle has some.
 */
export const chosenFields = {
  name_publication: namePublication.optional(),
  rules_accepted: z.boolean().optional(),
};

export const inviteJoinBody = z.object({
  token: opaqueId,
  passphrase: optionalText,
  ...chosenFields,
  ...deviceFields,
});
export type InviteJoinBody = z.infer<typeof inviteJoinBody>;

/** H11: as people type it. Case, spaces and hyphens don't matter, and another shape is a wrong code. */
const typedHallCode = z
  .string()
  .max(100)
  .optional()
  .transform((text) => {
    const code = text?.replace(/[\s-]/g, '').toUpperCase();
    return code === '' ? undefined : code;
  });

export const publicJoinEntryBody = z.object({
  public_link: opaqueId,
  display_name: z.string().max(1000),
  email: z
    .string()
    .max(1000, 'This is not an email address.')
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? undefined : text))
    .pipe(emailAddress.optional()),
  passphrase: optionalText,
  /** The code that is shown in the hall. */
  hall_code: typedHallCode,
  /** A random value that this browser stores for the raffle, where it takes one entry per device. */
  device_mark: hex64.optional(),
  ...chosenFields,
  ...deviceFields,
});
export type PublicJoinEntryBody = z.infer<typeof publicJoinEntryBody>;

export const entryState = z.enum(['in', 'withdrawn', 'removed', 'absent']);
export const entrySource = z.enum(['self', 'host', 'paper']);
/** R71: with the code on the stage, at the desk, or through the host. */
const checkInWay = z.enum(['code', 'desk', 'host']);

/** `draw-receipt/2`, draw protocol §9. */
export const receipt = z.object({
  format: z.literal('draw-receipt/2'),
  series_id: z.string(),
  draw_id: z.string(),
  open_hash: z.string(),
  entry_number: z.number().int(),
  state: entryState,
  source: entrySource,
  weights: z.array(count),
  display_name: z.string(),
  salt: z.string(),
  entropy_commit: z.string(),
  device_key: z.string(),
  issued_at: z.number().int(),
  key_id: z.string(),
  signature: z.string(),
});

/** R94: a public change of an entry after joining, by its record in the log. */
export const entryChange = z.object({
  /** 1, 2, 3 … in the raffle, in order of time. */
  number: z.number().int().positive(),
  entry_number: z.number().int().positive(),
  state: entryState,
  tickets: count,
  /** In each pool (draw protocol §3). */
  weights: z.array(count),
  reason_code: z.string(),
  made_by: z.enum(['host', 'entrant']),
  /** By the entry's device, over the text of a withdrawal; null where there is none. */
  signature: z.string().nullable(),
  /** Unix seconds that the signed text names. */
  signed_at: z.number().int().nullable(),
  at: epochMs,
});
export type EntryChange = z.infer<typeof entryChange>;

/**
 * Changes that come by the hundred, each of which is the same to everyone but its entry: paper tickets that are sold, labels that
 * the host gives, tickets that are spread over prizes. The list counts them by reason; with `reason` each of them can be read.
 */
export const countedReason = z.enum([
  'paper_ticket_sold',
  'paper_ticket_unsold',
  'groups_changed_by_host',
  'tickets_placed_by_entrant',
  'tickets_placed_by_host',
  'prize_removed_by_host',
]);
export type CountedReason = z.infer<typeof countedReason>;

/**
 * `after`: the number of the last change one has; the ones before it in time follow. Without it, the newest.
 * `reason`: each change of a reason that is otherwise only counted.
 */
export const changesQuery = z.object({
  after: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .optional(),
  reason: countedReason.optional(),
});

const addedEntries = z.object({ count: z.number().int().positive(), last_at: epochMs }).nullable();

export const changesAnswer = z.object({
  /** Newest first, at most 100 at a time. */
  changes: z.array(entryChange),
  /** How many there are to page through: of the asked reason, or all that are listed one by one. */
  total: count,
  /** What is counted instead, by reason, newest first. */
  counted: z.array(
    z.object({
      reason_code: countedReason,
      changes: z.number().int().positive(),
      /** How many different entries they are about. */
      entries: z.number().int().positive(),
      last: entryChange,
    }),
  ),
  /** What the host added to the list after the opening: people entered, and printed tickets. */
  added: z.object({ host: addedEntries, paper: addedEntries }),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;

/** Which entry is meant: a browser may hold several of one raffle; without the id it is the one joined last. */
const whichEntry = { invitee_id: opaqueId.optional() };
export const ownEntryQuery = z.object(whichEntry);

/** R45, R94: a device signs its withdrawal with its key; a device without the key sends neither member. */
export const leaveBody = z
  .object({
    ...whichEntry,
    /** Unix seconds of the signed text, within 10 minutes of the server's clock. */
    at: z.number().int().nonnegative().optional(),
    /** Ed25519 over `draw.leave.v2`, series id, entry number and `at`, one line each. */
    signature: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .optional(),
  })
  .refine((body) => (body.at === undefined) === (body.signature === undefined), {
    message: 'Send the signature together with its time, or neither of them.',
  });
export type LeaveBody = z.infer<typeof leaveBody>;

export const joinAnswer = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  raffle_id: opaqueId,
  display_name: z.string(),
  tickets: count,
  /** For clients without cookies, sent once: send it back as `Authorization: Bearer` (I1). Null when the entry existed already. */
  participant_token: z.string().nullable(),
  receipt,
});
export type JoinAnswer = z.infer<typeof joinAnswer>;

const placedTickets = z.object({
  bucket: z.number().int().min(1).max(LIMITS.buckets.max),
  tickets: z.number().int().min(0).max(LIMITS.maxTickets.max),
});

/** R64: the tickets of an entry in each bucket that has some. */
export const placement = z.object({
  /** Grows with every change of the entry. */
  revision: count,
  placed: z.array(placedTickets),
  /** In no bucket: they take part in nothing. */
  left: count,
});
export type Placement = z.infer<typeof placement>;

/** R78: less of the own name from now on; never more again. */
export const ownNameBody = z.object({ ...whichEntry, name_publication: namePublication });
export type OwnNameBody = z.infer<typeof ownNameBody>;

/** R78: the same by the host, for somebody of the raffle. */
export const personNameBody = ownNameBody.omit({ invitee_id: true });

/** R64: the whole allocation. Another one in the meantime is refused with `placement_changed`. */
export const placementBody = z.object({
  ...whichEntry,
  revision: count,
  placed: z.array(placedTickets).max(LIMITS.buckets.max),
});
export type PlacementBody = z.infer<typeof placementBody>;

/** R64: the same by the host, for somebody without a phone. */
export const hostPlacementBody = placementBody.omit({ invitee_id: true });

/** R64: who holds tickets that lie in no bucket, for the host. */
export const unplacedAnswer = z.object({
  people: count,
  tickets: count,
  /** By number, at most 200. */
  entries: z.array(
    z.object({
      invitee_id: opaqueId,
      entry_number: z.number().int().positive(),
      display_name: z.string().nullable(),
      tickets: count,
      /** Whether the host can place them: a person who joined on a phone does so there. */
      by_host: z.boolean(),
      placement,
    }),
  ),
});
export type UnplacedAnswer = z.infer<typeof unplacedAnswer>;

/** The session's own entry in a raffle, with its newest receipt. */
export const ownEntry = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  display_name: z.string(),
  /** R78: how much of the name others read. */
  name_publication: namePublication,
  tickets: count,
  state: entryState,
  joined_at: epochMs,
  /** Null where the raffle was drawn before version 2 of the protocol: its receipts had another form. */
  receipt: receipt.nullable(),
  /** Every public change of this entry, oldest first (R94). */
  changes: z.array(entryChange),
  /** R71: how and when this entry checked in for the next draw; null if it did not, or need not. */
  check_in: z.object({ draw_id: opaqueId, way: checkInWay, at: epochMs }).nullable(),
  /** R64: where its tickets lie; null where tickets are not spread over prizes. */
  placement: placement.nullable(),
  /** Whom to contact, where the host made one of these changes; else null. */
  host_name: z.string().nullable(),
});
export type OwnEntry = z.infer<typeof ownEntry>;

/** The same for pages that visitors open too: null without an entry. */
export const ownEntryAnswer = z.object({ entry: ownEntry.nullable() });
export type OwnEntryAnswer = z.infer<typeof ownEntryAnswer>;

export const participantRow = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  display_name: z.string(),
  /** R78: how much of the name others read; the host reads all of it. */
  name_publication: namePublication,
  /** R77: when this person accepted the rules; null where there were none, and for whom the host entered. */
  rules_accepted_at: epochMs.nullable(),
  email: z.string().nullable(),
  joined_at: epochMs,
  /** 0: withdrawn or removed, and the number stays taken (R22); or a paper ticket that is not sold, which is `in` (R67). */
  tickets: count,
  state: entryState,
  source: entrySource,
  /** The host's labels (R63). */
  groups: z.array(z.string()),
  /** R70: it holds a prize and sits the next draw out. */
  sits_out: z.boolean(),
  /** R71: the draws, by number, that it checked in for, and how; none once the person is erased. */
  check_ins: z.array(z.object({ draw: z.number().int().positive(), way: checkInWay, at: epochMs })),
  /** R71: numbers of the draws that it was absent from, so that it could not win in them. */
  absent_in: z.array(z.number().int().positive()),
});
export type ParticipantRow = z.infer<typeof participantRow>;

/** GET /api/raffles/{id}/participants: only those with the lowest numbers, for the first view of a long list. */
export const participantsQuery = z.object({ first: z.coerce.number().int().min(1).max(1_000).optional() });

export const participantsAnswer = z.object({
  participants: z.array(participantRow),
  raffle: z.object({ id: opaqueId, title: z.string(), max_tickets: z.number().int() }),
});
export type ParticipantsAnswer = z.infer<typeof participantsAnswer>;

export const ticketsBody = z.object({
  tickets: z.number().int('Tickets must be a whole number.').min(1).max(1_000_000),
});
