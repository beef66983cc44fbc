/** All wins of a raffle for its host, by prize, with how to reach the winners (R14, R60). From the reveal on (R4). */
import { z } from 'zod';
import { entrySource } from './entries.ts';
import { passOverReason } from './prize-status.ts';
import { count, epochMs, opaqueId } from './primitives.ts';

/** What only the host is shown. Name, address, note and groups are empty once they were erased. */
export const winningPerson = z.object({
  entry_number: z.number().int().positive(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  /** The host's own note from the list of invitees. */
  note: z.string().nullable(),
  source: entrySource,
  groups: z.array(z.string()),
});
export type WinningPerson = z.infer<typeof winningPerson>;

/** One of a prize's quantity: who won it, and what became of it. */
export const winningPlace = z.object({
  /** As drawn, from 1 within the prize. */
  position: z.number().int().positive(),
  /** Null when nobody was left for it. */
  holder: winningPerson.extend({ moved_up: z.boolean() }).nullable(),
  /** In the order in which it happened. */
  passed_over: z.array(
    winningPerson.extend({
      reason: passOverReason,
      at: epochMs,
      moved_up: z.object({ entry_number: z.number().int(), display_name: z.string().nullable() }).nullable(),
    }),
  ),
});
export type WinningPlace = z.infer<typeof winningPlace>;

export const prizeWins = z.object({
  draw_id: opaqueId,
  /** In the plan of its draw, from 1. */
  prize: z.number().int().positive(),
  name: z.string().nullable(),
  quantity: z.number().int().positive(),
  image_url: z.string().nullable(),
  places: z.array(winningPlace),
  /** Announced alternates who would move up now, in their order. When none is left, the same order is computed further. */
  next: z.array(winningPerson),
});
export type PrizeWins = z.infer<typeof prizeWins>;

/** Of all draws whose result is due, in their order. */
export const winnersAnswer = z.object({
  draws: z.array(
    z.object({
      draw_id: opaqueId,
      /** Among the raffle's planned draws. */
      number: z.number().int().positive(),
      name: z.string().nullable(),
      drawn_at: epochMs,
      /** Its winners can be passed over: it is complete, and not of an earlier version of the protocol. */
      can_pass_over: z.boolean(),
      /** R71: how many were present, and how many absent, who could not win; null where nobody had to be present. */
      presence: z.object({ present: count, absent: count }).nullable(),
    }),
  ),
  /** In the order of draws and of their lists. */
  prizes: z.array(prizeWins),
  wins: count,
});
export type WinnersAnswer = z.infer<typeof winnersAnswer>;

/** GET /api/raffles/{id}/winners/export: one line for each person, or the winners by prize. */
export const winnersExportQuery = z.object({ format: z.enum(['csv', 'json']).default('csv') });
