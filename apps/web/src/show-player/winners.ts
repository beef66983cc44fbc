/** Winners in words, and what became of the places of a prize: as drawn, or after somebody was passed over (R14, R53). */
import type { LiveResult, PassOverReason, PrizeHolder, PrizeStatus, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { type PrizeName, placeOf } from './prize-names.ts';

export function nameOf({ display_name }: Pick<ResultRow, 'display_name'>): string {
  return display_name ?? m.draw_erased_name();
}

export function announcementOf(prizes: readonly PrizeName[], row: ResultRow): string {
  return m.draw_announce_winner({
    place: placeOf(prizes, row),
    name: nameOf(row),
    number: row.entry_number,
  });
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
  return `${passed} ${next}`;
}

type PlaceOfPrize = Pick<ResultRow, 'prize' | 'position'>;

/** Whether two rows are about the same place of the same prize, whoever has it. */
export function isSamePlace(one: PlaceOfPrize, other: PlaceOfPrize): boolean {
  return one.prize === other.prize && one.position === other.position;
}

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
        ? { ...drawn, moved_up: false }
        : (prizeStatus.current_winners.find((row) => isSamePlace(row, drawn)) ?? null),
  }));
}
