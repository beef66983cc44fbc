/** Since when the show has told who won: a viewer's win is celebrated then, and not before (R4). */
import type { PrizeHolder, ResultRow } from '@glassdrum/contract';
import type { DrawMoment } from '@glassdrum/raffle-rules';
import { isSamePlace } from './places.ts';
import { GRAND_WINNERS, type Reveal } from './reveal.ts';

/**
 * Whether a holder's place is on the screen by now, or was. The show is the draw as drawn: moving up comes after it.
 *
 * @param page of the winners' pages; null for the complete list
 */
export function isBroughtOut(
  holder: PrizeHolder,
  { first, pages }: Reveal,
  moment: Exclude<DrawMoment, { phase: 'sealing' }>,
  page: number | null,
): boolean {
  const isAmong = (rows: readonly ResultRow[]): boolean =>
    !holder.moved_up && rows.some((row) => isSamePlace(row, holder));
  switch (moment.phase) {
    case 'countdown':
    case 'animation':
      return false;
    case 'reveal':
      return isAmong(first.slice(0, moment.visibleWinners));
    case 'complete':
      return (
        page === null ||
        isAmong(first.slice(0, GRAND_WINNERS)) ||
        pages.slice(0, page + 1).some(({ rows }) => isAmong(rows))
      );
  }
}
