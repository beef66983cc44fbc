/** The draws of a raffle in their order (R69), and what became of each. */
import type { PlannedDraw } from '@glassdrum/contract';
import type { PlannedDrawState } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { holdersOfOtherDraws } from '../results/holders.ts';

/** In their order. */
export async function plannedDrawsOf(query: Kysely<Tables>, raffleId: string): Promise<PlannedDraw[]> {
  const [rows, wins] = await Promise.all([
    query
      .selectFrom('planned_draws as p')
      .leftJoin('draw_openings as o', 'o.id', 'p.draw_id')
      .leftJoin('draws as d', 'd.id', 'p.draw_id')
      .select(['p.number', 'p.name', 'p.draw_id', 'p.added_at', 'p.skipped_at', 'p.skip_reason'])
      .select([
        'p.planned_at',
        'p.presence',
        'p.presence_changed_at',
        'o.stage',
        'o.close_hash',
        'd.t0',
        'd.completed_at',
      ])
      .where('p.raffle_id', '=', raffleId)
      .orderBy('p.number')
      .execute(),
    query
      .selectFrom('prizes')
      .select('draw_number')
      .select((build) => build.fn.sum<number>('quantity').as('wins'))
      .where('raffle_id', '=', raffleId)
      .groupBy('draw_number')
      .execute(),
  ]);
  const winsOf = new Map(wins.map((row) => [row.draw_number, row.wins]));
  return rows.map((row) => ({
    number: row.number,
    name: row.name,
    planned_at: row.planned_at,
    state: stateOf(row),
    draw_id: row.draw_id,
    stage: row.stage,
    wins: winsOf.get(row.number) ?? 0,
    added_at: row.added_at,
    started_at: row.t0,
    presence: { required: row.presence === 1, changed_at: row.presence_changed_at },
    skipped: row.skipped_at === null ? null : { at: row.skipped_at, reason: row.skip_reason ?? '' },
  }));
}

function stateOf(row: {
  skipped_at: number | null;
  close_hash: string | null;
  t0: number | null;
  completed_at: number | null;
}): PlannedDraw['state'] {
  if (row.skipped_at !== null) return 'skipped';
  if (row.completed_at !== null) return 'drawn';
  // A draw of version 1 has no close record, and is never planned any more.
  return row.close_hash === null && row.t0 === null ? 'planned' : 'running';
}

/** As the rules see them. */
export function statesOf(draws: readonly PlannedDraw[]): PlannedDrawState[] {
  return draws.map(({ state }) => (state === 'running' || state === 'drawn' ? 'closed' : state));
}

/** Number and name of a draw among the raffle's. */
export async function plannedDrawOf(
  query: Kysely<Tables>,
  drawId: string,
): Promise<{ number: number; name: string | null; presence: boolean }> {
  const row = await query
    .selectFrom('draw_openings as o')
    .leftJoin('planned_draws as p', (join) =>
      join.onRef('p.raffle_id', '=', 'o.raffle_id').onRef('p.number', '=', 'o.draw_number'),
    )
    .select(['o.draw_number', 'p.name', 'p.presence'])
    .where('o.id', '=', drawId)
    .executeTakeFirstOrThrow();
  return { number: row.draw_number, name: row.name, presence: row.presence === 1 };
}

/** The planned draw that is next, running or, once all are over, last. */
export async function nextPlannedDraw(
  query: Kysely<Tables>,
  raffle: { draw_id: string | null },
): Promise<{ number: number; name: string | null }> {
  return raffle.draw_id === null ? { number: 1, name: null } : plannedDrawOf(query, raffle.draw_id);
}

/** The opening of the raffle's next draw: the first whose list is not closed; null when no draw is left. */
export async function nextOpeningId(query: Kysely<Tables>, raffleId: string): Promise<string | null> {
  const row = await query
    .selectFrom('draw_openings')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('protocol', '=', 2)
    .where('close_hash', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** R70: whether somebody holds a prize of the raffle who has left it, or was removed from it. */
export async function hasHolderWhoLeft(
  query: Kysely<Tables>,
  raffle: { id: string; draw_id: string | null },
): Promise<boolean> {
  const holders = [...(await holdersOfOtherDraws(query, raffle))];
  if (holders.length === 0) return false;
  const left = await query
    .selectFrom('participations')
    .select('entry_number')
    .where('raffle_id', '=', raffle.id)
    .where('entry_number', 'in', holders)
    .where('state', '!=', 'in')
    .executeTakeFirst();
  return left !== undefined;
}
