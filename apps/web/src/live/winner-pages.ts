/**
 * The pages of winners between the show's end and the complete list: a function of time like the show itself, so that all
 * screens turn the page at the same instant (R35).
 */
import { useEffect, useState } from 'react';

export interface TimedPage {
  /** How long the page is shown, in milliseconds. */
  ms: number;
}

/** @returns milliseconds from the show's end to the complete list */
export function pagesMs(pages: readonly TimedPage[]): number {
  return pages.reduce((sum, { ms }) => sum + ms, 0);
}

/** The page shown so long after the show's end, from 0, and for how much longer; null when there is none, or none any more. */
export function pageAt(
  pages: readonly TimedPage[],
  sinceComplete: number,
): { page: number; left: number } | null {
  if (sinceComplete < 0) return null;
  let end = 0;
  for (const [page, { ms }] of pages.entries()) {
    end += ms;
    if (sinceComplete < end) return { page, left: end - sinceComplete };
  }
  return null;
}

/**
 * The page of winners that everyone sees now; renders only when it turns.
 * @param completeAt the show's end on the clock of `now`; null while that is unknown
 * @param pages null before there are winners
 * @param speed how fast `now` runs; 0 while it stands still
 */
export function useWinnerPage(
  completeAt: number | null,
  pages: readonly TimedPage[] | null,
  now: () => number,
  speed: number,
): number | null {
  const [, turn] = useState(0);
  useEffect(() => {
    if (completeAt === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      const since = now() - completeAt;
      const next = since < 0 ? -since : pageAt(pages ?? [], since)?.left;
      if (speed === 0 || next === undefined) return;
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
  }, [completeAt, pages, now, speed]);
  return completeAt === null ? null : (pageAt(pages ?? [], now() - completeAt)?.page ?? null);
}
