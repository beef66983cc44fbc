/**
 * Detects that the device wakes up: from sleep, from the background, from a dead network (R40). In sleep the monotonic
 * clock stands still on many systems while the wall clock goes on; the difference is how long it stood.
 */

/** Below this the two clocks only differ because the wall clock is corrected. */
const LEAST_SLEEP_MS = 750;
/** A lid closed over a visible page hides nothing: the clocks are compared regularly. */
const COMPARE_EVERY_MS = 4000;

export interface Clocks {
  /** `Date.now()` */
  wall: number;
  /** `performance.now()` */
  monotonic: number;
}

/** Milliseconds for which the monotonic clock stood still between two readings; 0 when it did not. */
export function sleptBetween(before: Clocks, after: Clocks): number {
  const difference = after.wall - before.wall - (after.monotonic - before.monotonic);
  return difference >= LEAST_SLEEP_MS ? difference : 0;
}

/** @param onWake called whenever the device may have missed something @returns stops watching */
export function watchSleep(onWake: (sleptMs: number) => void): () => void {
  const read = (): Clocks => ({ wall: Date.now(), monotonic: performance.now() });
  let last = read();
  const compare = (always: boolean): void => {
    const here = read();
    const slept = sleptBetween(last, here);
    last = here;
    if (always || slept > 0) onWake(slept);
  };
  const back = (): void => compare(true);
  const onVisibility = (): void => compare(document.visibilityState === 'visible');
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) back();
  };
  const timer = setInterval(() => compare(false), COMPARE_EVERY_MS);
  window.addEventListener('online', back);
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('resume', back);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', back);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('resume', back);
  };
}
