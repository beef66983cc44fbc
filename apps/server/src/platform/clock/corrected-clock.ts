/** A clock that is known to be wrong by so much, read as if it were right. */
import type { Clock } from './clock.ts';

/** No timer sleeps longer: both the clock and what is known of it may change meanwhile. */
const LOOK_AGAIN_MS = 1000;

/** @param aheadMs how far `base` is ahead of the right time at this moment, negative when it is behind */
export function correctedClock(base: Clock, aheadMs: () => number): Clock {
  const now = (): number => base.now() - aheadMs();
  return {
    now,
    at(due, task) {
      let cancel = (): void => undefined;
      const arm = (): void => {
        const wait = Math.min(Math.max(due - now(), 0), LOOK_AGAIN_MS);
        cancel = base.after(wait, () => (now() >= due ? task() : arm()));
      };
      arm();
      return () => cancel();
    },
    after: (ms, task) => base.after(ms, task),
  };
}
