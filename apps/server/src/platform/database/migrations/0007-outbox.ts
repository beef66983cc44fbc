/** What is on its way to people, and who wants no mail; see tables.ts. Written so that a run cut short can run again. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const zero = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().defaultTo(0);
const ofRaffle = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('raffles.id').onDelete('cascade');

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('outbox')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', ofRaffle)
    .addColumn('invitee_id', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('occasion', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('issue', 'integer', zero)
    .addColumn('attempts', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('useful_until', 'bigint')
    .addColumn('claimed_until', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('reason', 'text')
    .execute();
  await schema
    .createIndex('outbox_due')
    .ifNotExists()
    .on('outbox')
    .columns(['channel', 'state', 'due_at'])
    .execute();
  await schema
    .createIndex('outbox_person')
    .ifNotExists()
    .on('outbox')
    .columns(['raffle_id', 'invitee_id'])
    .execute();
  await schema
    .createTable('mail_stops')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', (column) => column.references('raffles.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .execute();
}

export const outbox: Migration = { up };
