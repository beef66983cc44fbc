/** Reading results and who holds the prizes. No winner is returned before the reveal is due (R4, C3). */
import type { LiveResult, PrizeStatus, ReplayAnswer, ResultsAnswer, ShownPrize } from '@glassdrum/contract';
import { type NamePublication, publishedName } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { chosenDraw, type DrawRow, drawRow, drawsOfRaffle, firstDraw } from '../draw-rows.ts';
import { presentResults, presentRow } from '../present.ts';
import { presentAndAbsent, publicPlanOf, unsoldOf } from '../queries.ts';
import { isResultDue } from '../running/draw-clock.ts';
import { prizeChangesOf, shownPrizesOf } from '../../raffles/prizes/queries.ts';
import { plannedDrawOf } from '../series/queries.ts';
import { claimsOfDraw } from '../claims/draw-claims.ts';
import { holdersOf, passedOverOf } from './passed-over.ts';
import { presentPrizeStatus } from './prize-status.ts';

/**
 * Whose eyes a result is for (R78): everyone's, with names as their owners publish them, or the host's, with all names in full.
 * Nothing but calls of the host asks for the latter.
 */
export type ResultView = 'public' | 'host';

/** Winners and alternates for everyone, once due; null before, and without a draw. */
export async function dueResult(
  database: Database,
  raffleId: string,
  now: number,
): Promise<LiveResult | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null || !isResultDue(draw, now) ? null : rowsOf(database, draw, 'public');
}

/** Ids of a raffle's draws whose result is due (R4), in their order. @param now epoch ms */
export async function dueDraws(query: Kysely<Tables>, raffleId: string, now: number): Promise<string[]> {
  const draws = await drawsOfRaffle(query, raffleId);
  return draws.filter((draw) => isResultDue(draw, now)).map(({ id }) => id);
}

async function rowsOf(database: Database, draw: DrawRow, view: ResultView): Promise<LiveResult> {
  const rows = await database.query
    .selectFrom('draw_rows as r')
    .leftJoin('participations as p', (join) =>
      join.on('p.raffle_id', '=', draw.raffle_id).onRef('p.entry_number', '=', 'r.entry_number'),
    )
    .select(['r.role', 'r.prize', 'r.position', 'r.entry_number', 'r.selection_index'])
    .select(['p.display_name', 'p.name_publication'])
    .where('r.draw_id', '=', draw.id)
    .orderBy('r.prize')
    .orderBy('r.position')
    .execute();
  const named = rows.map((row) => ({ ...row, display_name: nameFor(view, row) }));
  return {
    winners: named.filter((row) => row.role === 'winner').map(presentRow),
    alternates: named.filter((row) => row.role === 'alternate').map(presentRow),
  };
}

/** Null once it was erased. */
function nameFor(
  view: ResultView,
  row: { entry_number: number; display_name: string | null; name_publication: NamePublication | null },
): string | null {
  const { display_name: name, name_publication: publication } = row;
  if (view === 'host' || publication === null) return name;
  return publishedName({ ...row, name_publication: publication });
}

/** A prize that an entry won, or is an alternate of. */
interface OwnPlace {
  /** Null in a raffle with one unnamed prize. */
  prize: string | null;
  place: number;
  /** How many winners or alternates the prize has. */
  of: number;
}

/** The result of an entry in its raffle's draw. */
export type OwnResult =
  { kind: 'winner'; places: OwnPlace[] } | { kind: 'alternate'; places: OwnPlace[] } | { kind: 'none' };

/**
 * The result of an entry in a draw of its raffle, as drawn; null before the result is due (R4).
 * @param draw its `drawId` is null for the raffle's first draw
 * @param now epoch ms
 */
export async function resultOfEntry(
  { query }: Database,
  { raffleId, drawId }: { raffleId: string; drawId: string | null },
  entryNumber: number,
  now: number,
): Promise<OwnResult | null> {
  const draw = drawId === null ? await firstDraw(query, raffleId) : await chosenDraw(query, raffleId, drawId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const own = await query
    .selectFrom('draw_rows as r')
    .select(['role', 'prize', 'position'])
    .select((build) =>
      build
        .selectFrom('draw_rows as all')
        .select((count) => count.fn.countAll<number>().as('of'))
        .whereRef('all.draw_id', '=', 'r.draw_id')
        .whereRef('all.role', '=', 'r.role')
        .whereRef('all.prize', '=', 'r.prize')
        .as('of'),
    )
    .where('draw_id', '=', draw.id)
    .where('entry_number', '=', entryNumber)
    .orderBy('prize')
    .execute();
  if (own.length === 0) return { kind: 'none' };
  const { number } = await plannedDrawOf(query, draw.id);
  const prizes = await shownPrizesOf(query, raffleId, number);
  // Someone who wins a prize is not told of others that they are an alternate for.
  const kind = own.some(({ role }) => role === 'winner') ? 'winner' : 'alternate';
  const places = own
    .filter(({ role }) => role === kind)
    .map(({ prize, position, of }) => ({ prize: titleOf(prizes, prize), place: position, of: of ?? 0 }));
  return { kind, places };
}

/**
 * Number and name of a draw of a raffle that has several; null where it has only one.
 * @param drawId null for the first one
 */
export async function drawOfSeveral(
  query: Kysely<Tables>,
  raffle: { id: string; draws_total: number },
  drawId: string | null,
): Promise<{ number: number; name: string | null } | null> {
  if (raffle.draws_total < 2) return null;
  const id = drawId ?? (await firstDraw(query, raffle.id))?.id;
  if (id === undefined) return null;
  const { number, name } = await plannedDrawOf(query, id);
  return { number, name };
}

/** Where the results of a draw are shown, as a path (R69). @param drawId null for the raffle's first one */
export async function resultsPath(
  query: Kysely<Tables>,
  raffle: { id: string; draws_total: number },
  drawId: string | null,
): Promise<string> {
  const path = `/results/${raffle.id}`;
  if (raffle.draws_total < 2) return path;
  const id = drawId ?? (await firstDraw(query, raffle.id))?.id;
  return id === undefined ? path : `${path}?draw=${id}`;
}

/**
 * The prize that an entry moved up to (R14) in a draw, as it is called; null in a raffle with one unnamed prize. Null instead of all
 * this where the entry does not hold it: it was passed over since.
 * @param of its `drawId` is null for the raffle's first draw; `prize` is its number in the plan
 */
export async function prizeMovedUpTo(
  { query }: Database,
  { raffleId, drawId, prize }: { raffleId: string; drawId: string | null; prize: number },
  entryNumber: number,
): Promise<{ name: string | null } | null> {
  const id = drawId ?? (await firstDraw(query, raffleId))?.id ?? '';
  const passed = (await passedOverOf(query, id)).filter((row) => row.prize === prize);
  const movedUp = passed.some((row) => row.to_entry_number === entryNumber);
  if (!movedUp || passed.some((row) => row.from_entry_number === entryNumber)) return null;
  const { number } = await plannedDrawOf(query, id);
  return { name: titleOf(await shownPrizesOf(query, raffleId, number), prize) };
}

/** How a prize is called; null for a raffle's only prize without a name. */
export function titleOf(prizes: readonly ShownPrize[], prize: number): string | null {
  const name = prizes[prize - 1]?.name ?? null;
  return name ?? (prizes.length === 1 ? null : `Prize ${prize}`);
}

/** Who holds the prizes (R14), for everyone, once the draw is complete; null before, and without a draw. */
export async function drawPrizeStatus(database: Database, raffleId: string): Promise<PrizeStatus | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null || draw.completed_at === null ? null : prizeStatusOfDraw(database, draw, 'public');
}

/** For a draw whose result is due. */
export async function prizeStatusOfDraw(
  database: Database,
  draw: DrawRow,
  view: ResultView,
  known?: LiveResult,
): Promise<PrizeStatus> {
  const [rows, passed, claims] = await Promise.all([
    known ?? rowsOf(database, draw, view),
    passedOverOf(database.query, draw.id),
    claimsOfDraw(database.query, draw),
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
      .select(['entry_number', 'display_name', 'name_publication'])
      .where('raffle_id', '=', draw.raffle_id)
      .where('entry_number', 'in', further)
      .execute();
    for (const person of people) names.set(person.entry_number, nameFor(view, person));
  }
  const nameOf = (entry: number): string | null => names.get(entry) ?? null;
  return presentPrizeStatus(rows.winners, passed, { nameOf, claims });
}

/** The results of this draw, or of the last one, once due; null before, and without a draw. */
export async function results(
  database: Database,
  raffleId: string,
  view: ResultView,
  now: number,
  drawId?: string,
): Promise<ResultsAnswer | null> {
  const replay = await resultsWithPlan(database, raffleId, view, now, drawId);
  return replay?.results ?? null;
}

/** The results of all draws whose result is due, in their order (R69). */
export async function allResults(
  database: Database,
  raffleId: string,
  view: ResultView,
  now: number,
): Promise<ResultsAnswer[]> {
  const draws = await database.query
    .selectFrom('draws')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('voided_at', 'is', null)
    .orderBy('stage')
    .execute();
  const answers: ResultsAnswer[] = [];
  for (const { id } of draws) {
    const answer = await results(database, raffleId, view, now, id);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** Everything that a replay needs (R34), once due; null before, and without a draw. */
export async function resultsWithPlan(
  database: Database,
  raffleId: string,
  view: ResultView,
  now: number,
  drawId?: string,
): Promise<ReplayAnswer | null> {
  const draw = await chosenDraw(database.query, raffleId, drawId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const { query } = database;
  const { presence: mustBePresent, ...planned } = await plannedDrawOf(query, draw.id);
  const [plan, rows, { title, description, prize_policy: policy }, prizes, changedAt] = await Promise.all([
    publicPlanOf(database, draw),
    rowsOf(database, draw, view),
    query
      .selectFrom('raffles')
      .select(['title', 'description', 'prize_policy'])
      .where('id', '=', raffleId)
      .executeTakeFirstOrThrow(),
    shownPrizesOf(query, raffleId, planned.number),
    prizeChangesOf(query, { drawId: draw.id }),
  ]);
  const raffle = { title, description, draw: planned, policy, prizes, prizes_changed_at: changedAt };
  const prizeStatus = await prizeStatusOfDraw(database, draw, view, rows);
  const unsold = await unsoldOf(database, draw);
  const presence = mustBePresent ? await presentAndAbsent(database, draw) : null;
  return { plan, results: presentResults({ draw, plan, rows, prizeStatus, unsold, presence, raffle }) };
}

/** R80: numbers of the entries that hold a prize of a completed draw of the raffle now, with when it was completed, epoch ms. */
export async function holdersOfRaffle(
  query: Kysely<Tables>,
  raffleId: string,
): Promise<{ entryNumber: number; wonAt: number }[]> {
  const draws = await query
    .selectFrom('draws')
    .select(['id', 'completed_at'])
    .where('raffle_id', '=', raffleId)
    .where('completed_at', 'is not', null)
    .where('voided_at', 'is', null)
    .execute();
  const found: { entryNumber: number; wonAt: number }[] = [];
  for (const { id, completed_at: completedAt } of draws) {
    const winners = await query
      .selectFrom('draw_rows')
      .select(['prize', 'position', 'entry_number', 'selection_index'])
      .where('draw_id', '=', id)
      .where('role', '=', 'winner')
      .execute();
    for (const { entryNumber } of holdersOf(winners, await passedOverOf(query, id))) {
      found.push({ entryNumber, wonAt: completedAt ?? 0 });
    }
  }
  return found;
}
