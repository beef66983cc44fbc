/** Reading raffles. A draft exists for members of its workspace only. */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { isForgotten, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { anyOf } from '../../platform/database/bulk.ts';
import type { Database, RaffleRow } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { gatherReads } from '../../platform/database/gather.ts';
import { rulesOf } from '../draws/openings.ts';
import { presenceOf } from '../draws/presence/queries.ts';
import { startsOf } from '../draws/start-requests/queries.ts';
import { recurringOf } from './recurrence/queries.ts';
import {
  type Commitment,
  type HostRaffleState,
  presentHostRaffle,
  presentPublicRaffle,
  type RaffleState,
} from './present.ts';

/** What visitors may know; null for an unknown raffle and for a draft. `now` in epoch ms. */
export async function publicRaffle(
  database: Database,
  raffleId: string,
  now: number,
): Promise<PublicRaffle | null> {
  const row = await findRaffle(database, raffleId);
  return row === null || row.status === 'draft' ? null : publicRaffleOf(database, row, now);
}

/** A row as visitors see it. */
export async function publicRaffleOf(database: Database, row: RaffleRow, now: number): Promise<PublicRaffle> {
  return presentPublicRaffle(row, (await statesOf(database, [row], now))(row.id), now);
}

/** Who sees a raffle in the console (R81), and where browsers reach this installation. */
export interface ConsoleViewer {
  role: WorkspaceRole;
  publicUrl: string;
}

/** A row as a member of its workspace sees it. */
export async function hostRaffleOf(
  database: Database,
  row: RaffleRow,
  now: number,
  viewer: ConsoleViewer,
): Promise<HostRaffle> {
  return presentHostRaffle(row, (await hostStatesOf(database, [row], now))(row.id), now, viewer);
}

/** What belongs to each of these raffles beside its row. */
async function statesOf(
  database: Database,
  rows: readonly RaffleRow[],
  now: number,
): Promise<(raffleId: string) => RaffleState> {
  const commitments = await commitmentsOf(database, rows, now);
  const presences = await presenceOf(database, rows);
  const lastEntries = await lastEntriesOf(database, rows, now);
  const recurring = await recurringOf(
    database,
    rows.map(({ id }) => id),
  );
  return (raffleId) => ({
    commitment: commitments.get(raffleId) ?? null,
    presence: presences.get(raffleId) ?? null,
    lastEntryAt: lastEntries.get(raffleId) ?? 0,
    recurring: recurring.get(raffleId) ?? null,
  });
}

/** The same for members of their workspaces (R81). */
async function hostStatesOf(
  database: Database,
  rows: readonly RaffleRow[],
  now: number,
): Promise<(raffleId: string) => HostRaffleState> {
  const stateOf = await statesOf(database, rows, now);
  const { twoStart, requests } = await startsOf(database, rows, now);
  return (raffleId) => ({
    ...stateOf(raffleId),
    twoStart: twoStart.has(raffleId),
    startRequest: requests.get(raffleId) ?? null,
  });
}

/** When somebody entered last, by raffle, of those in which nothing else has happened for long (R79). */
async function lastEntriesOf(
  database: Database,
  rows: readonly RaffleRow[],
  now: number,
): Promise<Map<string, number>> {
  const quiet = rows.filter((row) => isForgotten(raffleFacts(row), row.updated_at, now));
  if (quiet.length === 0) return new Map();
  const found = await database.query
    .selectFrom('participations')
    .select((build) => ['raffle_id', build.fn.max('joined_at').as('at')])
    .where(
      'raffle_id',
      ...anyOf(
        database,
        quiet.map(({ id }) => id),
      ),
    )
    .groupBy('raffle_id')
    .execute();
  return new Map(found.map((row) => [row.raffle_id, row.at]));
}

/** What the present draws of these raffles commitments, by raffle; nothing for drafts. */
async function commitmentsOf(
  database: Database,
  rows: readonly RaffleRow[],
  now: number,
): Promise<Map<string, Commitment>> {
  const drawIds = rows.map((row) => row.draw_id).filter((id) => id !== null);
  if (drawIds.length === 0) return new Map();
  const openings = await database.query
    .selectFrom('draw_openings')
    .select(['id', 'raffle_id', 'seed_commit_hash', 'open_hash', 'rules', 'contributions_until'])
    .where('id', ...anyOf(database, drawIds))
    .execute();
  const commitments = new Map<string, Commitment>();
  for (const opening of openings) {
    const deadline = rulesOf(opening)?.deadline ?? '-';
    const until = opening.contributions_until;
    commitments.set(opening.raffle_id, {
      seedCommitHash: opening.seed_commit_hash,
      openHash: opening.open_hash,
      deadline: deadline === '-' ? null : deadline,
      contributing: until === null || until <= now ? null : await contributingOf(database, opening, until),
    });
  }
  return commitments;
}

/** R89: how many of the devices that can add randomness did so. */
async function contributingOf(
  { query }: Database,
  opening: { id: string; raffle_id: string },
  until: number,
): Promise<Commitment['contributing']> {
  const { received } = await query
    .selectFrom('draw_contributions')
    .select((build) => build.fn.countAll<number>().as('received'))
    .where('draw_id', '=', opening.id)
    .executeTakeFirstOrThrow();
  return { until, received, expected: await contributorsOf(query, opening.raffle_id) };
}

/** How many active entries have committed to a contribution. */
export async function contributorsOf(query: Kysely<Tables>, raffleId: string): Promise<number> {
  const { count } = await query
    .selectFrom('participations')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0)
    .where('entropy_commit', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRaffle(database: Database, raffleId: string): Promise<RaffleRow | null> {
  const row = await database.query
    .selectFrom('raffles')
    .selectAll()
    .where('id', '=', raffleId)
    .executeTakeFirst();
  return row ?? null;
}

/** The name of a raffle's host; null once the raffle is deleted. */
export async function hostNameOf(query: Kysely<Tables>, raffleId: string): Promise<string | null> {
  const row = await query
    .selectFrom('raffles as r')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .select('u.name')
    .where('r.id', '=', raffleId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** `findRaffle` for crowds: concurrent calls share a statement. */
export function raffleFinder(database: Database): (raffleId: string) => Promise<RaffleRow | null> {
  const find = gatherReads(async (ids) => {
    const rows = await database.query
      .selectFrom('raffles')
      .selectAll()
      .where('id', ...anyOf(database, ids))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  });
  return async (raffleId) => (await find(raffleId)) ?? null;
}

/** All raffles of a workspace as one of its members sees them, newest first. */
export async function hostRafflesOf(
  database: Database,
  workspaceId: string,
  now: number,
  viewer: ConsoleViewer,
): Promise<HostRaffle[]> {
  const rows = await database.query
    .selectFrom('raffles')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const stateOf = await hostStatesOf(database, rows, now);
  return rows.map((row) => presentHostRaffle(row, stateOf(row.id), now, viewer));
}

/** A raffle for the console's own channel; null once it is deleted. */
export async function hostRaffle(
  database: Database,
  raffleId: string,
  now: number,
): Promise<{ workspaceId: string | null; present: (viewer: ConsoleViewer) => HostRaffle } | null> {
  const row = await findRaffle(database, raffleId);
  if (row === null) return null;
  const state = (await hostStatesOf(database, [row], now))(row.id);
  return {
    workspaceId: row.workspace_id,
    present: (viewer) => presentHostRaffle(row, state, now, viewer),
  };
}

/** Raffles of these workspaces, by id, with the workspace of each. */
export async function raffleIdsIn(
  database: Database,
  workspaceIds: readonly string[],
): Promise<{ id: string; workspaceId: string }[]> {
  if (workspaceIds.length === 0) return [];
  const rows = await database.query
    .selectFrom('raffles')
    .select(['id', 'workspace_id'])
    .where('workspace_id', 'in', [...workspaceIds])
    .execute();
  return rows.flatMap(({ id, workspace_id: workspaceId }) =>
    workspaceId === null ? [] : [{ id, workspaceId }],
  );
}

/** The public link behind a code; null when it is unknown, switched off or a draft's, which look the same (I4). */
export async function publicLinkOfCode(database: Database, code: string): Promise<string | null> {
  const row = await database.query
    .selectFrom('raffles')
    .select('public_link')
    .where('join_code', '=', code)
    .where('allow_public_join', '=', 1)
    .where('status', '!=', 'draft')
    .executeTakeFirst();
  return row?.public_link ?? null;
}
