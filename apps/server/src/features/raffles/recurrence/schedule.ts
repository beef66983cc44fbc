/** The job that does what a recurring raffle has to do next (R80). One for each, which moves with what its host changes. */
import type { Trx } from '../../../platform/database/database.ts';
import { cancelJob, enqueueJob, moveJob } from '../../../work/jobs.ts';

/** Kind of the job; its key is the recurrence's id. */
export const RECURRENCE_JOB = 'recurrence';
/** Kind of the job that tells the host what went wrong; its key names recurrence and date, so that each is told once. */
export const RECURRENCE_EMAIL_JOB = 'recurrence-email';

/** Looks at once at what is due. @param now epoch ms; the caller publishes `jobs-changed` after commit */
export async function scheduleRecurrence(trx: Trx, recurrenceId: string, now: number): Promise<void> {
  const job = { kind: RECURRENCE_JOB, key: recurrenceId };
  if (await moveJob(trx, job, now)) return;
  await enqueueJob(trx, { ...job, payload: null, runAt: now });
}

export async function unscheduleRecurrence(trx: Trx, recurrenceId: string): Promise<void> {
  await cancelJob(trx, { kind: RECURRENCE_JOB, key: recurrenceId });
}

/** @param period.at the date that failed or was skipped */
export async function scheduleEmail(
  trx: Trx,
  { recurrenceId, at }: { recurrenceId: string; at: number },
  now: number,
): Promise<void> {
  await enqueueJob(trx, {
    kind: RECURRENCE_EMAIL_JOB,
    key: `${recurrenceId}:${at}`,
    payload: { recurrenceId, at },
    runAt: now,
  });
}
