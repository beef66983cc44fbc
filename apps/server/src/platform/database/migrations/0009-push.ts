/** Devices that are told of a draw; see outbox-tables.ts. Written so that a run cut short can run again. */
import type { ColumnDefinitionBuilder, Kysely, Migration } from 'kysely';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('push_subscriptions')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('invitee_id', 'text', required)
    .addColumn('subscription_sealed', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await schema
    .createIndex('push_subscriptions_entry')
    .ifNotExists()
    .on('push_subscriptions')
    .columns(['raffle_id', 'invitee_id'])
    .execute();
}

export const push: Migration = { up };
