/** How a raffle repeats, as its host sees it (R80). */
import type { Recurrence } from '@glassdrum/contract';
import {
  nextOccurrences,
  type RecurrenceFacts,
  type RecurrenceRule,
  type Repeat,
} from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

export type RecurrenceRow = Selectable<Tables['recurrences']>;
export type PeriodRow = Selectable<Tables['recurrence_periods']>;

export async function findRecurrence(
  query: Kysely<Tables>,
  recurrenceId: string,
): Promise<RecurrenceRow | null> {
  const row = await query
    .selectFrom('recurrences')
    .selectAll()
    .where('id', '=', recurrenceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Null for a raffle that is held once. */
export async function recurrenceOfRaffle(
  query: Kysely<Tables>,
  raffleId: string,
): Promise<RecurrenceRow | null> {
  const row = await query
    .selectFrom('recurrence_periods as p')
    .innerJoin('recurrences as r', 'r.id', 'p.recurrence_id')
    .selectAll('r')
    .where('p.raffle_id', '=', raffleId)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export function periodsOf(query: Kysely<Tables>, recurrenceId: string): Promise<PeriodRow[]> {
  return query
    .selectFrom('recurrence_periods')
    .selectAll()
    .where('recurrence_id', '=', recurrenceId)
    .orderBy('at', 'desc')
    .execute();
}

export function ruleOf(row: Pick<RecurrenceRow, 'repeat' | 'time' | 'time_zone'>): RecurrenceRule {
  return { repeat: JSON.parse(row.repeat) as Repeat, time: row.time, timeZone: row.time_zone };
}

/** @param periods newest first */
export function factsOf(row: RecurrenceRow, periods: readonly PeriodRow[]): RecurrenceFacts {
  return {
    state: row.state,
    nextAt: row.next_at,
    lastAt: periods[0]?.at ?? null,
    waiting: periods.flatMap(({ state, at, opens_at: opensAt }) =>
      state === 'waiting' && opensAt !== null ? [{ at, opensAt }] : [],
    ),
  };
}

/** How many of the next dates are shown. */
const NEXT_DATES = 6;

/** Null for a raffle that is held once. */
export async function recurrenceOf({ query }: Database, raffleId: string): Promise<Recurrence | null> {
  const row = await recurrenceOfRaffle(query, raffleId);
  if (row === null) return null;
  const periods = await query
    .selectFrom('recurrence_periods as p')
    .leftJoin('raffles as r', 'r.id', 'p.raffle_id')
    .select(['p.at', 'p.state', 'p.opens_at', 'p.reason', 'p.invited', 'p.settled_at'])
    .select(['r.id', 'r.title', 'r.status'])
    .where('p.recurrence_id', '=', row.id)
    .orderBy('p.at', 'desc')
    .execute();
  return {
    state: row.state,
    repeat: ruleOf(row).repeat as Recurrence['repeat'],
    time: row.time,
    time_zone: row.time_zone,
    opens_days: row.opens_days,
    people: row.people === 1,
    next: nextDates(row),
    periods: periods.map(({ id, title, status, ...period }) => ({
      ...period,
      raffle: id === null || title === null || status === null ? null : { id, title, status },
    })),
  };
}

function nextDates(row: RecurrenceRow): number[] {
  if (row.state !== 'active' || row.next_at === null) return [];
  return [row.next_at, ...nextOccurrences(ruleOf(row), row.next_at, NEXT_DATES - 1)];
}

/** R55: all recurring raffles of a workspace. */
export function recurrencesIn({ query }: Database, workspaceId: string): Promise<RecurrenceRow[]> {
  return query
    .selectFrom('recurrences')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute();
}

/** What the console says of each of these raffles that repeats. */
export async function recurringOf(
  database: Database,
  raffleIds: readonly string[],
): Promise<Map<string, { state: RecurrenceRow['state']; opens_at: number | null; failed: string | null }>> {
  if (raffleIds.length === 0) return new Map();
  const rows = await database.query
    .selectFrom('recurrence_periods as p')
    .innerJoin('recurrences as r', 'r.id', 'p.recurrence_id')
    .select(['p.raffle_id', 'r.state', 'p.state as period', 'p.opens_at', 'p.reason'])
    .where('p.raffle_id', ...anyOf(database, [...raffleIds]))
    .execute();
  return new Map(
    rows.map((row) => [
      row.raffle_id ?? '',
      {
        state: row.state,
        opens_at: row.period === 'waiting' && row.state === 'active' ? row.opens_at : null,
        failed: row.period === 'failed' ? row.reason : null,
      },
    ]),
  );
}
