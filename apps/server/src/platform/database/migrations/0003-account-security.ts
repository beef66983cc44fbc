/** Passkeys and two-factor codes of hosts; see tables.ts. Written so that a run cut short can run again. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const ofUser = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('users.id').onDelete('cascade');

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('passkeys')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint')
    .execute();
  await schema
    .createTable('two_factor')
    .ifNotExists()
    .addColumn('user_id', 'text', (column) => ofUser(column).primaryKey())
    .addColumn('secret_sealed', 'text', required)
    .addColumn('enabled_at', 'bigint')
    .addColumn('used_step', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createTable('recovery_codes')
    .ifNotExists()
    .addColumn('user_id', 'text', ofUser)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute();
  await schema
    .createIndex('passkeys_user')
    .ifNotExists()
    .on('passkeys')
    .columns(['user_id', 'created_at'])
    .execute();
}

export const accountSecurity: Migration = { up };
