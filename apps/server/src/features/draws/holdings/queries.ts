/** What an entry holds in a draw, and until when, for what is written to its owner (R75). */
import { claimBy } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { shownPrizesOf } from '../../raffles/prizes/queries.ts';
import { claimFormOf } from '../claim-form/queries.ts';
import { drawById, firstDraw } from '../draw-rows.ts';
import { completeDrawOf, placeOf } from '../results/pass-on.ts';
import { titleOf } from '../results/queries.ts';

interface OwnHolding {
  /** Number in the plan of its draw. */
  prize: number;
  /** As the prize is called; null for a raffle's only prize without a name. */
  name: string | null;
  isClaimed: boolean;
  /** Until when it can be claimed, epoch ms; null where it never lapses. */
  claimBy: number | null;
}

export interface OwnHoldings {
  held: OwnHolding[];
  /** R74: the winners of the draw fill in a form. */
  hasForm: boolean;
}

interface DrawOfEntry {
  raffleId: string;
  /** Null for the raffle's first draw. */
  drawId: string | null;
  entryNumber: number;
}

async function completeDraw(query: Kysely<Tables>, { raffleId, drawId }: DrawOfEntry) {
  const draw = drawId === null ? await firstDraw(query, raffleId) : await drawById(query, drawId);
  if (draw === null || draw.completed_at === null || draw.protocol !== 2) return null;
  const state = await completeDrawOf(query, draw);
  const prizes = await shownPrizesOf(query, raffleId, state.drawNumber);
  return { state, nameOf: (prize: number) => titleOf(prizes, prize) };
}

/** Nothing before the draw is complete. */
export async function ownHoldings(query: Kysely<Tables>, of: DrawOfEntry): Promise<OwnHoldings> {
  const complete = await completeDraw(query, of);
  if (complete === null) return { held: [], hasForm: false };
  const { state, nameOf } = complete;
  const own = state.holders.filter(({ entryNumber }) => entryNumber === of.entryNumber);
  return {
    held: own.map((holder) => {
      const held = state.claims.heldPrize(holder);
      const { prize } = holder;
      return { prize, name: nameOf(prize), isClaimed: held.claimedAt !== null, claimBy: claimBy(held) };
    }),
    hasForm: (await claimFormOf(query, state.draw.id)).length > 0,
  };
}

/** The prize that an entry lost because it did not claim it in time; null where it did not. */
export async function lapsedPrizeOf(
  query: Kysely<Tables>,
  of: DrawOfEntry & { prize: number },
): Promise<{ name: string | null } | null> {
  const complete = await completeDraw(query, of);
  const place = complete === null ? null : placeOf(complete.state, of);
  if (complete === null || place?.ended?.reason !== 'unclaimed') return null;
  return { name: complete.nameOf(of.prize) };
}
