/** What each node knows of its clock (D6), for operators and for the other nodes. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables/tables.ts';

interface Database {
  query: Kysely<Tables>;
}

/** A node that said nothing for so long is gone. */
const GONE_AFTER_MS = 60_000;
/** Every node notes its clock every ten seconds. */
const RUNS_FOR_MS = 30_000;

/** The database's own time, epoch ms; PostgreSQL only. */
export async function postgresTime({ query }: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(query);
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not tell the time.');
  return row.now;
}

export interface NodeClock {
  /** One start of one process. */
  node: string;
  /** What an operator knows it by. */
  name: string;
  aheadMs: number | null;
  mayLead: boolean;
  /** Epoch ms. */
  notedAt: number;
}

/** Notes one node's, and forgets nodes that are gone. */
export async function noteNodeClock(
  { query }: Database,
  { node, name, aheadMs, mayLead, notedAt }: NodeClock,
): Promise<void> {
  const values = { name, ahead_ms: aheadMs, leads: mayLead ? 1 : 0, noted_at: notedAt } as const;
  await query
    .insertInto('node_clocks')
    .values({ node, ...values })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(values))
    .execute();
  await query
    .deleteFrom('node_clocks')
    .where('noted_at', '<', notedAt - GONE_AFTER_MS)
    .execute();
}

/** When a node ends. */
export async function forgetNodeClock({ query }: Database, node: string): Promise<void> {
  await query.deleteFrom('node_clocks').where('node', '=', node).execute();
}

/** The names of nodes that run now, whatever version they are of; PostgreSQL only. */
export async function runningNodes(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables();
  if (!tables.some(({ name }) => name === 'node_clocks')) return [];
  const rows = await query
    .selectFrom('node_clocks')
    .select('name')
    .where('noted_at', '>', (await postgresTime({ query })) - RUNS_FOR_MS)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Of the nodes that run, by name. @param now epoch ms */
export async function nodeClocks({ query }: Database, now: number): Promise<NodeClock[]> {
  const rows = await query
    .selectFrom('node_clocks')
    .selectAll()
    .where('noted_at', '>=', now - GONE_AFTER_MS)
    .orderBy('name')
    .orderBy('node')
    .execute();
  return rows.map(({ node, name, ahead_ms, leads, noted_at }) => ({
    node,
    name,
    aheadMs: ahead_ms,
    mayLead: leads === 1,
    notedAt: noted_at,
  }));
}
