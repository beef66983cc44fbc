/** R81: in which raffles a draw starts once a second person has confirmed it, and who asks for one to start now. */
import type { StartRequestView } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

export interface Starts {
  /** Ids of the raffles. */
  twoStart: ReadonlySet<string>;
  /** By raffle; none that is over. */
  requests: ReadonlyMap<string, StartRequestView>;
}

/** Whether draws of this workspace's raffles need a second person. */
export async function isTwoStart(query: Kysely<Tables>, workspaceId: string | null): Promise<boolean> {
  if (workspaceId === null) return false;
  const row = await query
    .selectFrom('workspaces')
    .select('two_start')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return row?.two_start === 1;
}

/** @param now epoch ms */
export async function startsOf(
  database: Database,
  rows: readonly Pick<RaffleRow, 'id' | 'workspace_id' | 'draw_started'>[],
  now: number,
): Promise<Starts> {
  const workspaces = [...new Set(rows.flatMap(({ workspace_id: id }) => id ?? []))];
  if (workspaces.length === 0) return { twoStart: new Set(), requests: new Map() };
  const switched = await database.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', workspaces)
    .where('two_start', '=', 1)
    .execute();
  const found = new Set(switched.map(({ id }) => id));
  const requests = new Map<string, StartRequestView>();
  const ids = rows.flatMap(({ id, draw_started: started }) => (started === 1 ? [] : id));
  const open =
    ids.length === 0
      ? []
      : await openRequests(database.query, now)
          .where('s.raffle_id', ...anyOf(database, ids))
          .execute();
  for (const row of open) {
    requests.set(row.raffle_id, {
      draw: { number: row.draw_number, name: row.draw_name },
      assurance: row.assurance,
      asked_by: { id: row.asked_by, name: row.name },
      asked_at: row.asked_at,
      expires_at: row.expires_at,
    });
  }
  const twoStart = rows.filter(({ workspace_id: id }) => id !== null && found.has(id));
  return { twoStart: new Set(twoStart.map(({ id }) => id)), requests };
}

function openRequests(query: Kysely<Tables>, now: number) {
  return query
    .selectFrom('draw_start_requests as s')
    .innerJoin('users as u', 'u.id', 's.asked_by')
    .leftJoin('planned_draws as d', (join) =>
      join.onRef('d.raffle_id', '=', 's.raffle_id').onRef('d.number', '=', 's.draw_number'),
    )
    .selectAll('s')
    .select(['u.name', 'd.name as draw_name'])
    .where('s.expires_at', '>', now);
}
