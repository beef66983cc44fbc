/**
 * What a recurring raffle has to do next (R80), on whichever node comes first.
 *
 * 1. One job per recurrence looks at its rows and does one step after the other until nothing is due; then it waits for the next
 *    time. What its host changes moves the job, so that it looks again at once.
 * 2. Each step is one transaction with a conditional write that only one run can win: a date gets one row, a waiting draft is opened
 *    once. A job that starts twice, on two nodes or after a crash, does nothing twice.
 * 3. A draft opens by the same rules as by hand. What refuses it is noted on its date, told to the host by email, and undoes nothing:
 *    the draft stays as it is, and its host can open it.
 * 4. After downtime a draft whose deadline is still to come opens late. Dates that passed are skipped, and that is said.
 */
import type { AuditAction, ErrorCode } from '@glassdrum/contract';
import { movedTo, nextOccurrence, recurrenceStep } from '@glassdrum/raffle-rules';
import { doubling } from '../../../platform/clock/backoff.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { JobHandler, JobOutcome } from '../../../work/job-runner.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { queueInvitations } from '../../notifications/email/commands.ts';
import { lockExistingRaffle, type RaffleCommandParts } from '../commands.ts';
import { readCopy, withDates, withOwnImages, writeCopy } from '../copies/copies.ts';
import { invitesToCopy, writeCopiedPeople } from '../copies/people.ts';
import { openInTransaction } from '../open-raffle.ts';
import { findRaffle } from '../queries.ts';
import { lockRecurrence, NEW_PERIOD, openingOf } from './commands.ts';
import { factsOf, findRecurrence, type PeriodRow, periodsOf, type RecurrenceRow, ruleOf } from './queries.ts';
import { scheduleEmail } from './schedule.ts';

export interface RecurrenceStepParts extends RaffleCommandParts {
  /** Whether this installation sends email. */
  mail: boolean;
}

const backoff = doubling(1_000, 600_000);

export function recurrenceHandler(parts: RecurrenceStepParts): JobHandler {
  return { attempts: Infinity, backoff, run: ({ key, signal }) => run(parts, key, signal) };
}

async function run(
  parts: RecurrenceStepParts,
  recurrenceId: string,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { database, clock } = parts;
  for (;;) {
    if (signal.aborted) throw new Error('The server stops.');
    const row = await findRecurrence(database.query, recurrenceId);
    if (row === null) return { outcome: 'done' };
    const periods = await periodsOf(database.query, recurrenceId);
    const step = recurrenceStep(factsOf(row, periods), clock.now());
    switch (step.step) {
      case 'nothing':
        return { outcome: 'done' };
      case 'wait':
        return { outcome: 'again', runAt: step.until };
      case 'skip':
        await skip(parts, row, { at: step.at, source: await sourceOf(parts, periods) });
        break;
      case 'create':
        await create(parts, row, { at: step.at, source: await sourceOf(parts, periods) });
        break;
      case 'open':
        await openDue(parts, row, step.at);
        break;
    }
  }
}

/** The raffle that the next one is a copy of: the last one that is still there. @param periods newest first */
async function sourceOf(
  { database }: RecurrenceStepParts,
  periods: readonly PeriodRow[],
): Promise<RaffleRow | null> {
  const last = periods.find(({ raffle_id: id }) => id !== null)?.raffle_id ?? null;
  return last === null ? null : findRaffle(database, last);
}

/** Moves on from a date, if no other run did. False when one did, or the host changed something meanwhile. */
async function takeDate(
  trx: Trx,
  row: RecurrenceRow,
  period: Omit<PeriodRow, 'recurrence_id'>,
): Promise<boolean> {
  const now = await lockRecurrence(trx, row.id);
  if (now?.state !== 'active' || now.next_at !== period.at || now.updated_at !== row.updated_at) return false;
  await trx
    .insertInto('recurrence_periods')
    .values({ ...period, recurrence_id: row.id })
    .execute();
  await trx
    .updateTable('recurrences')
    .set({ next_at: nextOccurrence(ruleOf(row), period.at) })
    .where('id', '=', row.id)
    .execute();
  return true;
}

async function skip(
  parts: RecurrenceStepParts,
  row: RecurrenceRow,
  { at, source }: { at: number; source: RaffleRow | null },
): Promise<void> {
  const { database, clock, bus } = parts;
  await database.transaction(async (trx) => {
    const now = clock.now();
    const period = { ...NEW_PERIOD, at, raffle_id: null, state: 'skipped' as const, settled_at: now };
    if (!(await takeDate(trx, row, period))) return;
    await note(trx, row, {
      raffleId: source?.id ?? null,
      action: 'recurrence_skipped',
      now,
      details: { at },
    });
    await tell(parts, trx, { recurrenceId: row.id, at }, now);
  });
  if (source !== null) bus.publish({ topic: 'raffle-changed', raffleId: source.id });
  bus.publish({ topic: 'jobs-changed' });
}

/** A draft for a date: a copy of the last raffle with the dates moved, its passphrase, and the people where the host wants that. */
async function create(
  parts: RecurrenceStepParts,
  row: RecurrenceRow,
  { at, source }: { at: number; source: RaffleRow | null },
): Promise<void> {
  const { database, clock, images, bus } = parts;
  const { workspace_id: workspaceId } = row;
  if (source === null || workspaceId === null) return endWithoutRaffles(parts, row);
  const rule = ruleOf(row);
  const invites = row.people === 1 ? await invitesToCopy(parts, source.id) : [];
  const read = await withOwnImages(images, await readCopy(database.query, source));
  const dates = { from: source.deadline_at ?? at, to: at };
  const moved = withDates(read, (time) => movedTo(time, dates, rule.timeZone));
  const copy = { ...moved, raffle: { ...moved.raffle, deadline_at: at } };
  // Erased meanwhile, after a long time without the server: nobody must be invited from an empty list.
  const isErased = row.people === 1 && source.cleaned_at !== null;
  const made = await database
    .transaction(async (trx) => {
      const now = clock.now();
      const more = { passphrase_hash: source.passphrase_hash };
      const raffle = await writeCopy(trx, images, copy, { hostId: row.host_id, workspaceId, now, more });
      const opening = openingOf({ at, timeZone: rule.timeZone, openDays: row.opens_days });
      const failed = { state: 'failed' as const, reason: 'recurrence_erased', settled_at: now };
      const period = { ...NEW_PERIOD, ...opening, at, raffle_id: raffle.id, ...(isErased && failed) };
      if (!(await takeDate(trx, row, period))) throw new OtherRunWasFirst();
      await writeCopiedPeople(database, trx, raffle, { invites, now });
      const details = { people: invites.length, at };
      await note(trx, row, { raffleId: raffle.id, action: 'recurring_raffle_made', now, details });
      if (isErased) await tell(parts, trx, { recurrenceId: row.id, at }, now);
      return raffle;
    })
    .catch((error: unknown) => {
      if (error instanceof OtherRunWasFirst) return null;
      throw error;
    });
  if (made !== null) bus.publish({ topic: 'raffle-changed', raffleId: made.id });
  bus.publish({ topic: 'raffle-changed', raffleId: source.id });
  bus.publish({ topic: 'jobs-changed' });
}

/** Undoes the draft that another run has made. */
class OtherRunWasFirst extends Error {
  override name = 'OtherRunWasFirst';
}

/** The host deleted all of its raffles, so that there is nothing to copy. */
async function endWithoutRaffles(
  { database, clock }: RecurrenceStepParts,
  row: RecurrenceRow,
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock.now();
    await trx
      .updateTable('recurrences')
      .set({ state: 'stopped', updated_at: now })
      .where('id', '=', row.id)
      .execute();
    await note(trx, row, { raffleId: null, action: 'recurrence_ended', now, details: {} });
  });
}

/** Opens the draft for a date and invites its people, all of it or nothing. */
async function openDue(parts: RecurrenceStepParts, row: RecurrenceRow, at: number): Promise<void> {
  const { database, clock, bus } = parts;
  const of = { recurrenceId: row.id, at };
  const raffleId = await raffleOf(parts, of);
  try {
    await database.transaction(async (trx) => {
      const now = clock.now();
      const raffle = raffleId === null ? null : await lockExistingRaffle(database, trx, raffleId);
      const isDraft = raffle?.status === 'draft';
      const state = isDraft ? 'opened' : 'host';
      if (!(await settle(trx, of, { state, settled_at: isDraft ? now : null }))) return;
      if (raffle === null || !isDraft) return;
      await requireSender(parts, trx, raffle.host_id);
      const opened = await openInTransaction(parts, trx, raffle.id, { actor: 'system' });
      const toInvite = row.people === 1 && opened.invitees_count > 0;
      const invited =
        toInvite && parts.mail ? await queueInvitations(trx, opened, { now, actor: 'system' }) : 0;
      const reason = toInvite && !parts.mail ? 'mail_not_configured' : null;
      await trx
        .updateTable('recurrence_periods')
        .set({ invited, reason })
        .where('recurrence_id', '=', row.id)
        .where('at', '=', at)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    await noteFailure(parts, row, { at, raffleId, reason: error.code });
  }
  if (raffleId !== null) bus.publish({ topic: 'raffle-changed', raffleId });
  bus.publish({ topic: 'jobs-changed' });
  bus.publish({ topic: 'outbox-filled' });
}

async function raffleOf(
  { database }: RecurrenceStepParts,
  { recurrenceId, at }: { recurrenceId: string; at: number },
): Promise<string | null> {
  const row = await database.query
    .selectFrom('recurrence_periods')
    .select('raffle_id')
    .where('recurrence_id', '=', recurrenceId)
    .where('at', '=', at)
    .executeTakeFirst();
  return row?.raffle_id ?? null;
}

/** Only one run can: the row waits until then. */
async function settle(
  trx: Trx,
  { recurrenceId, at }: { recurrenceId: string; at: number },
  changes: Partial<PeriodRow>,
): Promise<boolean> {
  const rows = await trx
    .updateTable('recurrence_periods')
    .set(changes)
    .where('recurrence_id', '=', recurrenceId)
    .where('at', '=', at)
    .where('state', '=', 'waiting')
    .returning('at')
    .execute();
  return rows.length === 1;
}

/**
 * As for a host who presses the buttons: nobody whom the operator suspended, and where mail is configured, whose address is not
 * confirmed (C14). @throws RefusalError forbidden, address_not_confirmed
 */
async function requireSender({ mail }: RecurrenceStepParts, trx: Trx, hostId: string): Promise<void> {
  const host = await trx
    .selectFrom('users')
    .select(['email_verified', 'suspended_at'])
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  if (host.suspended_at !== null) throw new RefusalError('forbidden');
  if (mail && host.email_verified === 0) throw new RefusalError('address_not_confirmed');
}

async function noteFailure(
  parts: RecurrenceStepParts,
  row: RecurrenceRow,
  { at, raffleId, reason }: { at: number; raffleId: string | null; reason: ErrorCode },
): Promise<void> {
  await parts.database.transaction(async (trx) => {
    const now = parts.clock.now();
    const of = { recurrenceId: row.id, at };
    if (!(await settle(trx, of, { state: 'failed', reason, settled_at: now }))) return;
    await note(trx, row, { raffleId, action: 'recurrence_failed', now, details: { at, reason } });
    await tell(parts, trx, of, now);
  });
}

async function tell(
  { mail }: RecurrenceStepParts,
  trx: Trx,
  of: { recurrenceId: string; at: number },
  now: number,
): Promise<void> {
  if (mail) await scheduleEmail(trx, of, now);
}

function note(
  trx: Trx,
  row: RecurrenceRow,
  record: {
    raffleId: string | null;
    action: AuditAction;
    now: number;
    details: Record<string, string | number>;
  },
): Promise<void> {
  const { raffleId, action, now: ts, details } = record;
  return writeAudit(trx, { raffleId, hostId: row.host_id, actor: 'system', action, ts, details });
}
