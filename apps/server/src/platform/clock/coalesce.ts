/**
 * Runs a task whenever it is triggered, but at most once in a span. The last call is never lost: a task that fails is run
 * again after a pause, which grows, until it succeeds.
 */
import { quickRetries } from './backoff.ts';
import type { Clock } from './clock.ts';

export interface Coalesced {
  /** Runs now, or at the end of the running span. */
  trigger(): void;
  stop(): void;
}

/**
 * @param span ms; where it depends on something, it is asked for at the beginning of each span
 * @param task never runs twice at the same time; @param report gets what it threw
 */
export function coalesce(
  clock: Clock,
  span: number | (() => number),
  task: () => Promise<void>,
  report: (error: unknown) => void,
): Coalesced {
  let running = false;
  let triggeredAgain = false;
  let failures = 0;
  /** Ends the present span; null when there is none. */
  let endQuiet: (() => void) | null = null;
  let stopped = false;

  const trigger = (): void => {
    if (stopped) return;
    if (running || endQuiet !== null) triggeredAgain = true;
    else void run();
  };

  const runIfTriggered = (): void => {
    if (stopped || running || endQuiet !== null || !triggeredAgain) return;
    void run();
  };

  const keepQuiet = (ms: number): void => {
    endQuiet?.();
    endQuiet = clock.after(ms, () => {
      endQuiet = null;
      runIfTriggered();
    });
  };

  const run = async (): Promise<void> => {
    running = true;
    triggeredAgain = false;
    const spanMs = typeof span === 'number' ? span : span();
    if (spanMs > 0) keepQuiet(spanMs);
    try {
      await task();
      failures = 0;
    } catch (error) {
      if (!stopped) {
        report(error);
        triggeredAgain = true;
        failures += 1;
        keepQuiet(Math.max(spanMs, quickRetries(failures)));
      }
    }
    running = false;
    runIfTriggered();
  };

  return {
    trigger,
    stop() {
      stopped = true;
      endQuiet?.();
    },
  };
}
