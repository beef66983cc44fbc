/** Short join codes, winners passed over, stored pictures, and when a raffle's personal data was erased. */
import { sql } from 'kysely';
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema.alterTable('raffles').addColumn('join_code', 'text').execute();
  await schema.alterTable('raffles').addColumn('cleaned_at', 'bigint').execute();
  await schema
    .createIndex('raffles_join_code')
    .ifNotExists()
    .unique()
    .on('raffles')
    .column('join_code')
    .where(sql.ref('join_code'), 'is not', null)
    .execute();
  await schema
    .createTable('passed_over')
    .ifNotExists()
    .addColumn('draw_id', 'text', (column) => column.notNull().references('draws.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('prize', 'integer', required)
    .addColumn('from_entry_number', 'integer', required)
    .addColumn('to_entry_number', 'integer')
    .addColumn('to_selection_index', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('passed_over_key', ['draw_id', 'number'])
    .addUniqueConstraint('passed_over_from', ['draw_id', 'from_entry_number'])
    .addUniqueConstraint('passed_over_to', ['draw_id', 'to_entry_number'])
    .execute();
  await schema
    .createTable('objects_to_remove')
    .ifNotExists()
    .addColumn('object_id', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', required)
    .execute();
  await schema
    .createIndex('objects_to_remove_due')
    .ifNotExists()
    .on('objects_to_remove')
    .column('due_at')
    .execute();
}

export const hostConsole: Migration = { up };
