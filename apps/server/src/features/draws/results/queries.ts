/** Reading results and who holds the prizes. No winner is returned before the reveal is due (R4, C3). */
import type { PrizeStatus, LiveResult, ReplayAnswer, ResultsAnswer } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import { type DrawRow, drawRow } from '../draw-rows.ts';
import { presentResults, presentRow } from '../present.ts';
import { publicPlanOf } from '../queries.ts';
import { isResultDue } from '../running/draw-clock.ts';
import { passedOverOf, presentPrizeStatus } from './prize-status.ts';

/** Winners and alternates, once due; null before, and without a draw. */
export async function dueResult(
  database: Database,
  raffleId: string,
  now: number,
): Promise<LiveResult | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null || !isResultDue(draw, now) ? null : rowsOf(database, draw);
}

async function rowsOf(database: Database, draw: DrawRow): Promise<LiveResult> {
  const rows = await database.query
    .selectFrom('draw_rows as r')
    .leftJoin('participations as p', (join) =>
      join.on('p.raffle_id', '=', draw.raffle_id).onRef('p.entry_number', '=', 'r.entry_number'),
    )
    .select(['r.role', 'r.prize', 'r.position', 'r.entry_number', 'r.selection_index', 'p.display_name'])
    .where('r.draw_id', '=', draw.id)
    .orderBy('r.prize')
    .orderBy('r.position')
    .execute();
  return {
    winners: rows.filter((row) => row.role === 'winner').map(presentRow),
    alternates: rows.filter((row) => row.role === 'alternate').map(presentRow),
  };
}

/** The result of an entry in its raffle's draw, as drawn; null before the result is due (R4). @param now epoch ms */
export async function prizeOf(
  database: Database,
  raffleId: string,
  entryNumber: number,
  now: number,
): Promise<{ kind: 'winner' | 'alternate'; place: number; of: number } | { kind: 'none' } | null> {
  const draw = await drawRow(database.query, raffleId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const own = await database.query
    .selectFrom('draw_rows')
    .select(['role', 'prize', 'position'])
    .where('draw_id', '=', draw.id)
    .where('entry_number', '=', entryNumber)
    // A prize comes before being an alternate.
    .orderBy('role', 'desc')
    .orderBy('prize')
    .limit(1)
    .executeTakeFirst();
  if (own === undefined) return { kind: 'none' };
  const { of } = await database.query
    .selectFrom('draw_rows')
    .select((build) => build.fn.countAll<number>().as('of'))
    .where('draw_id', '=', draw.id)
    .where('role', '=', own.role)
    .where('prize', '=', own.prize)
    .executeTakeFirstOrThrow();
  return { kind: own.role, place: own.position, of };
}

/** Who holds the prizes (R14), once the draw is complete; null before, and without a draw. */
export async function drawPrizeStatus(database: Database, raffleId: string): Promise<PrizeStatus | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null || draw.completed_at === null ? null : prizeStatusOfDraw(database, draw);
}

/** For a draw whose result is due. */
export async function prizeStatusOfDraw(
  database: Database,
  draw: DrawRow,
  known?: LiveResult,
): Promise<PrizeStatus> {
  const [rows, passed] = await Promise.all([
    known ?? rowsOf(database, draw),
    passedOverOf(database.query, draw.id),
  ]);
  const names = new Map(
    [...rows.winners, ...rows.alternates].map((row) => [row.entry_number, row.display_name]),
  );
  const further = passed
    .map((row) => row.to_entry_number)
    .filter((entry) => entry !== null && !names.has(entry));
  if (further.length > 0) {
    const people = await database.query
      .selectFrom('participations')
      .select(['entry_number', 'display_name'])
      .where('raffle_id', '=', draw.raffle_id)
      .where('entry_number', 'in', further)
      .execute();
    for (const { entry_number: entry, display_name: name } of people) names.set(entry, name);
  }
  return presentPrizeStatus(rows.winners, passed, (entry) => names.get(entry) ?? null);
}

/** The public results, once due; null before, and without a draw. */
export async function results(
  database: Database,
  raffleId: string,
  now: number,
): Promise<ResultsAnswer | null> {
  const replay = await resultsWithPlan(database, raffleId, now);
  return replay?.results ?? null;
}

/** Everything that a replay needs (R34), once due; null before, and without a draw. */
export async function resultsWithPlan(
  database: Database,
  raffleId: string,
  now: number,
): Promise<ReplayAnswer | null> {
  const draw = await drawRow(database.query, raffleId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const [plan, rows, raffle] = await Promise.all([
    publicPlanOf(database, draw),
    rowsOf(database, draw),
    database.query
      .selectFrom('raffles')
      .select(['title', 'description'])
      .where('id', '=', raffleId)
      .executeTakeFirstOrThrow(),
  ]);
  const prizeStatus = await prizeStatusOfDraw(database, draw, rows);
  return { plan, results: presentResults({ draw, plan, rows, prizeStatus, raffle }) };
}
