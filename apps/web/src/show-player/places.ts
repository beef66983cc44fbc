/** The places of a prize: what they are called, and what became of them after the draw (R14, R53, R61). */
import type { LiveResult, PassOverReason, PrizeHolder, PrizeStatus, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { passedOverMore } from '../ui/claim-texts.ts';
import { type PrizeName, prizeTitle } from './prize-names.ts';
import { nameOf } from './winners.ts';

type PlaceOfPrize = Pick<ResultRow, 'prize' | 'position'>;

/** "2nd of 3"; null for a prize that is given once. */
export function placeWithin(prizes: readonly PrizeName[], { prize, position }: PlaceOfPrize): string | null {
  const quantity = prizes[prize - 1]?.quantity ?? 1;
  return quantity === 1 ? null : m.draw_place_of({ position, quantity });
}

/** What a row stands for, in one line: "Place 2", "Bottle of wine", or "Bottle of wine, 2nd of 3". */
export function placeOf(prizes: readonly PrizeName[], row: PlaceOfPrize): string {
  if (prizes.length === 0) return m.draw_own_win_place({ position: row.position });
  const title = prizeTitle(prizes, row.prize);
  const place = placeWithin(prizes, row);
  return place === null ? title : m.draw_prize_and_place({ prize: title, place });
}

export function reasonText(reason: PassOverReason): string {
  const texts = {
    absent: m.draw_reason_absent,
    declined: m.draw_reason_declined,
    unclaimed: m.draw_reason_unclaimed,
    ineligible: m.draw_reason_ineligible,
  } as const;
  return texts[reason]();
}

/** One step of a prize: who was passed over, why, and who moved up. */
export function passedOverText(
  prizes: readonly PrizeName[],
  row: PrizeStatus['passed_over'][number],
): string {
  const passed = m.draw_passed_over({
    place: placeOf(prizes, row),
    name: nameOf(row),
    number: row.entry_number,
    reason: reasonText(row.reason),
  });
  const next =
    row.moved_up === null
      ? m.draw_nobody_left()
      : m.draw_moved_up_next({ name: nameOf(row.moved_up), number: row.moved_up.entry_number });
  const more = passedOverMore(row);
  return more === null ? `${passed} ${next}` : `${passed} ${more} ${next}`;
}

/** Whether two rows are about the same place of the same prize, no matter who has it. */
export function isSamePlace(one: PlaceOfPrize, other: PlaceOfPrize): boolean {
  return one.prize === other.prize && one.position === other.position;
}

export type HolderOf = (place: PlaceOfPrize) => PrizeHolder | null;

/** Who holds a place now; null when nobody was left for it. */
export function holdersByPlace(holders: readonly PrizeHolder[]): HolderOf {
  const byPlace = new Map(holders.map((holder) => [`${holder.prize} ${holder.position}`, holder]));
  return ({ prize, position }) => byPlace.get(`${prize} ${position}`) ?? null;
}

/** Of a prize that nobody can have claimed yet. */
export const NO_CLAIM: PrizeHolder['claim'] = {
  claim_by: null,
  extension: null,
  claimed: null,
  handed_over_at: null,
};

/** A place as it stands now. */
export interface Place extends PlaceOfPrize {
  /** Null when nobody was left for it. */
  holder: PrizeHolder | null;
}

/** @param prizeStatus null while nothing is known of pass-overs; the winners as drawn hold their prizes then */
export function placesOf({ winners }: Pick<LiveResult, 'winners'>, prizeStatus: PrizeStatus | null): Place[] {
  return winners.map((drawn) => ({
    prize: drawn.prize,
    position: drawn.position,
    holder:
      prizeStatus === null
        ? { ...drawn, moved_up: false, state: 'drawn', claim: NO_CLAIM }
        : (prizeStatus.current_winners.find((row) => isSamePlace(row, drawn)) ?? null),
  }));
}
