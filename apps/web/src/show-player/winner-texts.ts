/** Winners in words: names that may be gone, announcements, and what became of a prize (R14, R53). */
import type { DrawStanding, PassOverReason, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';

export function nameOf({ display_name }: Pick<ResultRow, 'display_name'>): string {
  return display_name ?? m.draw_erased_name();
}

export function announcementOf(row: ResultRow): string {
  return m.draw_announce_winner({ rank: row.position, name: nameOf(row), number: row.entry_number });
}

export function reasonText(reason: PassOverReason): string {
  const texts = {
    absent: m.draw_reason_absent,
    declined: m.draw_reason_declined,
    unclaimed: m.draw_reason_unclaimed,
    other: m.draw_reason_other,
  } as const;
  return texts[reason]();
}

/** One step of a prize: who was passed over, why, and who moved up. */
export function passedOverText(row: DrawStanding['passed_over'][number]): string {
  const passed = m.draw_passed_over({
    position: row.position,
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
