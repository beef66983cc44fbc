/** R81: somebody asks for a draw to start, and a second person confirms it; see workspace-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('draw_start_requests')
    .addColumn('raffle_id', 'text', (column) =>
      column.primaryKey().references('raffles.id').onDelete('cascade'),
    )
    .addColumn('draw_number', 'integer', (column) => column.notNull())
    .addColumn('assurance', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('draw_start_requests_asker')
    .on('draw_start_requests')
    .column('asked_by')
    .execute();
}

export const twoPeopleStart: Migration = { up };
