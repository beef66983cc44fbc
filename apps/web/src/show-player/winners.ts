/** Winners in words. */
import type { ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { type PrizeName, prizeTitle } from './prize-names.ts';

export function nameOf({ display_name }: Pick<ResultRow, 'display_name'>): string {
  return display_name ?? m.draw_erased_name();
}

/** As it is read out. */
export function announcementOf(prizes: readonly PrizeName[], row: ResultRow): string {
  const { prize, position, entry_number: number } = row;
  const place = prizes.length === 0 ? m.draw_own_win_place({ position }) : prizeTitle(prizes, prize);
  return m.draw_announce_winner({ place, name: nameOf(row), number });
}
