/** Operators, suspended accounts, who may sign up (R82), and security events (M6); see operator-tables.ts. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const toUser = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.references('users.id').onDelete('set null');

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('users')
    .addColumn('is_operator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('users').addColumn('suspended_at', 'bigint').execute();
  await schema.createIndex('users_created').on('users').columns(['created_at', 'id']).execute();
  await schema
    .createTable('sign_up_policy')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('policy', 'text', required)
    .addColumn('domains', 'text', required)
    .addColumn('changed_at', 'bigint', required)
    .execute();
  await schema
    .createTable('sign_up_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('note', 'text', required)
    .addColumn('makes_operator', 'integer', required)
    .addColumn('created_by', 'text', toUser)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .addColumn('used_by', 'text', toUser)
    .execute();
  await schema
    .createTable('security_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('first_at', 'bigint', required)
    .addColumn('last_at', 'bigint', required)
    .addColumn('count', 'bigint', required)
    .addColumn('reason', 'text')
    .addColumn('network', 'text')
    .addColumn('host_id', 'text', toUser)
    .addColumn('by_id', 'text', toUser)
    .execute();
  await schema
    .createIndex('security_events_first')
    .on('security_events')
    .columns(['first_at', 'id'])
    .execute();
}

export const operatorPage: Migration = { up };
