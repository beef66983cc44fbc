/** Which page of further winners everybody sees now; renders only when it turns. */
import { useEffect, useState } from 'react';
import { PAGE_MS, winnerPageAt } from './winner-pages.ts';

/**
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
    const look = (): void => {
      const since = now() - completeAt;
      if (speed === 0 || (since >= 0 && winnerPageAt(winners, since) === null)) return;
      const next = since < 0 ? -since : PAGE_MS - (since % PAGE_MS);
      timer = setTimeout(onTime, next / speed + 1);
    };
    const onTime = (): void => {
      turn((times) => times + 1);
      look();
    };
    // Timers are late in the background; whoever comes back sees the page of now.
    const onVisible = (): void => {
      clearTimeout(timer);
      onTime();
    };
    look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [completeAt, winners, now, speed]);
  return completeAt === null ? null : winnerPageAt(winners, now() - completeAt);
}
