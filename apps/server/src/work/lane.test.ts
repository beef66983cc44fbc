import { expect, it } from 'vitest';
import { doubling } from '../platform/clock/backoff.ts';
import { type ManualClock, manualClock } from '../platform/clock/manual-clock.ts';
import { createLane, type Lane, type LaneParts } from './lane.ts';
import { createTaskLane, type NextRun } from './task-lane.ts';

const fail = (error: unknown): void => expect.fail(String(error));

/** A lane over a list of due times, whose items end when the test says so. */
function makeLane(options: Partial<LaneParts<number>> = {}) {
  const clock = manualClock(0);
  const due: number[] = [];
  const claims: number[] = [];
  const started: number[] = [];
  const finish = new Map<number, () => void>();
  const lane = createLane<number>({
    clock,
    concurrency: 2,
    source: {
      claim: async (limit) => {
        claims.push(clock.now());
        const ready = due.filter((at) => at <= clock.now()).slice(0, limit);
        for (const at of ready) due.splice(due.indexOf(at), 1);
        return ready;
      },
      nextDue: async () => (due.length === 0 ? null : Math.min(...due)),
    },
    handle: (item) =>
      new Promise((resolve) => {
        started.push(item);
        finish.set(item, resolve);
      }),
    report: fail,
    ...options,
  });
  const end = async (item: number): Promise<void> => {
    finish.get(item)?.();
    await clock.advance(0);
  };
  return { clock, due, claims, started, lane, end };
}

async function wake(lane: Lane, clock: ManualClock): Promise<void> {
  lane.wake();
  await clock.advance(0);
}

it('claims up to its free capacity, and the next item when one ends', async () => {
  const { clock, due, started, lane, end } = makeLane();
  due.push(-3, -2, -1, 0);
  await wake(lane, clock);
  expect(started).toEqual([-3, -2]);
  await end(-2);
  expect(started).toEqual([-3, -2, -1]);
  await end(-3);
  expect(started).toEqual([-3, -2, -1, 0]);
});

it('claims in batches where claims are expensive', async () => {
  const { clock, due, started, lane, end } = makeLane({ inBatches: true });
  due.push(-3, -2, -1);
  await wake(lane, clock);
  await end(-3);
  expect(started).toEqual([-3, -2]);
  await end(-2);
  expect(started).toEqual([-3, -2, -1]);
});

it('claims an item at its time, not earlier', async () => {
  const { clock, due, started, lane } = makeLane();
  due.push(5_000);
  await wake(lane, clock);
  await clock.advance(4_999);
  expect(started).toEqual([]);
  await clock.advance(1);
  expect(started).toEqual([5_000]);
});

it('claims again when it is woken during a claim', async () => {
  const clock = manualClock(0);
  const waiting = [1];
  const started: number[] = [];
  const lane: Lane = createLane<number>({
    clock,
    concurrency: 5,
    source: {
      claim: async () => waiting.splice(0),
      nextDue: async () => {
        // Enqueued after the claim: its message comes while the lane still sets its timers.
        if (started.length === 1) {
          waiting.push(2);
          lane.wake();
        }
        return null;
      },
    },
    handle: async (item) => void started.push(item),
    report: fail,
  });
  await wake(lane, clock);
  expect(started).toEqual([1, 2]);
});

it('claims an item that becomes due while the lane asks for the next one', async () => {
  const clock = manualClock(0);
  const due = [5_000];
  const started: number[] = [];
  const lane: Lane = createLane<number>({
    clock,
    concurrency: 1,
    source: {
      claim: async () => due.splice(0, due.filter((at) => at <= clock.now()).length),
      nextDue: async () => {
        const [next = null] = due;
        if (clock.now() === 0) await clock.advance(5_000);
        return next;
      },
    },
    handle: async (item) => void started.push(item),
    report: fail,
  });
  lane.wake();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(started).toEqual([5_000]);
});

it('counts calls of wake within a span as one', async () => {
  const { clock, claims, lane } = makeLane({ wakeSpanMs: 250 });
  for (let call = 0; call < 5; call += 1) await wake(lane, clock);
  await clock.advance(1_000);
  expect(claims).toEqual([0, 250]);
});

it('polls every ten minutes in case a message was lost', async () => {
  const { clock, due, started, lane } = makeLane();
  await wake(lane, clock);
  due.push(1);
  await clock.advance(599_999);
  expect(started).toEqual([]);
  await clock.advance(1);
  expect(started).toEqual([1]);
});

it('D5: polls after ten minutes also when the clock is set back meanwhile', async () => {
  const { clock, due, started, lane } = makeLane();
  await wake(lane, clock);
  await clock.jump(-3_600_000);
  due.push(-3_600_000);
  await clock.advance(600_000);
  expect(started).toEqual([-3_600_000]);
});

it('D1: asks a source that fails again after a growing backoff, which a success resets', async () => {
  const asked: number[] = [];
  const reported: unknown[] = [];
  let isAway = true;
  const { clock, lane } = makeLane({
    source: {
      claim: async () => {
        asked.push(clock.now());
        if (isAway) throw new Error('away');
        return [];
      },
      nextDue: async () => null,
    },
    report: (error) => reported.push(error),
  });
  await wake(lane, clock);
  await clock.advance(10_000);
  expect(asked).toEqual([0, 250, 750, 1_750, 3_750, 7_750]);
  expect(reported).toHaveLength(6);
  isAway = false;
  await clock.advance(5_000);
  expect(asked.at(-1)).toBe(12_750);
  isAway = true;
  asked.length = 0;
  await wake(lane, clock);
  await clock.advance(800);
  expect(asked).toEqual([15_000, 15_250, 15_750]);
});

it('reports a handler that throws, and goes on', async () => {
  const reported: unknown[] = [];
  const { clock, due, lane } = makeLane({
    concurrency: 1,
    handle: async (item) => {
      throw new Error(String(item));
    },
    report: (error) => reported.push(String(error)),
  });
  due.push(-2, -1);
  await wake(lane, clock);
  expect(reported).toEqual(['Error: -2', 'Error: -1']);
});

it('D6: claims nothing while it may not run, and checks again every second', async () => {
  let may = false;
  const { clock, due, started, claims, lane } = makeLane({ mayRun: () => may });
  due.push(-1);
  await wake(lane, clock);
  await clock.advance(3_500);
  expect(claims).toEqual([]);
  may = true;
  await clock.advance(500);
  expect(started).toEqual([-1]);
});

it('stops: claims nothing more, and waits for what runs', async () => {
  const { clock, due, started, claims, lane, end } = makeLane({ concurrency: 1 });
  due.push(-2, -1);
  await wake(lane, clock);
  let isStopped = false;
  const stopping = lane.stop().then(() => (isStopped = true));
  await clock.advance(0);
  expect(isStopped).toBe(false);
  await end(-2);
  await stopping;
  lane.wake();
  await clock.advance(3_600_000);
  expect([started, claims]).toEqual([[-2], [0]]);
});

it('stops: aborts what heeds the signal, also what a claim brings while it stops', async () => {
  const ended: string[] = [];
  const claims: ((items: string[]) => void)[] = [];
  const clock = manualClock(0);
  const lane = createLane<string>({
    clock,
    concurrency: 3,
    source: {
      claim: () => new Promise((resolve) => claims.push(resolve)),
      nextDue: async () => null,
    },
    handle: (item, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          ended.push(item);
          resolve();
        };
        if (signal.aborted) done();
        else signal.addEventListener('abort', done);
      }),
    report: fail,
  });
  await wake(lane, clock);
  claims[0]?.(['runs']);
  await clock.advance(0);
  let isStopped = false;
  const stopping = lane.stop().then(() => (isStopped = true));
  await clock.advance(0);
  expect(isStopped).toBe(false);
  claims[1]?.(['comes late']);
  await stopping;
  expect(ended).toEqual(['runs', 'comes late']);
  expect(claims).toHaveLength(2);
});

it('stops: does not even ask any more whether it may run', async () => {
  let asked = 0;
  const { clock, due, lane, end } = makeLane({ mayRun: () => (asked += 1) === 1 });
  due.push(-1);
  await wake(lane, clock);
  const stopping = lane.stop();
  await end(-1);
  await stopping;
  await clock.advance(10_000);
  expect(asked).toBe(1);
});

/** A task lane whose runs answer what the test says, in order; afterwards `done`. */
function makeTasks(answers: (NextRun | Error)[] = [], backoff = doubling(100, 400)) {
  const clock = manualClock(0);
  const runs: [string, number][] = [];
  const reported: unknown[] = [];
  const tasks = createTaskLane({
    clock,
    backoff,
    report: (error) => reported.push(error),
    run: async (key) => {
      runs.push([key, clock.now()]);
      const answer = answers.shift() ?? 'done';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { clock, runs, reported, tasks, times: () => runs.map(([, at]) => at) };
}

it('runs a task now, at a time or after a span, as each run says, and forgets it when it is done', async () => {
  const { clock, tasks, times } = makeTasks([{ at: 2_000 }, { afterMs: 500 }, { at: 1 }]);
  tasks.enqueue('draw');
  await clock.advance(10_000);
  expect(times()).toEqual([0, 2_000, 2_500, 2_500]);
  expect(tasks.has('draw')).toBe(false);
});

it('runs a task at the earliest time that it was enqueued for', async () => {
  const { clock, runs, tasks } = makeTasks();
  tasks.enqueue('a', 5_000);
  tasks.enqueue('a', 1_000);
  tasks.enqueue('a', 9_000);
  tasks.enqueue('b', 3_000);
  tasks.enqueue('b');
  await clock.advance(20_000);
  expect(runs).toEqual([
    ['b', 0],
    ['a', 1_000],
  ]);
});

it('retries a task after a backoff that grows up to the longest; a run that works resets it', async () => {
  const away = new Error('away');
  const { clock, reported, tasks, times } = makeTasks([
    away,
    'retry',
    away,
    away,
    { afterMs: 1_000 },
    away,
    'done',
  ]);
  tasks.enqueue('log');
  await clock.advance(60_000);
  expect(times()).toEqual([0, 100, 300, 700, 1_100, 2_100, 2_200]);
  expect(reported).toEqual([away, away, away, away]);
});

it('D5: retries after a span also when the clock is set back meanwhile', async () => {
  const { clock, tasks, times } = makeTasks(['retry']);
  tasks.enqueue('log');
  await clock.advance(0);
  await clock.jump(-3_600_000);
  await clock.advance(100);
  expect(times()).toEqual([0, -3_599_900]);
});

it('runs a task that is enqueued while it runs once more afterwards, and others beside it', async () => {
  const clock = manualClock(0);
  const runs: string[] = [];
  const ends: (() => void)[] = [];
  const tasks = createTaskLane({
    clock,
    report: fail,
    run: (key) => {
      runs.push(key);
      return new Promise((resolve) => ends.push(() => resolve('done')));
    },
  });
  tasks.enqueue('a');
  await clock.advance(0);
  tasks.enqueue('a');
  tasks.enqueue('a');
  tasks.enqueue('b');
  await clock.advance(0);
  expect(runs).toEqual(['a', 'b']);
  ends[0]?.();
  await clock.advance(0);
  expect(runs).toEqual(['a', 'b', 'a']);
  for (const end of ends) end();
  await tasks.stop();
});

it('stops: cancels what waits, and plans nothing more', async () => {
  const clock = manualClock(0);
  const timers = new Set<object>();
  let end = (_next: NextRun): void => undefined;
  let runs = 0;
  const tasks = createTaskLane({
    clock: {
      ...clock,
      after(ms, task) {
        const timer = {};
        timers.add(timer);
        const cancel = clock.after(ms, task);
        return () => {
          timers.delete(timer);
          cancel();
        };
      },
    },
    report: fail,
    run: () => {
      runs += 1;
      return new Promise((resolve) => (end = resolve));
    },
  });
  tasks.enqueue('waits', 5_000);
  tasks.enqueue('runs');
  await clock.advance(0);
  const stopping = tasks.stop();
  tasks.enqueue('new');
  end({ afterMs: 1_000 });
  await stopping;
  await clock.advance(60_000);
  expect([runs, timers.size]).toEqual([1, 0]);
});
