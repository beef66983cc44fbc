/** Entries that go on on another device, and the stage's key; see tables.ts. Written so that a run cut short can run again. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const ofRaffle = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('raffles.id').onDelete('cascade');
const ofInvitee = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('invitees.id').onDelete('cascade');
const flag = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('raffles').addColumn('stage_key_sealed', 'text').execute();
  await schema.alterTable('invites').addColumn('reissued', 'integer', flag).execute();
  await schema
    .createTable('continue_requests')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('invitee_id', 'text', ofInvitee)
    .addColumn('session_hash', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  for (const column of ['session_hash', 'expires_at', 'invitee_id']) {
    await schema
      .createIndex(`continue_requests_${column}`)
      .ifNotExists()
      .on('continue_requests')
      .column(column)
      .execute();
  }
  await schema
    .createTable('continue_codes')
    .ifNotExists()
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('invitee_id', 'text', ofInvitee)
    .addColumn('via', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addUniqueConstraint('continue_codes_entry', ['invitee_id', 'via'])
    .execute();
  await schema
    .createIndex('continue_codes_expires_at')
    .ifNotExists()
    .on('continue_codes')
    .column('expires_at')
    .execute();
}

export const livePages: Migration = { up };
