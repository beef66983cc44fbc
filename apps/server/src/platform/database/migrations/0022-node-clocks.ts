/** What each node knows of its clock (D6); see operator-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('node_clocks')
    .addColumn('node', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('ahead_ms', 'bigint')
    .addColumn('leads', 'integer', (column) => column.notNull())
    .addColumn('noted_at', 'bigint', (column) => column.notNull())
    .execute();
}

export const nodeClocks: Migration = { up };
