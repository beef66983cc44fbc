/**
 * R41: the same entry on a further device. Four ways, each ends with a participant session of the new device's own:
 *
 * 1. The new device asks with the redeemed invite and shows a code; the joined device sees the same code and approves.
 * 2. The joined device shows a code or QR code; the new device redeems it.
 * 3. A code goes to the invitee's email address; the new device redeems it as in 2.
 * 4. The host re-issues the link (`reissued` in InviteInfo); the new device opens the entry with it, once.
 */
import { z } from 'zod';
import { epochMs, opaqueId } from './primitives.ts';

/** How long a request or a code is good. */
export const CONTINUE_WITHIN_MS = 10 * 60 * 1000;

/** What codes are made of: no 0, O, 1, I, L or U, so that they can be read aloud. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Case, blanks and hyphens don't count. */
const continueCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(new RegExp(`^[${SIGNS}]{8}$`), 'This is not a code of eight letters and digits.'));

/** POST /api/continue/request and /api/continue/mail, of a redeemed invite; /api/continue/link, of a re-issued one. */
export const continueTokenBody = z.object({ token: opaqueId });

/** Way 1, on the new device. Repeated by the same device it is the same request, until that is answered. */
export const continueRequest = z.object({
  request_id: opaqueId,
  /** Six characters to compare with what the joined device shows. No secret: it opens nothing. */
  code: z.string(),
  expires_at: epochMs,
  /** Whether way 3 is open too: the host gave an email address, and this installation sends mail. */
  mail_possible: z.boolean(),
  /**
   * For clients without cookies, sent once: the `Authorization: Bearer` with which to poll for the outcome, and which is the
   * participant's session after the approval (I1). Null when the device had a session already.
   */
  participant_token: z.string().nullable(),
});
export type ContinueRequest = z.infer<typeof continueRequest>;

/** The entry that this device now has a session for. */
export const continuedEntry = z.object({
  raffle_id: opaqueId,
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  display_name: z.string(),
});
export type ContinuedEntry = z.infer<typeof continuedEntry>;

/** GET /api/continue/{request_id} with the session of the requesting device; 404 for everyone else. */
export const continueStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting'), expires_at: epochMs }),
  z.object({ state: z.literal('refused') }),
  /** No one answered in time. */
  z.object({ state: z.literal('expired') }),
  /** The requesting session has the entry now: `GET /api/raffles/{id}/me` and the socket know it. */
  z.object({ state: z.literal('approved'), entry: continuedEntry }),
]);
export type ContinueStatus = z.infer<typeof continueStatus>;

/** POST /api/continue/redeem: ways 2 and 3. */
export const continueRedeemBody = z.object({ code: continueCode });

/** Answers redeem and link. `participant_token` as after joining. */
export const continueAnswer = continuedEntry.extend({ participant_token: z.string().nullable() });
export type ContinueAnswer = z.infer<typeof continueAnswer>;

/** POST /api/continue/mail. The address is never shown. */
export const continueMailAnswer = z.object({ expires_at: epochMs });

/** The joined device's own entry; needed only where a browser holds several entries of one raffle. */
export const continueEntryQuery = z.object({ invitee_id: opaqueId.optional() });

/** GET /api/raffles/{id}/me/continue-requests, and the answer of approve and refuse. */
export const continueRequests = z.object({
  /** Waiting ones, oldest first. POST …/continue-requests/{request_id}/approve or /refuse. */
  requests: z.array(z.object({ request_id: opaqueId, code: z.string(), expires_at: epochMs })),
  /** Until when the code that this entry's device made (way 2) can be used; null without one, and once it was used. */
  code_expires_at: epochMs.nullable(),
});
export type ContinueRequests = z.infer<typeof continueRequests>;

/** POST /api/raffles/{id}/me/continue-code; a new code makes the one before useless. */
export const continueCodeAnswer = z.object({
  /** Eight characters; the screen may show them as two groups of four. */
  code: z.string(),
  /** For the QR code: the page /continue with the code behind `#`, which browsers never send. */
  url: z.string(),
  expires_at: epochMs,
});
export type ContinueCodeAnswer = z.infer<typeof continueCodeAnswer>;
