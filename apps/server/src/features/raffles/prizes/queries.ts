/** Reading a raffle's prizes (R61–R63): for its plan, for its host, and as everyone sees them. */
import type { GroupCount, HostPrize, HostPrizes, PrizeList, ShownPrize } from '@glassdrum/contract';
import { distinctGroups, foldGroup } from '@glassdrum/raffle-rules';
import type { Kysely, Selectable } from 'kysely';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import { groupsOf, hasBuckets, poolsOf, weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';

export type PrizeRow = Selectable<Tables['prizes']>;

/** In the order of the list. */
export function prizeRowsOf(query: Kysely<Tables>, raffleId: string): Promise<PrizeRow[]> {
  return query
    .selectFrom('prizes')
    .selectAll()
    .where('raffle_id', '=', raffleId)
    .orderBy('position')
    .execute();
}

/** The prizes of a draw as everyone sees them. @param draw number of the planned draw; all prizes without it */
export async function shownPrizesOf(
  query: Kysely<Tables>,
  raffleId: string,
  draw?: number,
): Promise<ShownPrize[]> {
  const rows = await prizeRowsOf(query, raffleId);
  return rows.filter((row) => draw === undefined || row.draw_number === draw).map(presentShown);
}

function presentShown(row: PrizeRow, index: number): ShownPrize {
  const { name, quantity, description, image_url, sponsor_name, sponsor_url, claim_window } = row;
  const limited = row.groups !== null;
  const shown = { name, quantity, description, image_url, sponsor_name, sponsor_url, limited, claim_window };
  return { prize: index + 1, ...shown, draw: row.draw_number };
}

/** The prizes as everyone sees them before the draw. */
export async function prizeListOf({ query }: Database, raffle: RaffleRow): Promise<PrizeList> {
  const [rows, draws, changedAt] = await Promise.all([
    prizeRowsOf(query, raffle.id),
    plannedDrawsOf(query, raffle.id),
    prizeChangesOf(query, { raffleId: raffle.id }),
  ]);
  return {
    revision: raffle.prizes_revision,
    policy: raffle.prize_policy,
    reveal_order: raffle.reveal_order,
    prizes: rows.map((row, index) => ({
      ...presentShown(row, index),
      bucket: hasBuckets(raffle) ? row.pool : null,
    })),
    draws,
    changed_at: changedAt,
  };
}

/** R62: when the plan of this draw, or of any draw of the raffle, changed after its opening, oldest first, epoch ms. */
export async function prizeChangesOf(
  query: Kysely<Tables>,
  of: { drawId: string } | { raffleId: string },
): Promise<number[]> {
  const rows = query
    .selectFrom('public_log')
    .select('logged_at')
    .where('kind', '=', 'replan')
    .orderBy('log_index');
  const found = await (
    'drawId' in of
      ? rows.where('draw_id', '=', of.drawId)
      : rows.where('draw_id', 'in', (draws) =>
          draws.selectFrom('draw_openings').select('id').where('raffle_id', '=', of.raffleId),
        )
  ).execute();
  // One change of the list may concern several draws.
  return [...new Set(found.map((row) => row.logged_at))];
}

/** The prizes as their host edits them. */
export async function hostPrizesOf({ query }: Database, raffle: RaffleRow): Promise<HostPrizes> {
  const [rows, draws, candidates, groups] = await Promise.all([
    prizeRowsOf(query, raffle.id),
    plannedDrawsOf(query, raffle.id),
    candidatesOf(query, raffle),
    groupsInUse(query, raffle.id),
  ]);
  return {
    revision: raffle.prizes_revision,
    policy: raffle.prize_policy,
    reveal_order: raffle.reveal_order,
    buckets: hasBuckets(raffle),
    prizes: rows.map((row) => presentHostPrize(row, candidates)),
    draws,
    groups: withPrizeGroups(groups, rows),
    fixed_groups: raffle.entry_count === 0 ? null : fixedGroups(raffle, rows, groups),
  };
}

function presentHostPrize(row: PrizeRow, candidates: readonly number[]): HostPrize {
  const { id, name, quantity, description, image_url, sponsor_name, sponsor_url, claim_window } = row;
  return {
    id,
    name,
    quantity,
    description,
    image_url,
    sponsor_name,
    sponsor_url,
    groups: groupsOf(row),
    claim_window,
    candidates: candidates[row.pool - 1] ?? 0,
    draw: row.draw_number,
  };
}

/** How many entries with a ticket can win in each pool. */
async function candidatesOf(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'id' | 'pools'>,
): Promise<number[]> {
  const rows = await query
    .selectFrom('participations')
    .select(['tickets', 'weights'])
    .select((build) => build.fn.countAll<number>().as('entries'))
    .where('raffle_id', '=', raffle.id)
    .where('tickets', '>', 0)
    .groupBy(['tickets', 'weights'])
    .execute();
  const candidates = poolsOf(raffle).map(() => 0);
  for (const row of rows) {
    for (const [index, weight] of weightsOf(row).entries()) {
      if (weight > 0) candidates[index] = (candidates[index] ?? 0) + row.entries;
    }
  }
  return candidates;
}

/** Labels of people, as they were first written, with how many people have them; in alphabetical order. */
async function groupsInUse(query: Kysely<Tables>, raffleId: string): Promise<GroupCount[]> {
  const rows = await query
    .selectFrom('invitees')
    .select('groups')
    .select((build) => build.fn.countAll<number>().as('people'))
    .where('raffle_id', '=', raffleId)
    .where('groups', 'is not', null)
    .groupBy('groups')
    .execute();
  const counts = new Map<string, GroupCount>();
  for (const row of rows) {
    for (const label of groupsOf(row)) {
      const known = counts.get(foldGroup(label)) ?? { label, people: 0 };
      counts.set(foldGroup(label), { ...known, people: known.people + row.people });
    }
  }
  return [...counts.values()].toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** With those that only prizes have so far. */
function withPrizeGroups(groups: readonly GroupCount[], rows: readonly PrizeRow[]): GroupCount[] {
  const known = new Set(groups.map(({ label }) => foldGroup(label)));
  const more = distinctGroups(rows.flatMap(groupsOf)).filter((label) => !known.has(foldGroup(label)));
  return [...groups, ...more.map((label) => ({ label, people: 0 }))];
}

/** The combinations that prizes can still be limited to, with labels as they were written where that is known. */
function fixedGroups(
  raffle: RaffleRow,
  rows: readonly PrizeRow[],
  groups: readonly GroupCount[],
): string[][] {
  const written = [...rows.flatMap(groupsOf), ...groups.map(({ label }) => label)];
  const asWritten = new Map(written.toReversed().map((label) => [foldGroup(label), label]));
  return poolsOf(raffle)
    .filter((pool) => pool !== null && pool.length > 0)
    .map((pool) => pool ?? [])
    .map((pool) => pool.map((label) => asWritten.get(label) ?? label));
}
