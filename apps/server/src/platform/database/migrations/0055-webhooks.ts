/** R85: webhooks; see webhook-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('url_sealed', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('secret_sealed', 'text')
    .addColumn('previous_secret_sealed', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_since', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('webhooks_workspace').on('webhooks').column('workspace_id').execute();
  await schema.createIndex('webhooks_creator').on('webhooks').column('created_by').execute();
  await schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('raffle_id', 'text', (column) => column.references('raffles.id').onDelete('cascade'))
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('draw_id', 'text')
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('open_batch', 'text', (column) => column.unique())
    .execute();
  for (const column of ['workspace_id', 'raffle_id', 'at']) {
    await schema.createIndex(`webhook_events_${column}`).on('webhook_events').column(column).execute();
  }
  await schema
    .createTable('webhook_deliveries')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) =>
      column.notNull().references('webhook_events.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('tries', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('claim', 'text')
    .addColumn('claimed_until', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'event_id'])
    .execute();
  await schema.createIndex('webhook_deliveries_event').on('webhook_deliveries').column('event_id').execute();
  await schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['state', 'due_at'])
    .execute();
}

export const webhooks: Migration = { up };
