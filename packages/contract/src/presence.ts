/**
 * R71: draws in which only those can win who are present, and how people check in.
 *
 * - PUT /api/raffles/{id}/draws/{number}/presence: the host says for each draw whether people must be present.
 * - POST /api/raffles/{id}/check-in: the host opens check-in for the next draw.
 * - GET /api/raffles/{id}/check-in/code?key=…: the code that the stage shows; 404 for a wrong key.
 * - POST /api/raffles/{id}/me/check-in: an entrant checks in with that code.
 * - POST /api/raffles/{id}/desk/check-ins?key=…: the desk checks people in; POST /api/raffles/{id}/check-ins: the host.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { ownEntry } from './entries.ts';
import { isNamedOnce, NAMED_ONCE, ticketNames } from './paper.ts';
import { checkInCounts, epochMs, opaqueId } from './primitives.ts';
import { publicRaffle } from './raffles.ts';
import { stageKey } from './stage.ts';

export type CheckInCounts = z.infer<typeof checkInCounts>;

export const presenceBody = z.object({ required: z.boolean() });
export type PresenceBody = z.infer<typeof presenceBody>;

export const presenceAnswer = publicRaffle.pick({ presence: true });
export type PresenceAnswer = z.infer<typeof presenceAnswer>;

export const checkInCodeQuery = z.object({ key: stageKey.default('') });

export const checkInCodeAnswer = z.object({
  /** Null while check-in is not open. */
  code: z
    .object({
      /** The QR code's address: `/here/{raffle}?code=…` in full. */
      url: z.string(),
      /** For typing, where a camera fails. */
      typed: z.string(),
      /** When the next code follows. */
      changes_at: epochMs,
      /** Until when this one is accepted. */
      valid_until: epochMs,
    })
    .nullable(),
});
export type CheckInCodeAnswer = z.infer<typeof checkInCodeAnswer>;

/** From the QR code, or as people type it: case, spaces and hyphens don't matter then. */
export const ownCheckInBody = z.object({ code: z.string().max(100) });
export type OwnCheckInBody = z.infer<typeof ownCheckInBody>;

/** All entries of this browser in the raffle that take part. */
export const ownCheckInAnswer = z.object({ entries: z.array(ownEntry) });
export type OwnCheckInAnswer = z.infer<typeof ownCheckInAnswer>;

export const checkInsBody = z
  .object({
    /** Made for this call, by which a desk without network recognizes it. */
    client_id: opaqueId,
    action: z.enum(['check_in', 'take_back']),
    /** The draw that it is for: what a desk kept without network counts for no later one. Left out for the next draw. */
    draw: z.number().int().min(1).max(LIMITS.draws.max).optional(),
    ...ticketNames,
  })
  .refine(isNamedOnce, NAMED_ONCE);
export type CheckInsBody = z.infer<typeof checkInsBody>;

export const checkInResult = z.enum([
  'checked_in',
  'already_checked_in',
  'taken_back',
  'not_checked_in',
  'own',
  'unsold',
  'gone',
]);

export const checkInsAnswer = checkInCounts.extend({
  /** Neighbouring numbers with one result together, in ascending order. */
  results: z.array(
    z.object({
      first: z.number().int().positive(),
      last: z.number().int().positive(),
      result: checkInResult,
    }),
  ),
});
export type CheckInsAnswer = z.infer<typeof checkInsAnswer>;
