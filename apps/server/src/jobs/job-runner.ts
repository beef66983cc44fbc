/**
 * Does what jobs.ts was asked for, on every node: each job has its effect exactly once, on whichever node comes first.
 *
 * 1. Each kind has a lane of its own, so that slow work of one kind (a mail server that hangs) holds no other kind up.
 * 2. A lane wakes when the next job of its kind is due, when it hears `jobs-changed`, and every ten minutes in case
 *    nobody told. It takes due jobs one by one with a conditional update, so that of several nodes one gets each.
 * 3. Taking a job gives a lease, which the lane renews while the handler works. A node that died or froze doesn't: when
 *    the lease ends, another takes the job. A job may therefore START more than once.
 * 4. Its effect in the database happens once: a handler returns what it decided, with an `effect` that runs in the very
 *    transaction that finishes the job, and that transaction is undone if the lease was lost meanwhile.
 * 5. A handler that throws is run again after a pause that doubles, up to its kind's number of attempts; then the job is
 *    `failed` and stays so. A handler may also say so at once, or ask to be run again at a time.
 *
 * Effects outside the database (a letter) can't be undone: give them an id that follows from the job's key.
 */
import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database, Trx } from '../database/database.ts';
import type { JobRow } from './jobs.ts';

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
  /** After commit: tell the bus. */
  after?: () => void;
};

/** How one kind of work is done. */
export interface JobHandler {
  run(job: Job): Promise<JobOutcome>;
  /** Jobs of this kind that one node does at the same time. Default 1. */
  concurrency?: number;
  /** Runs before a job is failed. Default 12; Infinity for what must happen at some time. */
  attempts?: number;
  /** Pause after the first failed attempt, doubled after each further one up to the longest. Default 1 s and 10 min. */
  firstPauseMs?: number;
  longestPauseMs?: number;
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
  /** Takes nothing more, aborts what is under way and gives unfinished jobs back for another node. */
  stop(): Promise<void>;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const POLL_MS = 600_000;
/** After the database failed to answer. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const lanes = Object.entries(parts.handlers).map(([kind, handler]) => createLane(parts, kind, handler));
  let unsubscribe = (): void => undefined;
  return {
    start() {
      unsubscribe = parts.bus.subscribe(({ topic }) => {
        if (topic === 'jobs-changed' || topic === 'resync') for (const lane of lanes) lane.look();
      });
      for (const lane of lanes) lane.look();
    },
    async stop() {
      unsubscribe();
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

interface Lane {
  look(): void;
  stop(): Promise<void>;
}

/** Thrown inside the finishing transaction to undo it. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

function createLane(parts: JobRunnerParts, kind: string, handler: JobHandler): Lane {
  const { database, clock, report } = parts;
  const {
    concurrency = 1,
    attempts: mostAttempts = 12,
    firstPauseMs = 1_000,
    longestPauseMs = 600_000,
  } = handler;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let failures = 0;
  let cancelTimer = (): void => undefined;

  const look = (): void => {
    if (stopping.signal.aborted) return;
    if (looking !== null) {
      lookAgain = true;
      return;
    }
    looking = lookOnce().finally(() => {
      looking = null;
      if (!lookAgain) return;
      lookAgain = false;
      look();
    });
  };

  /** Takes what is due and sets the timer for what comes next. */
  async function lookOnce(): Promise<void> {
    cancelTimer();
    let wakeAt = clock.now() + POLL_MS;
    try {
      while (running.size < concurrency && !stopping.signal.aborted) {
        const taken = await takeDue();
        if (taken === null) break;
        const run = work(taken).finally(() => {
          running.delete(run);
          look();
        });
        running.add(run);
      }
      // A full lane looks again when a job ends.
      if (running.size < concurrency) wakeAt = Math.min(wakeAt, (await nextDue()) ?? wakeAt);
      failures = 0;
    } catch (error) {
      report(error);
      wakeAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
      failures += 1;
    }
    cancelTimer();
    // Looking took time too: something may be due by now.
    if (wakeAt <= clock.now()) lookAgain = true;
    else if (!stopping.signal.aborted) cancelTimer = clock.at(wakeAt, look);
  }

  async function nextDue(): Promise<number | null> {
    const { due } = await database.query
      .selectFrom('jobs')
      .select((select) => select.fn.min('due_at').as('due'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return due;
  }

  /** The job that is due for longest, taken; null when there is none. */
  async function takeDue(): Promise<{ row: JobRow; lease: string } | null> {
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
      if (next === undefined) return null;
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
      if (row !== undefined) return { row, lease };
      // Another node was faster.
    }
  }

  async function work({ row, lease }: { row: JobRow; lease: string }): Promise<void> {
    const lost = new AbortController();
    const keeping = keepLease(row, lease, lost);
    const job: Job = {
      kind,
      key: row.key,
      payload: JSON.parse(row.payload) as unknown,
      runAt: row.run_at,
      attempt: row.attempts,
      signal: AbortSignal.any([stopping.signal, lost.signal]),
    };
    try {
      const outcome = await handler.run(job);
      await finish(row.key, lease, outcome);
      outcome.after?.();
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (!stopping.signal.aborted) report(error);
      await giveBack(job, lease, error).catch(report);
    } finally {
      keeping.end();
    }
  }

  /** Renews the lease until `end`; aborts `lost` when another run has the job. */
  function keepLease(row: JobRow, lease: string, lost: AbortController): { end(): void } {
    let ended = false;
    let cancel = (): void => undefined;
    const renew = async (): Promise<void> => {
      const kept = await database.query
        .updateTable('jobs')
        .set({ due_at: clock.now() + LEASE_MS })
        .where('kind', '=', kind)
        .where('key', '=', row.key)
        .where('leased_by', '=', lease)
        .returning('key')
        .execute();
      if (!ended && kept.length === 0) lost.abort();
    };
    const arm = (): void => {
      cancel = clock.at(clock.now() + RENEW_MS, () => {
        void renew()
          .catch(report)
          .finally(() => {
            if (!ended && !lost.signal.aborted) arm();
          });
      });
    };
    arm();
    return {
      end() {
        ended = true;
        cancel();
      },
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
  async function giveBack(job: Job, lease: string, error: unknown): Promise<void> {
    const { key, attempt } = job;
    try {
      await database.transaction(async (trx) => {
        const failed = !stopping.signal.aborted && attempt >= mostAttempts;
        if (failed) await handler.onFailed?.(trx, job);
        await settle(trx, key, lease, {
          ...(failed ? { state: 'failed', due_at: null, finished_at: clock.now() } : nextTry(attempt)),
          last_error: label(error),
        });
      });
    } catch (also) {
      if (!(also instanceof LeaseLost)) throw also;
    }
  }

  function nextTry(attempt: number): Partial<JobRow> {
    if (stopping.signal.aborted) return { state: 'waiting', due_at: clock.now(), attempts: attempt - 1 };
    const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
    return { state: 'waiting', due_at: clock.now() + pause };
  }

  return {
    look,
    async stop() {
      stopping.abort();
      cancelTimer();
      await looking;
      await Promise.all(running);
    },
  };
}

/** An error's name and code. Its message may hold an address, which must not be kept (H8). */
function label(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
