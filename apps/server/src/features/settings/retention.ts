/**
 * Retention by itself (R53): one job an hour for the whole installation, however many nodes there are. The hour is the job's
 * key, so an hour is cleaned once; each job asks for the next one in the transaction that finishes it. After a time in which
 * the server was down, the hour of the start is cleaned at once.
 */
import type { Clock } from '../../clock/clock.ts';
import type { Database, Trx } from '../../database/database.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import { enqueueJob, forgetFinishedJobs } from '../../jobs/jobs.ts';
import { cleanUp, type SettingsParts } from './commands.ts';
import { hostsWithSomethingDue } from './queries.ts';

export const RETENTION_JOB = 'retention';

const HOUR_MS = 3600 * 1000;
/** Finished jobs are kept this long, so that nothing is asked for twice. */
const JOBS_KEPT_MS = 35 * 24 * HOUR_MS;

/** Asks for the cleaning of the hour that runs. At start; the caller's runner looks by itself then. */
export async function startRetention({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const hour = Math.floor(clock.now() / HOUR_MS);
  await database.transaction((trx) => askFor(trx, hour));
}

async function askFor(trx: Trx, hour: number): Promise<void> {
  await enqueueJob(trx, {
    kind: RETENTION_JOB,
    key: String(hour),
    payload: null,
    runAt: hour * HOUR_MS,
  });
}

/** @param parts.report hears of a host whose data could not be cleaned; the others' is, and the hour is tried again */
export function retentionHandler(parts: SettingsParts & { report: (error: unknown) => void }): JobHandler {
  const { database, clock, pictures, report } = parts;
  return {
    attempts: Infinity,
    async run({ signal }) {
      let failed = false;
      for (const hostId of await hostsWithSomethingDue(database, clock.now())) {
        if (signal.aborted) throw new Error('The server stops.');
        await cleanUp(parts, hostId).catch((error: unknown) => {
          failed = true;
          report(error);
        });
      }
      // Uploads that no row ever took, too.
      await pictures.sweep();
      if (failed) throw new Error('Not everything was cleaned up.');
      return {
        outcome: 'done',
        effect: async (trx) => {
          await forgetFinishedJobs(trx, clock.now() - JOBS_KEPT_MS);
          await askFor(trx, Math.floor(clock.now() / HOUR_MS) + 1);
        },
        after: () => parts.bus.publish({ topic: 'jobs-changed' }),
      };
    },
  };
}
