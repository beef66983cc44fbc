/**
 * The public log as a tree that nobody can edit (draw protocol §8): its nodes, its checkpoints, whose draws they are; and
 * draws with ids of their own, so that the log, which anybody may read, leads nobody to a private raffle's page.
 *
 * The log's tables only grow: the database refuses to change or delete a row, and on PostgreSQL the role also gives up its
 * rights to. (It keeps `delete`, which the trigger refuses for every row, so that a copy may empty an empty table.)
 */
import { logLeafHash, nodesCompleted, type NodeSource } from '@glassdrum/fair-draw';
import { type ColumnDefinitionBuilder, type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const INSERT_ONLY = ['public_log', 'public_log_nodes', 'public_log_openings', 'public_log_checkpoints'];

async function up(query: Kysely<Tables>): Promise<void> {
  const { schema } = query;
  const tables = await query.introspection.getTables();
  const raffles = tables.find(({ name }) => name === 'raffles');
  if (raffles?.columns.some(({ name }) => name === 'draw_id') !== true) {
    await schema.alterTable('raffles').addColumn('draw_id', 'text').execute();
  }
  // What was opened before has its raffle's id in its records already.
  await sql`update raffles set draw_id = id where open_hash is not null and draw_id is null`.execute(query);
  await schema
    .createIndex('raffles_draw_id')
    .unique()
    .ifNotExists()
    .on('raffles')
    .column('draw_id')
    .execute();
  await schema
    .createTable('public_log_nodes')
    .ifNotExists()
    .addColumn('level', 'integer', required)
    .addColumn('node_index', 'bigint', required)
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('public_log_nodes_key', ['level', 'node_index'])
    .execute();
  await schema
    .createTable('public_log_openings')
    .ifNotExists()
    .addColumn('host_id', 'text', required)
    .addColumn('host_seq', 'bigint', required)
    .addColumn('draw_id', 'text', (column) => column.notNull().unique())
    .addColumn('log_index', 'bigint', required)
    .addPrimaryKeyConstraint('public_log_openings_key', ['host_id', 'host_seq'])
    .execute();
  await schema
    .createTable('public_log_checkpoints')
    .ifNotExists()
    .addColumn('size', 'bigint', (column) => column.primaryKey())
    .addColumn('root', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('signed_at', 'bigint', required)
    .execute();
  await growFromRecords(query);
  if (query.getExecutor().adapter instanceof PostgresAdapter) await guardPostgres(query);
  else await guardSqlite(query);
}

/** Nodes and openings of the records that were written before there was a tree. */
async function growFromRecords(query: Kysely<Tables>): Promise<void> {
  const records = await query.selectFrom('public_log').selectAll().orderBy('log_index').execute();
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error('The public log has a gap.');
    return hash;
  };
  for (const { log_index: logIndex, draw_id: drawId, text } of records) {
    for (const { level, index, hash } of nodesCompleted(logIndex, logLeafHash(text), nodeAt)) {
      nodes.set(`${level}/${index}`, hash);
      await query
        .insertInto('public_log_nodes')
        .values({ level, node_index: index, hash: Buffer.from(hash).toString('hex') })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    // Records of that time: draw.open.v1, then draw_id, host_id and host_seq, a line each.
    const [type, , hostId, hostSeq] = text.split('\n');
    if (type !== 'draw.open.v1' || hostId === undefined) continue;
    await query
      .insertInto('public_log_openings')
      .values({
        host_id: hostId,
        host_seq: Number(hostSeq),
        draw_id: drawId,
        log_index: logIndex,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function guardSqlite(query: Kysely<Tables>): Promise<void> {
  for (const table of INSERT_ONLY) {
    for (const change of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger if not exists ${table}_no_${change} before ${change} on ${table}
           begin select raise(abort, 'The public log is only ever added to.'); end`,
        )
        .execute(query);
    }
  }
  await sql
    .raw(
      `create trigger if not exists public_log_head_grows before update on public_log_head when new.size < old.size
       begin select raise(abort, 'The public log never shrinks.'); end`,
    )
    .execute(query);
}

async function guardPostgres(query: Kysely<Tables>): Promise<void> {
  await sql
    .raw(
      `create or replace function public_log_refuse() returns trigger language plpgsql as $$
       begin raise exception 'The public log is only ever added to.'; end $$`,
    )
    .execute(query);
  for (const table of INSERT_ONLY) {
    await sql.raw(`drop trigger if exists ${table}_insert_only on ${table}`).execute(query);
    await sql
      .raw(
        `create trigger ${table}_insert_only before update or delete on ${table}
         for each row execute function public_log_refuse()`,
      )
      .execute(query);
    await sql.raw(`drop trigger if exists ${table}_no_truncate on ${table}`).execute(query);
    await sql
      .raw(
        `create trigger ${table}_no_truncate before truncate on ${table}
         for each statement execute function public_log_refuse()`,
      )
      .execute(query);
    // An owner may take the rights back, but not by mistake. For other roles PostgreSQL warns and changes nothing.
    await sql.raw(`revoke update, truncate on ${table} from current_user`).execute(query);
  }
  await sql.raw('drop trigger if exists public_log_head_grows on public_log_head').execute(query);
  await sql
    .raw(
      `create trigger public_log_head_grows before update on public_log_head for each row
       when (new.size < old.size) execute function public_log_refuse()`,
    )
    .execute(query);
}

export const publicLogTree: Migration = { up };
