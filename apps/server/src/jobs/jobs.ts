/**
 * Jobs: work that is due at a time, kept in the database (R15, R51, R53). This file asks for work inside the transaction
 * that makes it necessary; job-runner.ts does it.
 *
 *     await database.transaction(async (trx) => {
 *       …
 *       await enqueueJob(trx, { kind: 'mail', key: `${raffleId}:${inviteeId}:invitation`, payload: { … }, runAt: now });
 *     });
 *     bus.publish({ topic: 'jobs-changed' }); // after commit: every node's runner looks
 *
 * Kind and key name a piece of work for ever: asked for again, nothing happens, also when it is done or failed.
 * (Finished jobs are forgotten after 35 days.) Payloads hold ids, never names, addresses or secrets: what a job says is
 * read when it runs, so that erased data is not sent or kept.
 */
import type { Kysely, Selectable } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export interface JobName {
  /** What is to be done: one handler of the runner, e.g. `deadline`. */
  kind: string;
  /** For whom or what, unique within the kind. */
  key: string;
}

export interface NewJob extends JobName {
  /** Goes through JSON. */
  payload: unknown;
  /** Epoch ms; a time that passed is now. */
  runAt: number;
}

/** Asks for work, unless it was asked for before. Returns whether it is new. */
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

/** Takes a job back, whatever its state; a run that is under way can't finish any more. Returns false when there is none. */
export async function cancelJob(trx: Trx, { kind, key }: JobName): Promise<boolean> {
  const rows = await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returning('key')
    .execute();
  return rows.length === 1;
}

/** Forgets what was finished before `before`, epoch ms: then it could be asked for anew. */
export async function forgetFinishedJobs(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('jobs').where('finished_at', '<', before).execute();
}

/** For whoever knows that no runner works now: what a dead process held is due at once, not when its lease ends. */
export async function endLeases(query: Kysely<Tables>): Promise<void> {
  await query
    .updateTable('jobs')
    .set((set) => ({ state: 'waiting', due_at: set.ref('run_at'), leased_by: null }))
    .where('state', '=', 'running')
    .execute();
}

export type JobRow = Selectable<Tables['jobs']>;
