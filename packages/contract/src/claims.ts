/**
 * R73: what becomes of a prize after the draw: claimed, handed over, or moved on. Everyone sees the state of each prize with
 * `prizeStatus` of the results, of the room's snapshot and of the events `draw:claims` and `draw:advance`.
 *
 * - GET /api/raffles/{id}/me/claims: the prizes that this browser's entries hold or held.
 * - POST /api/raffles/{id}/me/claims: claims one of them; POST …/me/claims/decline gives it up.
 * - GET and POST /api/raffles/{id}/desk/claims?key=…: the desk looks up what a ticket won, claims it and hands it over.
 * - GET /api/raffles/{id}/claims: the host's table, a page at a time; …/claims/export: all of it as a file.
 * - POST /api/raffles/{id}/claims, …/claims/hand-over, …/claims/decline, …/claims/ineligible, …/claims/extend: the host acts for
 *   somebody.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { claimAnswersInput } from './claim-form.ts';
import { ineligibleText, passOverReason, placeClaim, prizeStatus } from './prize-status.ts';
import { deskQuery } from './paper.ts';
import { claimWindow, count, epochMs, opaqueId } from './primitives.ts';
import { winningPerson } from './winners.ts';

/**
 * - drawn: to be claimed, until `claim_by` where the prize has a claim window
 * - claimed, handed_over: as it says
 * - declined, lapsed, ineligible, absent: passed over as declined, unclaimed, ineligible or absent
 */
export const claimState = z.enum([
  'drawn',
  'claimed',
  'handed_over',
  'declined',
  'lapsed',
  'ineligible',
  'absent',
]);
export type ClaimState = z.infer<typeof claimState>;

/** A prize as one entry held it: the present holder, or somebody whom it passed over. */
const heldPrize = z.object({
  draw_id: opaqueId,
  /** Number in the plan of its draw, from 1; with the entry number it names the place in every call. */
  prize: z.number().int().positive(),
  /** As drawn, from 1 within the prize; it stays the same however often the place goes on. */
  position: z.number().int().positive(),
  /** Null for an unnamed prize. */
  prize_name: z.string().nullable(),
  entry_number: z.number().int().positive(),
  state: claimState,
  /** Moved up after another was passed over. */
  moved_up: z.boolean(),
  /** Since when this entry holds or held it: the end of the show, or when it moved up. */
  since: epochMs,
  claim: placeClaim,
  /** How it was passed over; null for the present holder. */
  ended: z
    .object({
      at: epochMs,
      reason: passOverReason,
      /** Public; with `ineligible`. */
      text: z.string().nullable(),
      /** R73: it lapsed noticeably later than at `claim.claim_by`. */
      late: z.boolean(),
      /** Null when nobody was left. */
      moved_up_entry: z.number().int().positive().nullable(),
    })
    .nullable(),
});

/** Names a place by its present holder. Of several draws the last one that was held, where `draw_id` is left out. */
const place = {
  draw_id: opaqueId.optional(),
  prize: z.number().int().positive(),
  entry_number: z.number().int().positive(),
};

/** In order of draws, prizes and positions. */
export const ownClaim = heldPrize.extend({
  /** Of several entries of this browser, the one that won. */
  invitee_id: opaqueId,
  /** Number and name of the draw among the raffle's. */
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
  /** What the winner shows to the desk or the host: what a QR code ends with, and the same for typing. */
  code: z.object({ scanned: z.string(), typed: z.string() }),
});
export type OwnClaim = z.infer<typeof ownClaim>;
export const ownClaimsAnswer = z.object({ prizes: z.array(ownClaim) });
export type OwnClaimsAnswer = z.infer<typeof ownClaimsAnswer>;

/** Declines one's own prize. */
export const ownClaimBody = z.object(place);
export type OwnClaimBody = z.infer<typeof ownClaimBody>;

/**
 * Claims a prize of one's own, or for somebody, publicly labelled so. Claiming twice changes nothing; until the prize is handed over
 * it replaces the answers (R74).
 */
export const claimBody = z.object({ ...place, answers: claimAnswersInput.optional() });
export type ClaimBody = z.infer<typeof claimBody>;

/** What a QR code's address ends with (a paper ticket's, a personal link's or a winner's page's), or the code beside it. */
const ticketName = {
  token: z.string().max(200).optional(),
  code: z.string().max(LIMITS.typedCode.max).optional(),
};
const NAMED_ONCE = { message: 'Name the winner by a QR code or the code beside it.' };
const isNamedOnce = ({ token, code }: { token?: string | undefined; code?: string | undefined }): boolean =>
  (token === undefined) !== (code === undefined);

export const deskClaimsQuery = deskQuery.extend(ticketName).refine(isNamedOnce, NAMED_ONCE);

/** Without `prize` all prizes that the ticket holds are meant. */
export const deskClaimsBody = z
  .object({
    /** Sent again, it changes nothing. A prize that is handed over is claimed in the same moment, where it was not. */
    action: z.enum(['claim', 'hand_over']),
    ...ticketName,
    draw_id: opaqueId.optional(),
    prize: z.number().int().positive().optional(),
  })
  .refine(isNamedOnce, NAMED_ONCE);
export type DeskClaimsBody = z.infer<typeof deskClaimsBody>;

/** All prizes that the ticket holds or held, as they are now; no names, as everywhere at the desk. */
export const deskClaimsAnswer = z.object({
  entry_number: z.number().int().positive(),
  prizes: z.array(heldPrize),
});
export type DeskClaimsAnswer = z.infer<typeof deskClaimsAnswer>;

/** The host's table has a row for everyone who ever held a prize. */
export const claimRow = heldPrize.extend({
  person: winningPerson,
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
  claim_window: claimWindow,
  /** Has the entry on a device: only its owner declines then. */
  has_device: z.boolean(),
  /** R74: `not_asked` where the draw has no claim form. */
  answers: z.enum(['not_asked', 'none', 'given']),
});
export type ClaimRow = z.infer<typeof claimRow>;

export const claimsQuery = z.object({
  state: claimState.optional(),
  /** With `draw_id` a prize of that draw. */
  draw_id: opaqueId.optional(),
  prize: z.coerce.number().int().positive().optional(),
  /** Part of a name or an address, or a number. */
  search: z.string().trim().max(LIMITS.displayName.max).optional(),
  /** The page before's `next`. */
  after: z.string().max(100).optional(),
});
export type ClaimsQuery = z.infer<typeof claimsQuery>;

export const claimsAnswer = z.object({
  /** At most 50, in order of draws, prizes and positions; of a place those passed over come first. */
  rows: z.array(claimRow),
  /** Rows that match, on all pages. */
  total: count,
  /** Of the whole raffle, whatever is asked for. */
  counts: z.record(claimState, count),
  next: z.string().nullable(),
});
export type ClaimsAnswer = z.infer<typeof claimsAnswer>;

/** POST …/claims/decline: for somebody without a device. */
export const hostClaimBody = z.object(place);
export type HostClaimBody = z.infer<typeof hostClaimBody>;

/** One place, or all prizes that a scanned ticket holds. A prize that was not claimed is claimed in the same moment. */
export const handOverBody = z.union([z.object(place), z.object(ticketName).refine(isNamedOnce, NAMED_ONCE)]);
export type HandOverBody = z.infer<typeof handOverBody>;

/** Everyone sees the text. */
export const ineligibleBody = z.object({ ...place, text: ineligibleText });
export type IneligibleBody = z.infer<typeof ineligibleBody>;

/** Publicly, and once for each winner, while the prize can still be claimed. */
export const extendClaimBody = z.object({
  ...place,
  /** Whole minutes, up to 60 days. */
  seconds: z
    .number()
    .int()
    .min(LIMITS.claimExtension.min, 'An extension is at least a minute.')
    .max(LIMITS.claimExtension.max, 'An extension is at most 60 days.')
    .multipleOf(60, 'Please enter whole minutes.'),
});
export type ExtendClaimBody = z.infer<typeof extendClaimBody>;

/** What the host's actions answer: the rows of those concerned, and what everyone sees now. */
export const claimActionAnswer = z.object({ rows: z.array(claimRow), standing: prizeStatus });
export type ClaimActionAnswer = z.infer<typeof claimActionAnswer>;

/** GET …/claims/export: a line for each row of the table. */
export const claimsExportQuery = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });
