/**
 * Winners beyond the first three, in pages that everybody can read, after the grand winners and before the complete list.
 * A function of time like the show itself, so that all screens turn the page at the same instant (R35).
 */
import { useEffect, useState } from 'react';

export const GRAND_WINNERS = 3;
const WINNERS_PER_PAGE = 6;
/** Six names, read without haste. */
export const PAGE_MS = 4000;

/** How many pages follow the grand winners. */
export function winnerPageCount(winners: number): number {
  return Math.ceil(Math.max(0, winners - GRAND_WINNERS) / WINNERS_PER_PAGE);
}

/** @returns milliseconds from the show's end to the complete list */
export function winnerPagesMs(winners: number): number {
  return winnerPageCount(winners) * PAGE_MS;
}

/** The page shown so long after the show's end, from 0; null when there is none, or none any more. */
export function winnerPageAt(winners: number, sinceComplete: number): number | null {
  const page = Math.floor(sinceComplete / PAGE_MS);
  return page >= 0 && page < winnerPageCount(winners) ? page : null;
}

/** The rows of a page. */
export function winnersOnPage<Row>(rows: readonly Row[], page: number): readonly Row[] {
  const from = GRAND_WINNERS + page * WINNERS_PER_PAGE;
  return rows.slice(from, from + WINNERS_PER_PAGE);
}

/**
 * The page of further winners that everyone sees now; renders only when it turns.
 * @param completeAt the show's end on the clock of `now`; null while that is unknown
 * @param speed how fast `now` runs; 0 while it stands still
 */
export function useWinnerPage(
  completeAt: number | null,
  winners: number,
  now: () => number,
  speed: number,
): number | null {
  const [, turn] = useState(0);
  useEffect(() => {
    if (completeAt === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      const since = now() - completeAt;
      if (speed === 0 || (since >= 0 && winnerPageAt(winners, since) === null)) return;
      const next = since < 0 ? -since : PAGE_MS - (since % PAGE_MS);
      timer = setTimeout(onTime, next / speed + 1);
    };
    const onTime = (): void => {
      turn((times) => times + 1);
      schedule();
    };
    // Timers are late in the background: a page that becomes visible again must show the present one.
    const onVisible = (): void => {
      clearTimeout(timer);
      onTime();
    };
    schedule();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [completeAt, winners, now, speed]);
  return completeAt === null ? null : winnerPageAt(winners, now() - completeAt);
}
