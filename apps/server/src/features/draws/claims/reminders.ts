/**
 * Reminding holders of prizes half way through their claim windows (R75): once for each place, by jobs, so that it happens after a
 * restart too, and on one node only. Who has claimed by then, or is passed over, is not reminded.
 */
import { claimBy, claimReminderAt, remindsByEmail } from '@glassdrum/raffle-rules';
import type { Bus } from '../../../platform/bus/bus.ts';
import { doubling } from '../../../platform/clock/backoff.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { JobHandler, JobOutcome } from '../../../work/job-runner.ts';
import { enqueueJob, moveJob } from '../../../work/jobs.ts';
import { putIntoOutbox } from '../../../work/outbox.ts';
import { drawById, type DrawRow } from '../draw-rows.ts';
import { type CompleteDraw, completeDrawOf } from '../results/pass-on.ts';
import type { Holder } from '../results/passed-over.ts';

/** Its key is the draw's id. */
export const CLAIM_REMINDER_JOB = 'claim-reminder';

const CONCURRENCY = 4;
const backoff = doubling(1_000, 30_000);

/** After a change of who holds prizes, or for how long, in its transaction. What was sent already is not sent again. */
export async function planReminders(trx: Trx, { draw, holders, claims }: CompleteDraw): Promise<void> {
  const times = holders.flatMap((holder) => claimReminderAt(claims.heldPrize(holder)) ?? []);
  if (times.length === 0) return;
  const job = { kind: CLAIM_REMINDER_JOB, key: draw.id };
  const runAt = Math.min(...times);
  if (!(await moveJob(trx, job, runAt))) await enqueueJob(trx, { ...job, payload: null, runAt });
}

export interface ReminderParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** D6: whether this node's clock is good enough. */
  mayLead: () => boolean;
  /** Whether this installation sends email. */
  sendsMail: boolean;
}

export function reminderHandler(parts: ReminderParts): JobHandler {
  return {
    concurrency: CONCURRENCY,
    attempts: Infinity,
    backoff,
    mayRun: () => parts.mayLead(),
    run: ({ key }) => runReminders(parts, key),
  };
}

async function runReminders(parts: ReminderParts, drawId: string): Promise<JobOutcome> {
  const { database, clock, bus } = parts;
  const draw = await drawById(database.query, drawId);
  if (draw === null || draw.completed_at === null) return { outcome: 'done' };
  const now = clock.now();
  const { holders, claims } = await completeDrawOf(database.query, draw);
  const planned = holders.flatMap((holder): Planned[] => {
    const held = claims.heldPrize(holder);
    const at = claimReminderAt(held);
    const until = claimBy(held);
    return at === null || until === null ? [] : [{ holder, at, until, byEmail: remindsByEmail(held) }];
  });
  const due = planned.filter(({ at, until }) => at <= now && until > now);
  const later = planned.filter(({ at }) => at > now).map(({ at }) => at);
  return {
    ...(later.length === 0 ? { outcome: 'done' } : { outcome: 'again', runAt: Math.min(...later) }),
    effect: async (trx) => {
      for (const reminder of due) await putReminder(parts, trx, { draw, reminder, now });
    },
    after: () => {
      if (due.length > 0) bus.publish({ topic: 'outbox-filled' });
    },
  };
}

interface Planned {
  holder: Holder;
  /** Epoch ms. */
  at: number;
  until: number;
  byEmail: boolean;
}

async function putReminder(
  { sendsMail }: ReminderParts,
  trx: Trx,
  { draw, reminder, now }: { draw: DrawRow; reminder: Planned; now: number },
): Promise<void> {
  const { holder, until, byEmail } = reminder;
  const entry = await trx
    .selectFrom('participations')
    .select(['invitee_id', 'email'])
    .where('raffle_id', '=', draw.raffle_id)
    .where('entry_number', '=', holder.entryNumber)
    .executeTakeFirst();
  if (entry === undefined) return;
  const device = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('raffle_id', '=', draw.raffle_id)
    .where('invitee_id', '=', entry.invitee_id)
    .executeTakeFirst();
  const row = {
    occasion: 'claim_reminder',
    raffleId: draw.raffle_id,
    inviteeId: entry.invitee_id,
    now,
    usefulUntil: until,
    drawId: draw.id,
    prize: holder.prize,
  } as const;
  await putIntoOutbox(trx, [
    ...(device === undefined ? [] : [{ ...row, channel: 'push' as const }]),
    ...(sendsMail && byEmail && entry.email !== null ? [{ ...row, channel: 'mail' as const }] : []),
  ]);
}
