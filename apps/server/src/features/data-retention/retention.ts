/**
 * Automatic retention (R53): one job per hour for the whole installation, however many nodes there are. The hour is the job's
 * key, so each hour is cleaned up once; each job enqueues the next one in the transaction that finishes it. After downtime, the
 * clean-up of the current hour runs at once.
 */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import { forgetEndedCounters } from '../../platform/database/rate-counters.ts';
import type { JobHandler } from '../../work/job-runner.ts';
import { enqueueJob, forgetFinishedJobs } from '../../work/jobs.ts';
import { DELIVERIES_STORED_MS } from '@glassdrum/raffle-rules';
import { deleteOldWebhookEvents } from '../webhooks/events/commands.ts';
import { deleteExpiredWinners } from '../invitations/recent-winners/commands.ts';
import { deleteOldEvents } from '../installation/security-events/commands.ts';
import { cleanUp } from './commands.ts';
import type { DataRetentionParts } from './deletion.ts';
import { deleteOldInvitations } from '../workspaces/invitations/commands.ts';
import { eraseLeavers } from './erasure-commands.ts';
import { hostsWithRafflesDue } from './queries.ts';

export const RETENTION_JOB = 'retention';

const HOUR_MS = 3600 * 1000;
/** Finished jobs are stored this long, so that none is enqueued twice. */
const JOBS_STORED_MS = 35 * 24 * HOUR_MS;

/** Enqueues the job of the current hour, before the job runner starts. */
export async function startRetention({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const hour = Math.floor(clock.now() / HOUR_MS);
  await database.transaction((trx) => enqueueHour(trx, hour));
}

async function enqueueHour(trx: Trx, hour: number): Promise<void> {
  await enqueueJob(trx, {
    kind: RETENTION_JOB,
    key: String(hour),
    payload: null,
    runAt: hour * HOUR_MS,
  });
}

/** @param parts.report called for each host whose clean-up failed; the others are cleaned up, and the job is retried */
export function retentionHandler(
  parts: DataRetentionParts & { report: (error: unknown) => void },
): JobHandler {
  const { database, clock, images, report } = parts;
  return {
    attempts: Infinity,
    async run({ signal }) {
      let failed = false;
      for (const hostId of await hostsWithRafflesDue(database, clock.now())) {
        if (signal.aborted) throw new Error('The server stops.');
        await cleanUp(parts, hostId).catch((error: unknown) => {
          failed = true;
          report(error);
        });
      }
      await eraseLeavers(parts).catch((error: unknown) => {
        failed = true;
        report(error);
      });
      // Also deletes uploads that no row refers to.
      await images.sweep();
      if (failed) throw new Error('Not everything was cleaned up.');
      return {
        outcome: 'done',
        effect: async (trx) => {
          await forgetFinishedJobs(trx, clock.now() - JOBS_STORED_MS);
          await forgetEndedCounters(trx, clock.now());
          await deleteOldEvents(trx, clock.now());
          await deleteExpiredWinners(trx, clock.now());
          await deleteOldInvitations(trx, clock.now());
          await deleteOldWebhookEvents(trx, clock.now() - DELIVERIES_STORED_MS);
          await enqueueHour(trx, Math.floor(clock.now() / HOUR_MS) + 1);
        },
        after: () => parts.bus.publish({ topic: 'jobs-changed' }),
      };
    },
  };
}
