/** Runs a task as often as it is asked for, but at most once in a span; the last call is never lost. */
import type { Clock } from './clock.ts';

export interface Coalesced {
  /** Runs now, or at the end of the running span. */
  ask(): void;
  stop(): void;
}

/** @param task never runs twice at the same time; @param report gets what it threw */
export function coalesce(
  clock: Clock,
  spanMs: number,
  task: () => Promise<void>,
  report: (error: unknown) => void,
): Coalesced {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let running = false;
  let askedAgain = false;
  let cancel: (() => void) | null = null;
  let stopped = false;

  const ask = (): void => {
    if (stopped || cancel !== null) return;
    if (running) askedAgain = true;
    else if (clock.now() >= quietUntil) void run();
    else {
      cancel = clock.at(quietUntil, () => {
        cancel = null;
        ask();
      });
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    quietUntil = clock.now() + spanMs;
    try {
      await task();
    } catch (error) {
      report(error);
    }
    running = false;
    if (!askedAgain) return;
    askedAgain = false;
    ask();
  };

  return {
    ask,
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
