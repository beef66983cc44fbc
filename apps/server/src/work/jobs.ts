/**
 * Jobs: work that is due at a time, kept in the database (R15, R51, R53). This file enqueues work inside the transaction
 * that makes it necessary; job-runner.ts does it.
 *
 *     await database.transaction(async (trx) => {
 *       …
 *       await enqueueJob(trx, { kind: 'deadline', key: raffleId, payload: null, runAt: deadlineAt });
 *     });
 *     bus.publish({ topic: 'jobs-changed' }); // after commit: wakes every node's runner
 *
 * Kind and key name a piece of work forever: enqueued again, nothing happens, also when it is done or failed.
 * (Finished jobs are deleted after 35 days.) Payloads hold ids, never names, addresses or secrets: these are read when the
 * job runs, so that erased data is not sent or kept.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables/tables.ts';

declare module '../platform/bus/bus.ts' {
  interface BusMessages {
    /** Jobs were enqueued or moved. */
    'jobs-changed': object;
  }
}

export interface JobName {
  /** One handler of the runner, e.g. `deadline`. */
  kind: string;
  /** Unique within the kind, e.g. a raffle's id. */
  key: string;
}

export interface NewJob extends JobName {
  /** Goes through JSON. */
  payload: unknown;
  /** Epoch ms; a time that passed is now. */
  runAt: number;
}

/** Enqueues a job, unless it was enqueued before. Returns whether it is new. */
export async function enqueueJob(trx: Trx, { kind, key, payload, runAt }: NewJob): Promise<boolean> {
  const rows = await trx
    .insertInto('jobs')
    .values({
      kind,
      key,
      payload: JSON.stringify(payload),
      state: 'waiting',
      run_at: runAt,
      due_at: runAt,
      leased_by: null,
      last_error: null,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('key')
    .execute();
  return rows.length === 1;
}

/**
 * Gives a job another time and a fresh count of attempts, whatever became of it: one that is done or failed is to be done
 * again, and a run that is under way can't finish any more. Returns false when there is none.
 */
export async function moveJob(trx: Trx, { kind, key }: JobName, runAt: number): Promise<boolean> {
  const rows = await trx
    .updateTable('jobs')
    .set({
      state: 'waiting',
      run_at: runAt,
      due_at: runAt,
      attempts: 0,
      leased_by: null,
      last_error: null,
      finished_at: null,
    })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returning('key')
    .execute();
  return rows.length === 1;
}

/** Deletes a job, whatever its state; a run that is under way can't finish any more. Returns false when there is none. */
export async function cancelJob(trx: Trx, { kind, key }: JobName): Promise<boolean> {
  const rows = await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returning('key')
    .execute();
  return rows.length === 1;
}

/** Deletes what was finished before `before`, epoch ms: then it can be enqueued anew. */
export async function forgetFinishedJobs(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('jobs').where('finished_at', '<', before).execute();
}

/** For a caller who knows that no runner works now: what a dead process held is due at once, not when its lease ends. */
export async function endLeases(query: Kysely<Tables>): Promise<void> {
  await query
    .updateTable('jobs')
    .set((set) => ({ state: 'waiting', due_at: set.ref('run_at'), leased_by: null }))
    .where('state', '=', 'running')
    .execute();
}

export type JobRow = Selectable<Tables['jobs']>;
