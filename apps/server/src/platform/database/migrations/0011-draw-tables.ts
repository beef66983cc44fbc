/** The tables of migration 0011: draws of version 2 of the protocol, under names of their own beside those of version 1. */
import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Query = Kysely<unknown>;
type Column = ColumnDefinitionBuilder;
const required = (column: Column): Column => column.notNull();
const key = (column: Column): Column => column.primaryKey();
const cascadeTo =
  (target: string) =>
  (column: Column): Column =>
    column.notNull().references(target).onDelete('cascade');

export async function createDrawTables(query: Query): Promise<void> {
  const { schema } = query;
  for (const table of ['draws', 'draw_rows', 'passed_over']) {
    await schema.alterTable(table).renameTo(`${table}_v1`).execute();
  }
  await createOpenings(query);
  await createDraws(query);
  await schema
    .createTable('entry_changes')
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('number', 'integer', required)
    .addColumn('entry_number', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('tickets', 'integer', required)
    .addColumn('reason_code', 'text', required)
    .addColumn('made_by', 'text', required)
    .addColumn('signature', 'text')
    .addColumn('signed_at_s', 'bigint')
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('entry_changes_number', ['raffle_id', 'number'])
    .execute();
  await schema
    .createIndex('entry_changes_entry')
    .on('entry_changes')
    .columns(['raffle_id', 'entry_number'])
    .execute();
  await schema
    .createTable('public_log_cosignatures')
    .addColumn('size', 'bigint', required)
    .addColumn('witness', 'text', required)
    .addColumn('line', 'text', required)
    .addColumn('signed_at_s', 'bigint', required)
    .addColumn('received_at', 'bigint', required)
    .addPrimaryKeyConstraint('public_log_cosignatures_key', ['size', 'witness'])
    .execute();
  await schema
    .createTable('witnessed_logs')
    .addColumn('origin', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('root', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

async function createOpenings(query: Query): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('draw_openings')
    .addColumn('id', 'text', key)
    .addColumn('raffle_id', 'text', cascadeTo('raffles.id'))
    .addColumn('stage', 'integer', required)
    .addColumn('protocol', 'integer', required)
    .addColumn('seed_commit_hash', 'text', required)
    .addColumn('seed_sealed', 'text', required)
    .addColumn('host_id', 'text', required)
    .addColumn('host_seq', 'bigint', required)
    .addColumn('previous_open_hash', 'text')
    .addColumn('open_hash', 'text', required)
    .addColumn('opening_plan_hash', 'text', required)
    .addColumn('plan', 'text', required)
    .addColumn('plan_hash', 'text', required)
    .addColumn('rules', 'text')
    .addColumn('rules_hash', 'text', required)
    .addColumn('opened_at_s', 'bigint', required)
    .addColumn('closed_at_s', 'bigint')
    .addColumn('close_hash', 'text')
    .addColumn('entries_root', 'text')
    .addColumn('entry_count', 'integer')
    .addColumn('pool_totals', 'text')
    .addColumn('holders_hash', 'text')
    .addColumn('contributions_until', 'bigint')
    .addColumn('scheduled_at', 'bigint')
    .addColumn('asked_kind', 'text')
    .addColumn('voided_at', 'bigint')
    .addColumn('void_reason', 'text')
    .addUniqueConstraint('draw_openings_stage', ['raffle_id', 'stage'])
    .addUniqueConstraint('draw_openings_host_seq', ['host_id', 'host_seq'])
    .execute();
  await schema
    .createTable('draw_lists')
    .addColumn('draw_id', 'text', (column) => cascadeTo('draw_openings.id')(column).primaryKey())
    .addColumn('entries', 'text', required)
    .execute();
  await schema
    .createTable('draw_contributions')
    .addColumn('draw_id', 'text', cascadeTo('draw_openings.id'))
    .addColumn('entry_number', 'integer', required)
    .addColumn('contribution', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('draw_contributions_key', ['draw_id', 'entry_number'])
    .execute();
}

async function createDraws(query: Query): Promise<void> {
  const { schema } = query;
  await drawColumns(schema.createTable('draws'))
    .addUniqueConstraint('draws_stage', ['raffle_id', 'stage'])
    // Draw protocol §4: the round is at least ten seconds away from the freeze, whatever the program did wrong.
    .addCheckConstraint(
      'draws_lead',
      sql`protocol = 1 or (draw_at_s >= frozen_at_s + 10 and show_at_s >= frozen_at_s and show_at_s <= draw_at_s)`,
    )
    .execute();
  await schema
    .createIndex('draws_running')
    .on('draws')
    .column('t0')
    .where(sql.ref('completed_at'), 'is', null)
    .execute();
  await schema
    .createTable('draw_rows')
    .addColumn('draw_id', 'text', cascadeTo('draws.id'))
    .addColumn('role', 'text', required)
    .addColumn('prize', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('entry_number', 'integer', required)
    .addColumn('selection_index', 'text', required)
    .addPrimaryKeyConstraint('draw_rows_place', ['draw_id', 'role', 'prize', 'position'])
    .addUniqueConstraint('draw_rows_once', ['draw_id', 'role', 'prize', 'entry_number'])
    .execute();
  await schema
    .createTable('passed_over')
    .addColumn('draw_id', 'text', cascadeTo('draws.id'))
    .addColumn('number', 'integer', required)
    .addColumn('prize', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('from_entry_number', 'integer', required)
    .addColumn('to_entry_number', 'integer')
    .addColumn('to_selection_index', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('passed_over_number', ['draw_id', 'number'])
    .addUniqueConstraint('passed_over_from_once', ['draw_id', 'prize', 'from_entry_number'])
    .addUniqueConstraint('passed_over_to_once', ['draw_id', 'prize', 'to_entry_number'])
    .execute();
  await schema
    .createTable('draw_audience')
    .addColumn('draw_id', 'text', cascadeTo('draws.id'))
    .addColumn('entry_number', 'integer', required)
    .addColumn('seen_at_s', 'bigint', required)
    .addColumn('signature', 'text', required)
    .addPrimaryKeyConstraint('draw_audience_key', ['draw_id', 'entry_number'])
    .execute();
  await schema
    .createTable('room_entries')
    .addColumn('draw_id', 'text', cascadeTo('draws.id'))
    .addColumn('source', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('room_entries_key', ['draw_id', 'source'])
    .execute();
}

function drawColumns(table: CreateTableBuilder<'draws'>): CreateTableBuilder<'draws', string> {
  return table
    .addColumn('id', 'text', (column) =>
      column.primaryKey().references('draw_openings.id').onDelete('cascade'),
    )
    .addColumn('raffle_id', 'text', required)
    .addColumn('stage', 'integer', required)
    .addColumn('protocol', 'integer', required)
    .addColumn('t0', 'bigint', required)
    .addColumn('frozen_at_s', 'bigint', required)
    .addColumn('show_at_s', 'bigint', required)
    .addColumn('draw_at_s', 'bigint', required)
    .addColumn('closed_at_s', 'bigint', required)
    .addColumn('beacon_kind', 'text', required)
    .addColumn('chain_hash', 'text', required)
    .addColumn('round', 'bigint')
    .addColumn('round_at_s', 'bigint')
    .addColumn('assurance', 'text', required)
    .addColumn('winners', 'integer', required)
    .addColumn('alternates', 'integer', required)
    .addColumn('entry_count', 'integer', required)
    .addColumn('ticket_total', 'bigint', required)
    .addColumn('entries_root', 'text', required)
    .addColumn('open_hash', 'text', required)
    .addColumn('close_hash', 'text', required)
    .addColumn('freeze_hash', 'text', required)
    .addColumn('contributions_hash', 'text')
    .addColumn('freeze_index', 'bigint', required)
    .addColumn('witnesses_known', 'integer', required)
    .addColumn('witness_quorum', 'integer', required)
    .addColumn('freeze_size', 'bigint')
    .addColumn('sealed_at', 'bigint')
    .addColumn('audience_count', 'integer')
    .addColumn('audience_root', 'text')
    .addColumn('audience_at', 'bigint')
    .addColumn('animation_style', 'text', required)
    .addColumn('seed_reveal', 'text')
    .addColumn('seed_revealed_at', 'bigint')
    .addColumn('beacon_value', 'text')
    .addColumn('beacon_signature', 'text')
    .addColumn('beacon_text', 'text')
    .addColumn('beacon_at', 'bigint')
    .addColumn('combined_seed', 'text')
    .addColumn('proof', 'text')
    .addColumn('result_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('scheduled_at', 'bigint')
    .addColumn('voided_at', 'bigint')
    .addColumn('void_reason', 'text');
}
