/** A clock that stands still until a test moves it; due tasks run in order of their time. */
import type { Clock } from './clock.ts';

export interface ManualClock extends Clock {
  /** Moves to `now + ms`, running every due task at exactly its own time, each followed by a turn of the event loop. */
  advance(ms: number): Promise<void>;
}

/** @param start epoch ms */
export function manualClock(start: number): ManualClock {
  let now = start;
  let tasks: { due: number; order: number; task: () => void }[] = [];
  let order = 0;
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => now,
    at(due, task) {
      const entry = { due, order: order++, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((other) => other !== entry);
      };
    },
    async advance(ms) {
      const end = now + ms;
      await turn();
      for (;;) {
        const next = tasks
          .filter((entry) => entry.due <= end)
          .toSorted((a, b) => a.due - b.due || a.order - b.order)[0];
        if (next === undefined) break;
        tasks = tasks.filter((entry) => entry !== next);
        now = Math.max(now, next.due);
        next.task();
        await turn();
      }
      now = end;
      await turn();
    },
  };
}
