/** Who must be present at which draw, and who has checked in (R71). */
import type {
  CheckInCounts,
  CheckInsAnswer,
  DrawPreview,
  OwnEntry,
  ParticipantRow,
  PublicRaffle,
} from '@glassdrum/contract';
import type { CheckInWay, PresenceFacts } from '@glassdrum/raffle-rules';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import { hasBuckets, poolsOf, weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { planOf } from '../openings.ts';
import { holdersOfOtherDraws } from '../results/holders.ts';

type Query = Kysely<Tables>;
type Presence = NonNullable<PublicRaffle['presence']>;

/** The next draw of a raffle as presence sees it. */
export interface NextDraw extends PresenceFacts {
  /** Number of the planned draw. */
  number: number;
  name: string | null;
}

/** The draw that is next or running; null in a draft, and for a raffle that was drawn before it had planned draws. */
export async function nextDrawOf(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id'>,
): Promise<NextDraw | null> {
  if (raffle.draw_id === null) return null;
  const row = await query
    .selectFrom('draw_openings as o')
    .innerJoin('planned_draws as p', (join) =>
      join.onRef('p.raffle_id', '=', 'o.raffle_id').onRef('p.number', '=', 'o.draw_number'),
    )
    .select(['p.number', 'p.name', 'p.presence', 'p.check_in_opened_at'])
    .where('o.id', '=', raffle.draw_id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    number: row.number,
    name: row.name,
    required: row.presence === 1,
    openedAt: row.check_in_opened_at,
  };
}

/** Whether people check in now. */
export async function isCheckInOpen(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id' | 'draw_started'>,
): Promise<boolean> {
  if (raffle.draw_started === 1) return false;
  const next = await nextDrawOf(query, raffle);
  return next !== null && next.required && next.openedAt !== null;
}

/** R70: whose entries sit the raffle's next draw out. */
export async function sittingOut(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id'>,
): Promise<Set<number>> {
  if (raffle.draw_id === null) return new Set();
  const opening = await query
    .selectFrom('draw_openings')
    .select('plan')
    .where('id', '=', raffle.draw_id)
    .executeTakeFirst();
  const isOut = opening !== undefined && planOf(opening).earlierWinners === 'out';
  return isOut ? holdersOfOtherDraws(query, raffle) : new Set();
}

/** Entries that can win something in the raffle's next draw, and how many of them are checked in for it. */
export async function countPresent(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id'>,
  drawNumber: number,
): Promise<CheckInCounts> {
  const out = [...(await sittingOut(query, raffle))];
  const { expected, present } = await query
    .selectFrom('participations as p')
    .leftJoin('check_ins as c', (join) =>
      join
        .onRef('c.raffle_id', '=', 'p.raffle_id')
        .onRef('c.entry_number', '=', 'p.entry_number')
        .on('c.draw_number', '=', drawNumber),
    )
    .select((build) => [
      build.fn.countAll<number>().as('expected'),
      build.fn.count<number>('c.entry_number').as('present'),
    ])
    .where('p.raffle_id', '=', raffle.id)
    .where('p.state', '=', 'in')
    .where('p.tickets', '>', 0)
    .where(weighsSomething)
    .$if(out.length > 0, (rows) => rows.where('p.entry_number', 'not in', out))
    .executeTakeFirstOrThrow();
  return { expected, present };
}

/** Who takes part in a draw, and who holds a ticket and does not. */
export interface TakingPart extends Pick<DrawPreview, 'entries' | 'tickets' | 'sitting_out'> {
  /** How many of them can win in each pool. */
  candidates: number[];
}

/** R70, R71: as the list of the raffle's next draw would be now. */
export async function takingPart(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id' | 'pools'>,
): Promise<TakingPart> {
  const out = [...(await sittingOut(query, raffle))];
  const next = await nextDrawOf(query, raffle);
  const rows = await query
    .selectFrom('participations as p')
    .leftJoin('check_ins as c', (join) =>
      join
        .onRef('c.raffle_id', '=', 'p.raffle_id')
        .onRef('c.entry_number', '=', 'p.entry_number')
        .on('c.draw_number', '=', next?.number ?? 0),
    )
    .select((build) => [
      'p.tickets',
      'p.weights',
      build.fn.countAll<number>().as('all'),
      build.fn.count<number>('c.entry_number').as('checked_in'),
    ])
    .where('p.raffle_id', '=', raffle.id)
    .where('p.state', '=', 'in')
    .where('p.tickets', '>', 0)
    .$if(out.length > 0, (some) => some.where('p.entry_number', 'not in', out))
    .groupBy(['p.tickets', 'p.weights'])
    .execute();
  const candidates = poolsOf(raffle).map(() => 0);
  const counts = { entries: 0, tickets: 0 };
  const apart = { holders: out.length, absent: 0, unplaced: 0 };
  for (const row of rows) {
    const present = next?.required === true ? row.checked_in : row.all;
    const weights = weightsOf(row);
    apart.absent += row.all - present;
    if (weights.every((weight) => weight === 0)) {
      apart.unplaced += present;
      continue;
    }
    const placed = weights.reduce((sum, weight) => sum + weight, 0);
    counts.entries += present;
    counts.tickets += present * (hasBuckets(raffle) ? placed : row.tickets);
    for (const [index, weight] of weights.entries()) {
      if (weight > 0) candidates[index] = (candidates[index] ?? 0) + present;
    }
  }
  return { ...counts, sitting_out: apart, candidates };
}

/** The JSON array of weights has another digit than 0. */
function weighsSomething(build: ExpressionBuilder<Tables & { p: Tables['participations'] }, 'p'>) {
  const digits = sql<string>`replace(replace(replace(replace(p.weights, '[', ''), ']', ''), ',', ''), '0', '')`;
  return build.or([build('p.weights', 'is', null), build(digits, '!=', '')]);
}

/** How people check in for the next draw of this raffle; null without a draw that they must be present at. */
export async function checkInOf(
  query: Query,
  raffle: Pick<RaffleRow, 'id' | 'draw_id' | 'draw_started' | 'status'>,
): Promise<Presence['check_in']> {
  if (raffle.draw_started === 1 || raffle.status === 'drawn') return null;
  const next = await nextDrawOf(query, raffle);
  if (next === null || !next.required) return null;
  const counts = await countPresent(query, raffle, next.number);
  return { draw: next.number, opened_at: next.openedAt, ...counts };
}

/** The same for a raffle that may be gone. */
export async function checkInOfRaffle({ query }: Database, raffleId: string): Promise<Presence['check_in']> {
  const raffle = await query
    .selectFrom('raffles')
    .select(['id', 'draw_id', 'draw_started', 'status'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return raffle === undefined ? null : checkInOf(query, raffle);
}

/** By raffle; those without such a draw are left out. */
export async function presenceOf(
  database: Database,
  rows: readonly RaffleRow[],
): Promise<Map<string, Presence>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const draws = await database.query
    .selectFrom('planned_draws')
    .select(['raffle_id', 'number'])
    .where('raffle_id', ...anyOf(database, ids))
    .where('presence', '=', 1)
    .where('skipped_at', 'is', null)
    .orderBy('number')
    .execute();
  const found = new Map<string, Presence>();
  for (const row of rows) {
    const numbers = draws.filter((draw) => draw.raffle_id === row.id).map(({ number }) => number);
    if (numbers.length === 0) continue;
    found.set(row.id, { draws: numbers, check_in: await checkInOf(database.query, row) });
  }
  return found;
}

/** Numbers of the entries that are checked in for a planned draw. */
export async function checkedInNumbers(
  query: Query,
  raffleId: string,
  drawNumber: number,
): Promise<Set<number>> {
  const rows = await query
    .selectFrom('check_ins')
    .select('entry_number')
    .where('raffle_id', '=', raffleId)
    .where('draw_number', '=', drawNumber)
    .execute();
  return new Set(rows.map((row) => row.entry_number));
}

/** Check-ins for all draws of a raffle, by entry. @param first number of an entry @param last the same */
export async function checkInsBetween(
  query: Query,
  raffleId: string,
  { first, last }: { first: number; last: number },
): Promise<Map<number, ParticipantRow['check_ins']>> {
  const rows = await query
    .selectFrom('check_ins')
    .select(['entry_number', 'draw_number', 'way', 'at'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '>=', first)
    .where('entry_number', '<=', last)
    .orderBy('draw_number')
    .execute();
  const found = new Map<number, ParticipantRow['check_ins']>();
  for (const { entry_number: number, draw_number: draw, way, at } of rows) {
    found.set(number, [...(found.get(number) ?? []), { draw, way, at }]);
  }
  return found;
}

/** How each of these entries checked in for a planned draw. */
export async function checkInWays(
  query: Query,
  raffleId: string,
  { drawNumber, numbers }: { drawNumber: number; numbers: readonly number[] },
): Promise<Map<number, CheckInWay>> {
  const rows = await query
    .selectFrom('check_ins')
    .select(['entry_number', 'way'])
    .where('raffle_id', '=', raffleId)
    .where('draw_number', '=', drawNumber)
    .where('entry_number', 'in', numbers)
    .execute();
  return new Map(rows.map((row) => [row.entry_number, row.way]));
}

/** An entry's check-in for the raffle's next or running draw, for its entrant. */
export async function ownCheckInOf(
  { query }: Database,
  raffleId: string,
  entryNumber: number,
): Promise<OwnEntry['check_in']> {
  const row = await query
    .selectFrom('raffles as r')
    .innerJoin('draw_openings as o', 'o.id', 'r.draw_id')
    .innerJoin('planned_draws as p', (join) =>
      join.onRef('p.raffle_id', '=', 'o.raffle_id').onRef('p.number', '=', 'o.draw_number'),
    )
    .innerJoin('check_ins as c', (join) =>
      join.onRef('c.raffle_id', '=', 'o.raffle_id').onRef('c.draw_number', '=', 'o.draw_number'),
    )
    .select(['o.id', 'c.way', 'c.at'])
    .where('r.id', '=', raffleId)
    .where('p.presence', '=', 1)
    .where('c.entry_number', '=', entryNumber)
    .executeTakeFirst();
  return row === undefined ? null : { draw_id: row.id, way: row.way, at: row.at };
}

/** Neighbouring numbers with one result together. @param results in ascending order of numbers */
export function presentCheckIns(
  results: readonly { number: number; result: CheckInsAnswer['results'][number]['result'] }[],
): CheckInsAnswer['results'] {
  const ranges: CheckInsAnswer['results'] = [];
  for (const { number, result } of results) {
    const current = ranges.at(-1);
    if (current?.result === result && current.last === number - 1) current.last = number;
    else ranges.push({ first: number, last: number, result });
  }
  return ranges;
}
