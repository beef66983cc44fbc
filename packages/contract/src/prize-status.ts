/** The rows of a result, and what became of its prizes after the draw: passed over, claimed, handed over (R14, R73). */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { epochMs, opaqueId } from './primitives.ts';

export const resultRow = z.object({
  id: z.string(),
  /** 1, 2, 3 … in the plan; `position` counts within the prize. */
  prize: z.number().int().positive(),
  position: z.number().int().positive(),
  /** Null once the names were erased. */
  display_name: z.string().nullable(),
  entry_number: z.number().int().positive(),
  selection_index: z.string(),
});
export type ResultRow = z.infer<typeof resultRow>;

/** R14: why a winner does not take the prize. */
export const passOverReason = z.enum(['absent', 'declined', 'unclaimed', 'ineligible']);
export type PassOverReason = z.infer<typeof passOverReason>;

const INELIGIBLE_TEXT_MESSAGE = 'Please say why this person is not eligible. Everyone sees it.';
/** R73: everyone sees it. */
export const ineligibleText = z
  .string()
  .trim()
  .min(LIMITS.ineligibleText.min, INELIGIBLE_TEXT_MESSAGE)
  .max(LIMITS.ineligibleText.max, `A reason has at most ${LIMITS.ineligibleText.max} characters.`);

/** R73: the winner on a phone, the desk, or the host for somebody, which everyone sees. */
export const claimedBy = z.enum(['device', 'desk', 'host']);
export type ClaimedBy = z.infer<typeof claimedBy>;

/** R73: how far an entry has come with a prize that it holds or held. */
export const placeClaim = z.object({
  /**
   * Until when it can be claimed, with its extension; without a claim it lapses then. Null where the prize has no claim window,
   * and until the window starts at the end of the show.
   */
  claim_by: epochMs.nullable(),
  extension: z.object({ seconds: z.number().int().positive(), at: epochMs }).nullable(),
  claimed: z.object({ at: epochMs, by: claimedBy }).nullable(),
  handed_over_at: epochMs.nullable(),
});
export type PlaceClaim = z.infer<typeof placeClaim>;

/** `entry_number` of the present holder: a winner, or an entry that moved up. */
export const passOverBody = z
  .object({
    /** Of several draws, which one; left out for the last that was held. */
    draw_id: opaqueId.optional(),
    prize: z.number().int().positive().default(1),
    entry_number: z.number().int().positive(),
    reason: passOverReason,
    /** R73: why the person is not eligible, which everyone sees; with that reason only. */
    text: ineligibleText.optional(),
  })
  .refine(({ reason, text }) => reason !== 'ineligible' || text !== undefined, {
    path: ['text'],
    message: INELIGIBLE_TEXT_MESSAGE,
  });
export type PassOverBody = z.infer<typeof passOverBody>;

/** One prize went on from one entry to the next of the fixed order, in the order in which it happened. */
export const passedOverRow = z.object({
  prize: z.number().int().positive(),
  /** The winner's position as drawn. It stays the same however often the place goes on. */
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
  /** R73: why the person was not eligible; null with other reasons. */
  text: z.string().nullable(),
  claim: placeClaim,
  /** R73: it lapsed noticeably later than at `claim.claim_by`, because the server was down or another draw was running. */
  late: z.boolean(),
});
export type PassedOverRow = z.infer<typeof passedOverRow>;

/** Who holds a prize now. `id`, `selection_index` and name are the holder's; `position` is the prize. */
export const prizeHolder = resultRow.extend({
  /** False: won it in the draw; true: moved up after another was passed over. */
  moved_up: z.boolean(),
  /** R73. */
  state: z.enum(['drawn', 'claimed', 'handed_over']),
  claim: placeClaim,
});
export type PrizeHolder = z.infer<typeof prizeHolder>;

/** R14: what became of the prizes after the draw. A prize for which no one was left has no holder. */
export const prizeStatus = z.object({
  passed_over: z.array(passedOverRow),
  /** In order of prizes. With no one passed over: the winners. */
  current_winners: z.array(prizeHolder),
});
export type PrizeStatus = z.infer<typeof prizeStatus>;
