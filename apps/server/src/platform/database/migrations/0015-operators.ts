/** What operators need (M11, R84); see operator-tables.ts. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const ofHost = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('users.id').onDelete('cascade');

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('write_checks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.alterTable('users').addColumn('mail_limit', 'integer').execute();
  await schema
    .createTable('mail_days')
    .addColumn('host_id', 'text', ofHost)
    .addColumn('day', 'integer', required)
    .addColumn('sent', 'integer', required)
    .addPrimaryKeyConstraint('mail_days_key', ['host_id', 'day'])
    .execute();
  await schema
    .createTable('sender_reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host_id', 'text', ofHost)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createIndex('sender_reports_host')
    .on('sender_reports')
    .columns(['host_id', 'created_at'])
    .execute();
}

export const operators: Migration = { up };
