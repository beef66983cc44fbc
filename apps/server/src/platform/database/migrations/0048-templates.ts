/** R80: raffles saved as templates; see template-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('raffle_templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('raffle_templates_host').on('raffle_templates').column('host_id').execute();
}

export const templates: Migration = { up };
