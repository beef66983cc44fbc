/** Which handler does which kind of job (work/job-runner.ts). */
import type { openFoundation } from './compose-foundation.ts';
import { LAPSE_JOB, lapseHandler } from './features/draws/claims/lapse.ts';
import { CLAIM_REMINDER_JOB, reminderHandler } from './features/draws/claims/reminders.ts';
import { deadlineHandler } from './features/draws/running/at-deadline.ts';
import { RETENTION_JOB, retentionHandler } from './features/data-retention/retention.ts';
import { DEADLINE_JOB } from './features/raffles/deadline.ts';
import { failureEmailHandler } from './features/raffles/recurrence/failure-emails.ts';
import { RECURRENCE_EMAIL_JOB, RECURRENCE_JOB } from './features/raffles/recurrence/schedule.ts';
import { recurrenceHandler } from './features/raffles/recurrence/steps.ts';
import { pausedEmailHandler, WEBHOOK_PAUSED_JOB } from './features/webhooks/deliveries/paused-emails.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Images } from './platform/storage/images.ts';
import { createJobRunner, type JobRunner } from './work/job-runner.ts';

export function composeJobs(
  { database, keys, time, bus, beacon, witnesses, report }: Awaited<ReturnType<typeof openFoundation>>,
  {
    images,
    mayLead,
    mailer,
    publicUrl,
  }: { images: Images; mayLead: () => boolean; mailer: Mailer | null; publicUrl: string },
): JobRunner {
  const { clock } = time;
  const parts = { database, keys, clock, bus };
  return createJobRunner({
    database,
    clock,
    bus,
    handlers: {
      [DEADLINE_JOB]: deadlineHandler({ ...parts, beacon, witnesses, mayLead }),
      [LAPSE_JOB]: lapseHandler({ ...parts, mayLead }),
      [CLAIM_REMINDER_JOB]: reminderHandler({ ...parts, mayLead, sendsMail: mailer !== null }),
      [RECURRENCE_JOB]: recurrenceHandler({ ...parts, images, mail: mailer !== null }),
      [RECURRENCE_EMAIL_JOB]: failureEmailHandler({ database, keys, mailer, publicUrl }),
      [WEBHOOK_PAUSED_JOB]: pausedEmailHandler({ database, keys, mailer, publicUrl }),
      [RETENTION_JOB]: retentionHandler({ ...parts, images, report }),
    },
    report,
  });
}
