/** What a host does with a recurring raffle (R80): begin, change, pause, resume, stop. Its raffles stay in any case. */
import { randomBytes } from 'node:crypto';
import type { AuditAction, RecurrenceBody } from '@glassdrum/contract';
import { decideRecurrence, nextOccurrence, opensAt, type RecurrenceRule } from '@glassdrum/raffle-rules';
import type { CallerHashes } from '../../../audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import { auditHostAction, flag, lockExistingRaffle } from '../commands.ts';
import type { OwnRaffle } from '../raffle-gate.ts';
import { periodsOf, type RecurrenceRow, recurrenceOfRaffle, ruleOf } from './queries.ts';
import { scheduleRecurrence, unscheduleRecurrence } from './schedule.ts';

interface RecurrenceCommandParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/**
 * Begins or changes it. A raffle that was made already keeps its date; when it opens follows from what is set now.
 * @throws RefusalError recurrence_needs_deadline, recurrence_erased, recurrence_without_dates
 */
export function setRecurrence(
  parts: RecurrenceCommandParts,
  own: OwnRaffle,
  body: RecurrenceBody,
  from: CallerHashes,
): Promise<void> {
  const rule: RecurrenceRule = { repeat: body.repeat, time: body.time, timeZone: body.time_zone };
  const fields = {
    repeat: JSON.stringify(body.repeat),
    time: body.time,
    time_zone: body.time_zone,
    opens_days: body.opens_days,
    people: flag(body.people),
  };
  return change(parts, own, async (trx, { raffle, before, now }) => {
    if (before !== null) {
      const periods = await periodsOf(trx, before.id);
      const nextAt = nextOccurrence(rule, Math.max(now, periods[0]?.at ?? now));
      if (nextAt === null) throw new RefusalError('recurrence_without_dates');
      const state = before.state === 'stopped' ? 'active' : before.state;
      await trx
        .updateTable('recurrences')
        .set({ ...fields, state, next_at: nextAt, updated_at: now })
        .where('id', '=', before.id)
        .execute();
      await moveOpenings(trx, before.id, { timeZone: rule.timeZone, openDays: body.opens_days });
      await auditHostAction(trx, raffle, 'recurrence_changed', now, from);
      return before.id;
    }
    const { firstAt, nextAt } = orRefuse(decideRecurrence(factsOfRaffle(raffle), rule, now));
    const id = randomBytes(16).toString('base64url');
    await trx
      .insertInto('recurrences')
      .values({
        ...fields,
        id,
        host_id: raffle.host_id,
        workspace_id: raffle.workspace_id,
        state: 'active',
        next_at: nextAt,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await trx
      .insertInto('recurrence_periods')
      .values({ ...NEW_PERIOD, recurrence_id: id, at: firstAt, raffle_id: raffle.id, state: 'first' })
      .execute();
    await auditHostAction(trx, raffle, 'recurrence_set', now, from);
    return id;
  });
}

/** A period of which nothing has happened. */
export const NEW_PERIOD = { opens_at: null, reason: null, invited: null, settled_at: null };

function factsOfRaffle(raffle: RaffleRow) {
  return {
    deadlineAt: raffle.deadline_at,
    closedAt: raffle.closed_at_s === null ? null : raffle.closed_at_s * 1000,
    isErased: raffle.cleaned_at !== null,
  };
}

/** Drafts of later dates open when it is set now, or by their host. */
async function moveOpenings(
  trx: Trx,
  recurrenceId: string,
  { timeZone, openDays }: { timeZone: string; openDays: number | null },
): Promise<void> {
  const drafts = await trx
    .selectFrom('recurrence_periods as p')
    .innerJoin('raffles as r', 'r.id', 'p.raffle_id')
    .select('p.at')
    .where('p.recurrence_id', '=', recurrenceId)
    .where('p.state', 'in', ['host', 'waiting'])
    .where('r.status', '=', 'draft')
    .execute();
  for (const { at } of drafts) {
    await trx
      .updateTable('recurrence_periods')
      .set(openingOf({ at, timeZone, openDays }))
      .where('recurrence_id', '=', recurrenceId)
      .where('at', '=', at)
      .execute();
  }
}

/** How the draft for a date is opened. */
export function openingOf({
  at,
  timeZone,
  openDays,
}: {
  at: number;
  timeZone: string;
  openDays: number | null;
}): { state: 'host' | 'waiting'; opens_at: number | null } {
  return openDays === null
    ? { state: 'host', opens_at: null }
    : { state: 'waiting', opens_at: opensAt({ timeZone }, at, openDays) };
}

/** Nothing is made and opened until it is resumed; dates that pass meanwhile are left out. @throws RefusalError not_found */
export function pauseRecurrence(
  parts: RecurrenceCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  return switchTo(parts, own, { from, only: 'active', to: 'paused', action: 'recurrence_paused' });
}

/** @throws RefusalError not_found, recurrence_without_dates */
export function resumeRecurrence(
  parts: RecurrenceCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  return switchTo(parts, own, { from, only: 'paused', to: 'active', action: 'recurrence_resumed' });
}

/** No more raffles are made, and a draft that is there opens by hand. @throws RefusalError not_found */
export function stopRecurrence(
  parts: RecurrenceCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  return switchTo(parts, own, { from, only: null, to: 'stopped', action: 'recurrence_stopped' });
}

function switchTo(
  parts: RecurrenceCommandParts,
  own: OwnRaffle,
  input: {
    from: CallerHashes;
    /** From which state it is switched; null: from any. In another one nothing changes. */
    only: RecurrenceRow['state'] | null;
    to: RecurrenceRow['state'];
    action: AuditAction;
  },
): Promise<void> {
  const { from, only, to, action } = input;
  return change(parts, own, async (trx, { raffle, before, now }) => {
    if (before === null) throw new RefusalError('not_found');
    if (before.state === to || (only !== null && before.state !== only)) return before.id;
    const missed = before.next_at !== null && before.next_at <= now;
    const nextAt = to === 'active' && missed ? nextOccurrence(ruleOf(before), now) : before.next_at;
    if (to === 'active' && missed && nextAt === null) throw new RefusalError('recurrence_without_dates');
    await trx
      .updateTable('recurrences')
      .set({ state: to, next_at: nextAt, updated_at: now })
      .where('id', '=', before.id)
      .execute();
    if (to === 'stopped') await moveOpenings(trx, before.id, { timeZone: before.time_zone, openDays: null });
    await auditHostAction(trx, raffle, action, now, from);
    return before.id;
  });
}

/** One change by the host under the raffle's lock; the job then looks at once at what is due. @param decide returns the id */
async function change(
  { database, clock, bus }: RecurrenceCommandParts,
  own: OwnRaffle,
  decide: (
    trx: Trx,
    facts: { raffle: RaffleRow; before: RecurrenceRow | null; now: number },
  ) => Promise<string>,
): Promise<void> {
  const raffles = await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    const found = await recurrenceOfRaffle(trx, raffle.id);
    const before = found === null ? null : await lockRecurrence(trx, found.id);
    const now = clock.now();
    const id = await decide(trx, { raffle, before, now });
    const after = await lockRecurrence(trx, id);
    if (after?.state === 'active') await scheduleRecurrence(trx, id, now);
    else await unscheduleRecurrence(trx, id);
    return (await periodsOf(trx, id)).flatMap(({ raffle_id: raffleId }) => raffleId ?? []);
  });
  for (const raffleId of raffles) bus.publish({ topic: 'raffle-changed', raffleId });
  bus.publish({ topic: 'jobs-changed' });
}

/** Until the transaction ends nobody else changes it. Null once it is deleted. */
export async function lockRecurrence(trx: Trx, recurrenceId: string): Promise<RecurrenceRow | null> {
  const row = await trx
    .updateTable('recurrences')
    .set((set) => ({ state: set.ref('state') }))
    .where('id', '=', recurrenceId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
