/** Winners in words, and why a prize went on to another (R14, R53). */
import type { PassOverReason, PrizeStatus, ResultRow } from '@glassdrum/contract';
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

/** Whether two rows are about the same place of the same prize, whoever has it. */
export function isSamePlace(
  one: Pick<ResultRow, 'prize' | 'position'>,
  other: Pick<ResultRow, 'prize' | 'position'>,
): boolean {
  return one.prize === other.prize && one.position === other.position;
}
