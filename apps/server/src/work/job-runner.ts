/**
 * Runs the jobs that jobs.ts enqueued, on every node: each job has its effect exactly once, on whichever node comes first.
 *
 * 1. Each kind has a lane of its own, so that slow work of one kind (a server that hangs) holds no other kind up.
 * 2. A lane claims due jobs one by one with a conditional update, so that of several nodes one gets each.
 * 3. Claiming a job gives a lease, which is renewed while the handler works. A node that died or froze doesn't renew: when
 *    the lease ends, another claims the job. A job may therefore START more than once.
 * 4. Its effect in the database happens once: a handler returns what it decided, with an `effect` that runs in the very
 *    transaction that finishes the job, and that transaction is undone if the lease was lost meanwhile.
 * 5. A handler that throws is run again after a backoff, up to its kind's number of attempts; then the job is `failed` and
 *    stays so. A handler may also say so at once, or ask to be run again at a time.
 *
 * Effects outside the database (an email) can't be undone: give them an id that follows from the job's key.
 */
import { randomUUID } from 'node:crypto';
import type { Bus } from '../platform/bus/bus.ts';
import { type Backoff, doubling } from '../platform/clock/backoff.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database, Trx } from '../platform/database/database.ts';
import type { JobRow } from './jobs.ts';
import { createLane, type Lane } from './lane.ts';

/** A job as its handler sees it. */
interface Job {
  kind: string;
  key: string;
  /** As it was enqueued, through JSON. */
  payload: unknown;
  /** Epoch ms at which it was to run. */
  runAt: number;
  /** 1 for the first run, and again after a move or an `again`. */
  attempt: number;
  /** Aborted when the lease was lost or the server stops; then nothing of this run counts any more. */
  signal: AbortSignal;
}

/** What a handler decided. All of it happens in one transaction, or nothing. */
export type JobOutcome = (
  | { outcome: 'done' }
  /** Not now: run again at `runAt` (epoch ms), with a fresh count of attempts. */
  | { outcome: 'again'; runAt: number }
  /** Never: the reason is kept for people to read, so it must not hold names, addresses or secrets. */
  | { outcome: 'failed'; reason: string }
) & {
  /** Writes what the job is for. Whatever it throws undoes all and counts as a failed attempt. */
  effect?: (trx: Trx) => Promise<void>;
  /** After commit: publish on the bus. */
  after?: () => void;
};

/** How one kind of work is done. */
export interface JobHandler {
  run(job: Job): Promise<JobOutcome>;
  /** While it is false this node leaves jobs of this kind to the others. */
  mayRun?: () => boolean;
  /** Jobs of this kind that one node does at the same time. Default 1. */
  concurrency?: number;
  /** Runs before a job is failed. Default 12; Infinity for what must happen at some time. */
  attempts?: number;
  /** After failed attempts. Default 1 s, doubling up to 10 min. */
  backoff?: Backoff;
  /** A finally failed job's own effect, in the transaction that marks it so; for thrown failures only. */
  onFailed?: (trx: Trx, job: Job) => Promise<void>;
}

export interface JobRunnerParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** By kind. Jobs of other kinds are left alone. */
  handlers: Readonly<Record<string, JobHandler>>;
  /** Gets what handlers and the database threw. */
  report: (error: unknown) => void;
}

export interface JobRunner {
  start(): void;
  /** Claims nothing more, aborts what is under way and gives unfinished jobs back for another node. */
  stop(): Promise<void>;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const lanes = Object.entries(parts.handlers).map(([kind, handler]) => createJobLane(parts, kind, handler));
  let unsubscribe = (): void => undefined;
  return {
    start() {
      unsubscribe = parts.bus.subscribe(['jobs-changed', 'resync'], () => {
        for (const lane of lanes) lane.wake();
      });
      for (const lane of lanes) lane.wake();
    },
    async stop() {
      unsubscribe();
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

interface ClaimedJob {
  row: JobRow;
  lease: string;
}

/** Thrown inside the finishing transaction to undo it. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

function createJobLane(parts: JobRunnerParts, kind: string, handler: JobHandler): Lane {
  const { database, clock, report } = parts;
  const { concurrency = 1, attempts: mostAttempts = 12, backoff = doubling(1_000, 600_000) } = handler;

  async function nextDue(): Promise<number | null> {
    const { due } = await database.query
      .selectFrom('jobs')
      .select((select) => select.fn.min('due_at').as('due'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return due;
  }

  /** The job that is due for longest; none when nothing is due. One at a time: what was claimed must start. */
  async function claim(): Promise<ClaimedJob[]> {
    for (;;) {
      const now = clock.now();
      const next = await database.query
        .selectFrom('jobs')
        .select(['key', 'due_at', 'leased_by'])
        .where('kind', '=', kind)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('key')
        .limit(1)
        .executeTakeFirst();
      if (next === undefined) return [];
      const lease = randomUUID();
      const row = await database.query
        .updateTable('jobs')
        .set((set) => ({
          state: 'running',
          due_at: now + LEASE_MS,
          leased_by: lease,
          attempts: set('attempts', '+', 1),
        }))
        .where('kind', '=', kind)
        .where('key', '=', next.key)
        .where('due_at', '=', next.due_at)
        .where((is) =>
          next.leased_by === null ? is('leased_by', 'is', null) : is('leased_by', '=', next.leased_by),
        )
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) return [{ row, lease }];
      // Another node was faster.
    }
  }

  async function handle({ row, lease }: ClaimedJob, stopping: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const endRenewal = renewLease(row, lease, lost);
    const job: Job = {
      kind,
      key: row.key,
      payload: JSON.parse(row.payload) as unknown,
      runAt: row.run_at,
      attempt: row.attempts,
      signal: AbortSignal.any([stopping, lost.signal]),
    };
    try {
      const outcome = await handler.run(job);
      await finish(row.key, lease, outcome);
      outcome.after?.();
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (!stopping.aborted) report(error);
      await giveBack(job, lease, error, stopping.aborted).catch(report);
    } finally {
      endRenewal();
    }
  }

  /** Renews the lease until the returned function is called; aborts `lost` when another run has the job. */
  function renewLease(row: JobRow, lease: string, lost: AbortController): () => void {
    let ended = false;
    let cancel = (): void => undefined;
    const renew = async (): Promise<void> => {
      const renewed = await database.query
        .updateTable('jobs')
        .set({ due_at: clock.now() + LEASE_MS })
        .where('kind', '=', kind)
        .where('key', '=', row.key)
        .where('leased_by', '=', lease)
        .returning('key')
        .execute();
      if (!ended && renewed.length === 0) lost.abort();
    };
    const arm = (): void => {
      cancel = clock.after(RENEW_MS, () => {
        void renew()
          .catch(report)
          .finally(() => {
            if (!ended && !lost.signal.aborted) arm();
          });
      });
    };
    arm();
    return () => {
      ended = true;
      cancel();
    };
  }

  async function finish(key: string, lease: string, outcome: JobOutcome): Promise<void> {
    await database.transaction(async (trx) => {
      await outcome.effect?.(trx);
      await settle(trx, key, lease, changesFor(outcome));
    });
  }

  function changesFor(outcome: JobOutcome): Partial<JobRow> {
    switch (outcome.outcome) {
      case 'done':
        return { state: 'done', due_at: null, finished_at: clock.now(), last_error: null };
      case 'again':
        return { state: 'waiting', due_at: outcome.runAt, run_at: outcome.runAt, attempts: 0 };
      case 'failed':
        return { state: 'failed', due_at: null, finished_at: clock.now(), last_error: outcome.reason };
    }
  }

  /** @throws LeaseLost when the job is another run's by now, or was moved or cancelled */
  async function settle(trx: Trx, key: string, lease: string, changes: Partial<JobRow>): Promise<void> {
    const settled = await trx
      .updateTable('jobs')
      .set({ ...changes, leased_by: null })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('leased_by', '=', lease)
      .returning('key')
      .execute();
    if (settled.length === 0) throw new LeaseLost();
  }

  /** After a failed run: again later, or never. After a run that the stopping server broke off: again at once. */
  async function giveBack(job: Job, lease: string, error: unknown, isStopping: boolean): Promise<void> {
    const { key, attempt } = job;
    const now = clock.now();
    const hasFailed = !isStopping && attempt >= mostAttempts;
    let changes: Partial<JobRow> = { state: 'waiting', due_at: now + backoff(attempt) };
    if (hasFailed) changes = { state: 'failed', due_at: null, finished_at: now };
    else if (isStopping) changes = { state: 'waiting', due_at: now, attempts: attempt - 1 };
    try {
      await database.transaction(async (trx) => {
        if (hasFailed) await handler.onFailed?.(trx, job);
        await settle(trx, key, lease, { ...changes, last_error: label(error) });
      });
    } catch (also) {
      if (!(also instanceof LeaseLost)) throw also;
    }
  }

  return createLane({
    clock,
    report,
    concurrency,
    ...(handler.mayRun !== undefined && { mayRun: handler.mayRun }),
    source: { claim, nextDue },
    handle,
  });
}

/** An error's name and code. Its message may hold an address, which must not be kept (H8). */
function label(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
