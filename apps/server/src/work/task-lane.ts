/**
 * A lane for work that needs no table of its own: the tasks are keys in memory, and each run says when its task is due
 * again. Every node has its own, without a lease: what a task does must be safe on several nodes at once.
 */
import { type Backoff, quickRetries } from '../platform/clock/backoff.ts';
import { createLane, type LaneParts } from './lane.ts';

/** When a task runs again: never unless enqueued, after a backoff, at an epoch ms, after a span. */
export type NextRun = 'done' | 'retry' | { at: number } | { afterMs: number };

interface TaskLaneParts extends Pick<LaneParts<never>, 'clock' | 'mayRun' | 'wakeSpanMs' | 'report'> {
  /** What it throws is reported, and the task retried. */
  run: (key: string, signal: AbortSignal) => Promise<NextRun>;
  /** After failures in a row of one task. Default 250 ms, doubling up to 5 s. */
  backoff?: Backoff;
}

export interface TaskLane {
  /** Runs the task after `afterMs`, by default now, or earlier if it is due earlier. While it runs: once more afterwards. */
  enqueue(key: string, afterMs?: number): void;
  /** Whether the task waits or runs. */
  has(key: string): boolean;
  /** Starts nothing more, aborts the signal of what runs and waits for it. */
  stop(): Promise<void>;
}

interface Task {
  key: string;
  isRunning: boolean;
  /** When the next run is planned, epoch ms; null when none is. */
  plannedAt: number | null;
  cancelTimer: () => void;
  /** In a row. */
  failures: number;
}

export function createTaskLane(parts: TaskLaneParts): TaskLane {
  const { clock, run, report, backoff = quickRetries, ...rest } = parts;
  const tasks = new Map<string, Task>();
  const ready = new Set<Task>();
  let isStopped = false;

  const lane = createLane<Task>({
    ...rest,
    clock,
    report,
    concurrency: Infinity,
    source: {
      async claim() {
        const claimed = [...ready].filter(({ isRunning }) => !isRunning);
        for (const task of claimed) {
          ready.delete(task);
          task.isRunning = true;
          task.plannedAt = null;
        }
        return claimed;
      },
      // Each waiting task has a timer, as a span must not change when the clock is set.
      nextDue: async () => null,
    },
    handle,
  });

  async function handle(task: Task, signal: AbortSignal): Promise<void> {
    const next = await run(task.key, signal).catch((error: unknown): NextRun => {
      report(error);
      return 'retry';
    });
    task.isRunning = false;
    task.failures = next === 'retry' ? task.failures + 1 : 0;
    if (next === 'retry') plan(task, { afterMs: backoff(task.failures) });
    else if (next !== 'done') plan(task, next);
    else if (task.plannedAt === null) tasks.delete(task.key);
  }

  function plan(task: Task, due: { at: number } | { afterMs: number }): void {
    const now = clock.now();
    const at = 'at' in due ? due.at : now + due.afterMs;
    if (isStopped || (at > now && task.plannedAt !== null && task.plannedAt <= at)) return;
    const makeReady = (): void => {
      ready.add(task);
      lane.wake();
    };
    task.cancelTimer();
    task.plannedAt = at;
    if (at <= now) makeReady();
    else task.cancelTimer = 'at' in due ? clock.at(at, makeReady) : clock.after(due.afterMs, makeReady);
  }

  return {
    enqueue(key, afterMs = 0) {
      const task = tasks.get(key) ?? {
        key,
        isRunning: false,
        plannedAt: null,
        cancelTimer: () => undefined,
        failures: 0,
      };
      tasks.set(key, task);
      plan(task, { afterMs });
    },
    has: (key) => tasks.has(key),
    async stop() {
      isStopped = true;
      for (const task of tasks.values()) task.cancelTimer();
      await lane.stop();
    },
  };
}
