import { afterAll, describe, expect, it } from 'vitest';
import { type DatabaseKind, makeStorage, postgresServer } from '../../test/support/storage.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { inProcessBus } from '../platform/bus/in-process-bus.ts';
import { doubling } from '../platform/clock/backoff.ts';
import { type ManualClock, manualClock } from '../platform/clock/manual-clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createJobRunner, type JobHandler, type JobRunner } from './job-runner.ts';
import { cancelJob, enqueueJob, type JobRow, moveJob } from './jobs.ts';

const START = Date.UTC(2026, 0, 1);
const KINDS: DatabaseKind[] = postgresServer === undefined ? ['sqlite'] : ['sqlite', 'postgres'];

/** Work without an end. A job that is claimed while its node stops begins with a signal that is aborted already. */
function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

describe.each(KINDS)('R15 jobs on %s', (kind) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  interface World {
    database: Database;
    clock: ManualClock;
    bus: Bus;
    reported: unknown[];
    /** A runner, of a node of its own where a clock is given: a clock that stands still is a process that froze. */
    node(handlers: Record<string, JobHandler>, clock?: ManualClock): JobRunner;
    ask(key: string, runAt?: number): Promise<boolean>;
    row(key: string): Promise<JobRow | undefined>;
    /** Moves the clock in small steps until `check` holds. */
    until(what: string, check: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
  }

  async function world(): Promise<World> {
    const storage = await makeStorage(kind);
    const database = await openDatabase({ databaseUrl: storage.databaseUrl, dataDir: storage.dataDir });
    undo.push(storage.drop, database.close);
    const clock = manualClock(START);
    const bus = inProcessBus();
    const reported: unknown[] = [];
    return {
      database,
      clock,
      bus,
      reported,
      node(handlers, own = clock) {
        const report = (error: unknown): void => void reported.push(error);
        const runner = createJobRunner({ database, clock: own, bus, handlers, report });
        undo.push(runner.stop);
        runner.start();
        return runner;
      },
      async ask(key, runAt = START) {
        const isNew = await database.transaction((trx) =>
          enqueueJob(trx, { kind: 'work', key, payload: { key }, runAt }),
        );
        bus.publish({ topic: 'jobs-changed' });
        return isNew;
      },
      row: (key) => database.query.selectFrom('jobs').selectAll().where('key', '=', key).executeTakeFirst(),
      async until(what, check, stepMs = 0) {
        const giveUp = Date.now() + 60_000;
        while (!(await check())) {
          if (Date.now() > giveUp) throw new Error(`Never happened: ${what}`);
          if (stepMs > 0) await clock.advance(stepMs);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      },
    };
  }

  const noop = async (): Promise<{ outcome: 'done' }> => ({ outcome: 'done' });

  it('runs a job when it is due, not earlier, and each kind and key once', async () => {
    const { clock, node, ask, row, until } = await world();
    const ran: [string, number][] = [];
    node({
      work: {
        run: async (job) => {
          ran.push([job.key, clock.now() - START]);
          expect([job.payload, job.runAt, job.attempt]).toEqual([{ key: job.key }, START + 5_000, 1]);
          return { outcome: 'done' };
        },
      },
    });
    expect(await ask('one', START + 5_000)).toBe(true);
    expect(await ask('one', START + 1_000)).toBe(false);
    await until('the runner knows', async () => (await row('one'))?.state === 'waiting');
    await clock.advance(4_999);
    expect(ran).toEqual([]);
    await until('the run', () => ran.length > 0, 1);
    await until('the end', async () => (await row('one'))?.state === 'done');
    expect(await ask('one')).toBe(false);
    await clock.advance(120_000);
    expect(ran).toHaveLength(1);
    expect((await row('one'))?.finished_at).toBeGreaterThanOrEqual(START + 5_000);
  });

  it('a job enqueued by a transaction that fails does not exist', async () => {
    const { database, row } = await world();
    const failing = database.transaction(async (trx) => {
      await enqueueJob(trx, { kind: 'work', key: 'undone', payload: null, runAt: START });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await row('undone')).toBeUndefined();
  });

  it('a moved job runs at its new time, and again when it was done; a cancelled one never', async () => {
    const { database, clock, bus, node, ask, row, until } = await world();
    const ran: string[] = [];
    node({
      work: {
        run: async ({ key }) => {
          ran.push(key);
          return { outcome: 'done' };
        },
      },
    });
    await ask('moved', START + 1_000);
    await ask('cancelled', START + 1_000);
    const name = { kind: 'work', key: 'moved' };
    expect(await database.transaction((trx) => moveJob(trx, name, START + 9_000))).toBe(true);
    expect(await database.transaction((trx) => cancelJob(trx, { ...name, key: 'cancelled' }))).toBe(true);
    expect(await database.transaction((trx) => moveJob(trx, { ...name, key: 'unknown' }, START))).toBe(false);
    bus.publish({ topic: 'jobs-changed' });
    await clock.advance(8_000);
    expect(ran).toEqual([]);
    await until('the run', async () => (await row('moved'))?.state === 'done', 500);
    await database.transaction((trx) => moveJob(trx, name, clock.now()));
    bus.publish({ topic: 'jobs-changed' });
    await until('the second run', () => ran.length === 2, 1);
    expect(ran).toEqual(['moved', 'moved']);
  });

  it('three runners on one database: every job has its effect once', async () => {
    const { database, node, ask, until } = await world();
    const handlers: Record<string, JobHandler> = {
      work: {
        concurrency: 2,
        run: async ({ key }) => ({
          outcome: 'done',
          effect: (trx) =>
            trx
              .insertInto('installation')
              .values({ id: Number(key), key_id: key, created_at: 0 })
              .execute()
              .then(() => undefined),
        }),
      },
    };
    for (let i = 1; i <= 40; i += 1) await ask(String(i));
    for (let i = 0; i < 3; i += 1) node(handlers);
    await until('all are done', async () => {
      const rows = await database.query.selectFrom('jobs').select(['state', 'attempts']).execute();
      return rows.every(({ state, attempts }) => state === 'done' && attempts === 1);
    });
    const effects = await database.query.selectFrom('installation').select('id').execute();
    expect(effects).toHaveLength(40);
  });

  it('a node that freezes in mid-job is replaced when its lease ends, and writes nothing when it comes back', async () => {
    const { database, clock, node, ask, row, until } = await world();
    const effects: string[] = [];
    const frozenClock = manualClock(START);
    let thaw = (): void => undefined;
    const frozen = new Promise<void>((resolve) => (thaw = resolve));
    let frozenRan = false;
    let told = false;
    const handler = (name: string, wait: Promise<void>): Record<string, JobHandler> => ({
      work: {
        run: async () => {
          frozenRan = true;
          await wait;
          return {
            outcome: 'done',
            effect: async (trx) => {
              effects.push(name);
              await trx
                .insertInto('installation')
                .values({ id: name.length, key_id: name, created_at: 0 })
                .execute();
            },
            after: () => {
              if (name === 'frozen') told = true;
            },
          };
        },
      },
    });
    const first = node(handler('frozen', frozen), frozenClock);
    await ask('work');
    await until('the first node has it', () => frozenRan);
    node(handler('other', Promise.resolve()));
    await clock.advance(59_000);
    expect((await row('work'))?.state).toBe('running');
    await until('the other took over', async () => (await row('work'))?.state === 'done', 1_000);
    thaw();
    await first.stop();
    expect(effects).toEqual(['other', 'frozen']);
    const stored = await database.query.selectFrom('installation').select('key_id').execute();
    expect(stored).toEqual([{ key_id: 'other' }]);
    expect(told).toBe(false);
    expect((await row('work'))?.attempts).toBe(2);
  });

  it('a handler that works for longer than a lease keeps its job, as its node is alive', async () => {
    const { clock, node, ask, row, until } = await world();
    let finish = (): void => undefined;
    const long = new Promise<void>((resolve) => (finish = resolve));
    let runs = 0;
    const handlers: Record<string, JobHandler> = {
      work: {
        run: async () => {
          runs += 1;
          await long;
          return { outcome: 'done' };
        },
      },
    };
    node(handlers);
    node(handlers);
    await ask('long');
    await until('it runs', () => runs > 0);
    for (let i = 0; i < 20; i += 1) {
      const before = (await row('long'))?.due_at;
      const at = clock.now();
      await clock.advance(20_000);
      await until('the lease is renewed', async () => (await row('long'))?.due_at !== before);
      expect(clock.now()).toBe(at + 20_000);
    }
    finish();
    await until('the end', async () => (await row('long'))?.state === 'done');
    expect(runs).toBe(1);
  });

  it('runs again after pauses that double up to a longest one, then fails for good and says so', async () => {
    const { database, clock, node, ask, row, reported, until } = await world();
    const at: number[] = [];
    node({
      work: {
        attempts: 6,
        backoff: doubling(1_000, 4_000),
        run: async ({ attempt }) => {
          expect(attempt).toBe(at.length + 1);
          at.push(clock.now());
          throw Object.assign(new Error('550 nina@example.org unknown'), { code: 'EENVELOPE' });
        },
        onFailed: async (trx) => {
          await trx.insertInto('installation').values({ id: 7, key_id: 'failed', created_at: 0 }).execute();
        },
      },
    });
    await ask('bad');
    await until('it fails', async () => (await row('bad'))?.state === 'failed', 100);
    const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    for (const [index, wanted] of [1_000, 2_000, 4_000, 4_000, 4_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(wanted);
      expect(pauses[index]).toBeLessThan(wanted + 1_000);
    }
    // Who was written to stays out of the database.
    expect((await row('bad'))?.last_error).toBe('Error EENVELOPE');
    expect(reported).toHaveLength(6);
    expect(await database.query.selectFrom('installation').select('key_id').execute()).toHaveLength(1);
    await clock.advance(3_600_000);
    expect(at).toHaveLength(6);
  });

  it('a handler can say that it is no use, or ask for another time; an effect that throws is undone', async () => {
    const { database, clock, node, ask, row, until } = await world();
    const runs: Record<string, number> = {};
    node({
      work: {
        run: async ({ key, attempt }) => {
          const run = (runs[key] ?? 0) + 1;
          runs[key] = run;
          if (key === 'never') return { outcome: 'failed', reason: 'no such raffle' };
          if (key === 'later') {
            expect(attempt).toBe(1);
            return run === 1 ? { outcome: 'again', runAt: clock.now() + 30_000 } : { outcome: 'done' };
          }
          return {
            outcome: 'done',
            effect: async (trx) => {
              await trx.insertInto('installation').values({ id: run, key_id: key, created_at: 0 }).execute();
              if (run === 1) throw new Error('after the write');
            },
          };
        },
      },
    });
    for (const key of ['never', 'later', 'undone']) await ask(key);
    await until('the reason', async () => (await row('never'))?.last_error === 'no such raffle');
    expect((await row('never'))?.state).toBe('failed');
    await until('it waits', async () => (await row('later'))?.run_at !== START);
    await until('the rest is done', async () => (await row('undone'))?.state === 'done', 500);
    expect(await database.query.selectFrom('installation').select('id').execute()).toEqual([{ id: 2 }]);
    expect((await row('later'))?.state).toBe('waiting');
    await until('the other time', async () => (await row('later'))?.state === 'done', 500);
    expect(runs).toEqual({ never: 1, later: 2, undone: 2 });
  });

  it('a job that is moved while it runs has no effect at its old time', async () => {
    const { database, clock, node, ask, row, until } = await world();
    let go = (): void => undefined;
    const wait = new Promise<void>((resolve) => (go = resolve));
    let started = 0;
    const effects: number[] = [];
    node({
      work: {
        run: async () => {
          started += 1;
          await wait;
          return { outcome: 'done', after: () => effects.push(clock.now() - START) };
        },
      },
    });
    await ask('moving');
    await until('it runs', () => started === 1);
    await database.transaction((trx) => moveJob(trx, { kind: 'work', key: 'moving' }, START + 10_000));
    go();
    await until('the second run', async () => (await row('moving'))?.state === 'done', 100);
    expect(effects).toHaveLength(1);
    expect(effects[0]).toBeGreaterThanOrEqual(10_000);
  });

  it('a stopping node gives its job back at once, and it counts no attempt', async () => {
    const { node, ask, row, until } = await world();
    let started = false;
    const stopping = node({
      work: {
        run: ({ signal }) => {
          started = true;
          return untilStopped(signal);
        },
      },
    });
    await ask('handed over');
    await until('it runs', () => started);
    await stopping.stop();
    expect(await row('handed over')).toMatchObject({ state: 'waiting', attempts: 0, due_at: START });
    node({ work: { run: noop } });
    await until('the end', async () => (await row('handed over'))?.state === 'done');
  });

  it('slow work of one kind holds no other kind up', async () => {
    const { database, bus, node, ask, row, until } = await world();
    node({
      work: { run: ({ signal }) => untilStopped(signal) },
      quick: { run: noop },
    });
    await ask('slow');
    await database.transaction((trx) =>
      enqueueJob(trx, { kind: 'quick', key: 'quick', payload: null, runAt: START }),
    );
    bus.publish({ topic: 'jobs-changed' });
    await until('the other kind', async () => (await row('quick'))?.state === 'done');
  });
});
