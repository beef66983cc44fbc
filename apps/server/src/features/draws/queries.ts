/** Reading draws: rows, plans, results. Nothing here answers with a winner before the reveal is due (R4, C3). */
import type {
  CommitmentsAnswer,
  DrawPlan,
  DrawStanding,
  LiveResult,
  PublicRecord,
  ReplayAnswer,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { proofLogOf } from '../../public-log/checkpoints.ts';
import { recordOfDraw, recordsOfDraw } from '../../public-log/public-log.ts';
import { drawDueTimes, isResultDue } from './draw-clock.ts';
import { committedEntries } from './entries-list.ts';
import { presentPlan, presentResults, presentRow } from './present.ts';
import { passedOverOf, presentStanding } from './standing.ts';

/** A draw without its proof document, which may be large. */
export type DrawRow = Omit<Selectable<Tables['draws']>, 'proof'>;

const DRAW_COLUMNS = [
  'id',
  'raffle_id',
  't0',
  'frozen_at_s',
  'draw_at_s',
  'closed_at_s',
  'beacon_kind',
  'chain_hash',
  'round',
  'round_at_s',
  'assurance',
  'winners',
  'alternates',
  'entry_count',
  'ticket_total',
  'entries_root',
  'open_hash',
  'close_hash',
  'freeze_hash',
  'animation_style',
  'seed_reveal',
  'seed_revealed_at',
  'beacon_value',
  'beacon_signature',
  'beacon_at',
  'combined_seed',
  'result_at',
  'completed_at',
  'scheduled_at',
] as const satisfies readonly (keyof DrawRow)[];

/** The raffle's one draw, or null. */
export async function drawRow(query: Kysely<Tables>, raffleId: string): Promise<DrawRow | null> {
  const row = await query
    .selectFrom('draws')
    .select(DRAW_COLUMNS)
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  return row ?? null;
}

/** Raffles whose draw still has something to do, oldest first (R33). */
export async function unfinishedDraws(database: Database): Promise<string[]> {
  const rows = await database.query
    .selectFrom('draws')
    .select('raffle_id')
    .where('completed_at', 'is', null)
    .orderBy('t0')
    .execute();
  return rows.map((row) => row.raffle_id);
}

/** The public plan, with what is not due yet as null; null without a draw. */
export async function drawPlan(database: Database, raffleId: string): Promise<DrawPlan | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null ? null : planOf(database, draw);
}

async function planOf(database: Database, draw: DrawRow): Promise<DrawPlan> {
  const [raffle, record] = await Promise.all([
    database.query
      .selectFrom('raffles')
      .select('seed_commit_hash')
      .where('id', '=', draw.raffle_id)
      .executeTakeFirst(),
    recordOfDraw(database, draw.id, 'freeze'),
  ]);
  const seedCommitHash = raffle?.seed_commit_hash ?? null;
  if (record === null || seedCommitHash === null) throw new Error('A draw has a freeze record.');
  return presentPlan(draw, record, seedCommitHash);
}

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
    .select(['r.role', 'r.position', 'r.entry_number', 'r.selection_index', 'p.display_name'])
    .where('r.draw_id', '=', draw.id)
    .orderBy('r.position')
    .execute();
  return {
    winners: rows.filter((row) => row.role === 'winner').map(presentRow),
    alternates: rows.filter((row) => row.role === 'alternate').map(presentRow),
  };
}

/** What an entry got in its raffle's draw, as drawn; null before the result is due (R4). @param now epoch ms */
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
    .select(['role', 'position'])
    .where('draw_id', '=', draw.id)
    .where('entry_number', '=', entryNumber)
    .executeTakeFirst();
  if (own === undefined) return { kind: 'none' };
  const { of } = await database.query
    .selectFrom('draw_rows')
    .select((build) => build.fn.countAll<number>().as('of'))
    .where('draw_id', '=', draw.id)
    .where('role', '=', own.role)
    .executeTakeFirstOrThrow();
  return { kind: own.role, place: own.position, of };
}

/** What became of the prizes (R14), from the completed draw on; null before, and without a draw. */
export async function drawStanding(database: Database, raffleId: string): Promise<DrawStanding | null> {
  const draw = await drawRow(database.query, raffleId);
  return draw === null || draw.completed_at === null ? null : standingOfDraw(database, draw);
}

/** For a draw whose result is due. */
export async function standingOfDraw(
  database: Database,
  draw: DrawRow,
  known?: LiveResult,
): Promise<DrawStanding> {
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
  return presentStanding(rows.winners, passed, (entry) => names.get(entry) ?? null);
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

/** Everything that a replay needs (R34), once due. */
export async function resultsWithPlan(
  database: Database,
  raffleId: string,
  now: number,
): Promise<ReplayAnswer | null> {
  const draw = await drawRow(database.query, raffleId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const [plan, rows, raffle] = await Promise.all([
    planOf(database, draw),
    rowsOf(database, draw),
    database.query
      .selectFrom('raffles')
      .select(['title', 'description'])
      .where('id', '=', raffleId)
      .executeTakeFirstOrThrow(),
  ]);
  const standing = await standingOfDraw(database, draw, rows);
  return { plan, results: presentResults({ draw, plan, rows, standing, raffle }) };
}

/** The downloadable proof document as JSON text (R36), once due. */
export async function proofDocument(
  database: Database,
  raffleId: string,
  now: number,
): Promise<string | null> {
  const draw = await drawRow(database.query, raffleId);
  if (draw === null || !isResultDue(draw, now)) return null;
  const { proof } = await database.query
    .selectFrom('draws')
    .select('proof')
    .where('raffle_id', '=', raffleId)
    .executeTakeFirstOrThrow();
  const log = await proofLogOf(database, draw.id);
  if (proof === null || log === null) return proof;
  // The stored document is one JSON object; its last member comes behind the others.
  return `${proof.slice(0, -1)},"log":${JSON.stringify(log)}}`;
}

/** The raffle's signed records, oldest first; none before it was opened. */
export async function recordsOfRaffle(database: Database, raffleId: string): Promise<PublicRecord[]> {
  const raffle = await database.query
    .selectFrom('raffles')
    .select('draw_id')
    .where('id', '=', raffleId)
    .executeTakeFirst();
  const drawId = raffle?.draw_id ?? null;
  return drawId === null ? [] : recordsOfDraw(database, drawId);
}

/**
 * The first record of the log that may not be read yet, because it is the result of a draw whose reveal is not due (R4).
 * `dueAt` in epoch ms; null without one.
 */
export async function firstHiddenResult(
  database: Database,
  now: number,
): Promise<{ logIndex: number; dueAt: number | null } | null> {
  const rows = await database.query
    .selectFrom('draws as d')
    .innerJoin('public_log as l', 'l.draw_id', 'd.id')
    .select(['l.log_index', 'd.t0', 'd.beacon_at', 'd.result_at'])
    .where('l.kind', '=', 'result')
    .where('d.completed_at', 'is', null)
    .orderBy('l.log_index')
    .execute();
  const hidden = rows.find((row) => !isResultDue(row, now));
  return hidden === undefined ? null : { logIndex: hidden.log_index, dueAt: drawDueTimes(hidden).revealAt };
}

/** The frozen list without names, for devices that compute the winners themselves (R32); null before the freeze. */
export async function frozenCommitments(
  database: Database,
  raffleId: string,
): Promise<CommitmentsAnswer | null> {
  const draw = await drawRow(database.query, raffleId);
  if (draw === null) return null;
  return { draw_id: draw.id, entries: await committedEntries(database.query, raffleId) };
}
