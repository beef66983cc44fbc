/**
 * H11: who joins by the public link. The host's checks, people who wait for approval or for an email, and the review list.
 *
 * - PATCH /api/raffles/{id}/joining: the host's checks and limit, until the draw starts.
 * - POST /api/join/public: 202 with WaitingEntry where the entry has to wait.
 * - GET /api/raffles/{id}/own-request, POST …/own-request/confirm, POST …/own-request/cancel: the person who waits.
 * - POST /api/join/confirm: the link of the email, on any device.
 * - GET /api/raffles/{id}/review, POST …/review/approve, …/review/decline, …/participants/remove: the host.
 * - GET and POST /api/raffles/{id}/hall-code: the code in the hall; the stage shows its key.
 */
import { z } from 'zod';
import { LIMITS } from '@glassdrum/raffle-rules';
import { count, epochMs, flag, opaqueId } from './primitives.ts';
import { stageKey } from './stage.ts';

const joinLimitNumber = z
  .number()
  .int('Please enter a whole number.')
  .min(LIMITS.joinLimit.min, 'Please enter a number of at least 1.')
  .max(LIMITS.joinLimit.max, `Please enter a number of at most ${LIMITS.joinLimit.max}.`);

/** Only members that are sent change anything; `join_limit: null` removes the host's own limit. */
export const joiningBody = z
  .object({
    approval: flag,
    confirm_email: flag,
    one_per_device: flag,
    hall_code: flag,
    join_limit: z.object({ burst: joinLimitNumber, per_minute: joinLimitNumber }).nullable(),
  })
  .partial();
export type JoiningBody = z.infer<typeof joiningBody>;

export const waitsFor = z.enum(['email', 'approval']);

/** The own request of someone who has no entry yet. */
export const waitingEntry = z.object({
  /** Becomes the entry's id. */
  invitee_id: opaqueId,
  raffle_id: opaqueId,
  display_name: z.string(),
  /** 'declined': the host did not take it. */
  state: z.enum(['waiting', 'declined']),
  /** What is still missing, in order. */
  waits_for: z.array(waitsFor),
  asked_at: epochMs,
});
export type WaitingEntry = z.infer<typeof waitingEntry>;

/** The answer to a join that has to wait. */
export const waitingAnswer = waitingEntry.extend({
  /** For clients without cookies, sent once, as with an entry (I1). */
  participant_token: z.string().nullable(),
});
export type WaitingAnswer = z.infer<typeof waitingAnswer>;

/** Null without a request of this browser, and once it became an entry. */
export const ownRequestAnswer = z.object({ request: waitingEntry.nullable() });
export type OwnRequestAnswer = z.infer<typeof ownRequestAnswer>;

/** The code in the email, as people type it; another shape is a wrong code. */
export const confirmCodeBody = z.object({
  code: z
    .string()
    .max(100)
    .transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
});
/** The link in the email, which works on any device. */
export const confirmLinkBody = z.object({ token: z.string().max(200) });
/** `joined`: the entry counts now; otherwise it waits for the host's approval. */
export const confirmAnswer = z.object({ joined: z.boolean() });
export type ConfirmAnswer = z.infer<typeof confirmAnswer>;

/** A person in the review list: an entry, or someone who waits. */
export const reviewPerson = z.object({
  invitee_id: opaqueId,
  /** Null while waiting. */
  entry_number: z.number().int().positive().nullable(),
  display_name: z.string(),
  email: z.string().nullable(),
  /** Of the entry or the request. */
  at: epochMs,
});
export type ReviewPerson = z.infer<typeof reviewPerson>;

export const reviewWaiting = reviewPerson.extend({
  state: z.enum(['waiting', 'declined']),
  waits_for: z.array(waitsFor),
});
export type ReviewWaiting = z.infer<typeof reviewWaiting>;

/** 'email': aliases of one address. 'second': one network within one second. 'network': one network, many entries. */
export const reviewGroupKind = z.enum(['email', 'second', 'network']);
const groupName = { kind: reviewGroupKind, key: z.string().min(1).max(400) };

export const reviewGroup = z.object({
  ...groupName,
  /** Entries that hold a ticket. */
  entries: count,
  /** Requests that wait. */
  waiting: count,
  /** The first of them. */
  people: z.array(reviewPerson),
});
export type ReviewGroup = z.infer<typeof reviewGroup>;

export const reviewAnswer = z.object({
  /** Oldest first; at most 500. */
  waiting: z.array(reviewWaiting),
  waiting_count: count,
  /** Largest first. */
  groups: z.array(reviewGroup),
  /** More than a tenth of the entries come from one network; null otherwise. */
  network_warning: z.object({ entries: count, of: count }).nullable(),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

const someIds = z.array(opaqueId).min(1).max(LIMITS.reviewedAtOnce.max);

/** People by id, or everyone of a group or everyone who waits, at most 200 a call. */
export const reviewBody = z.union([
  z.object({ invitee_ids: someIds }),
  z.object({ group: z.object(groupName) }),
  z.object({ all: z.literal(true) }),
]);
export type ReviewBody = z.infer<typeof reviewBody>;
/** Removing everyone at once is not offered. */
export const removeBody = z.union([
  z.object({ invitee_ids: someIds }),
  z.object({ group: z.object(groupName) }),
]);
export type RemoveBody = z.infer<typeof removeBody>;

export const reviewResult = z.object({
  /** People this call changed. */
  changed: count,
  /** Whose address or device has an entry already. They keep waiting. */
  skipped: count,
  /** Chosen people that another call would change: repeat the call while this is above 0. */
  left: count,
});
export type ReviewResult = z.infer<typeof reviewResult>;

export const hallCodeQuery = z.object({ key: stageKey.optional() });
export const hallCodeAnswer = z.object({
  /** Six characters; null where the raffle requires none, or no one can join. */
  code: z.string().nullable(),
  /** When the next one replaces it. */
  changes_at: epochMs.nullable(),
});
export type HallCodeAnswer = z.infer<typeof hallCodeAnswer>;
