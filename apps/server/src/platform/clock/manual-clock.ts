/** A clock that stands still until a test moves it; due tasks run in order of their time. */
import type { Clock } from './clock.ts';

export interface ManualClock extends Clock {
  /**
   * Moves to `now + ms`, running every due task at its own time, each followed by a turn of the event loop. What polls every
   * few seconds does so a thousand times at most, the last time at the end.
   */
  advance(ms: number): Promise<void>;
  /**
   * Sets the time to `now + ms` at once, as an administrator or a time server would: no time passes. What is due by then runs
   * as after a look at the time.
   */
  jump(ms: number): Promise<void>;
}

/** Spans from here on are polls, and may be longer. */
const POLL_MS = 1_000;
const MOST_POLLS = 1_000;

/** @param start epoch ms */
export function manualClock(start: number): ManualClock {
  let now = start;
  /** `due` of a task that waits for a span of time moves with every jump. */
  let tasks: { due: number; isSpan: boolean; order: number; task: () => void }[] = [];
  let order = 0;
  /** The advance that is under way. */
  let advance = { end: start, pollMs: 0 };
  const add = (due: number, isSpan: boolean, task: () => void): (() => void) => {
    const entry = { due, isSpan, order: order++, task };
    tasks.push(entry);
    return () => {
      tasks = tasks.filter((other) => other !== entry);
    };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const clock: ManualClock = {
    now: () => now,
    at: (due, task) => add(due, false, task),
    after: (ms, task) => {
      const due = now + ms;
      if (ms < POLL_MS || due > advance.end) return add(due, true, task);
      return add(Math.min(Math.max(due, now + advance.pollMs), advance.end), true, task);
    },
    async jump(ms) {
      now += ms;
      for (const entry of tasks) if (entry.isSpan) entry.due += ms;
      await clock.advance(0);
    },
    async advance(ms) {
      const end = now + ms;
      advance = { end, pollMs: Math.ceil(ms / MOST_POLLS) };
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
  return clock;
}
