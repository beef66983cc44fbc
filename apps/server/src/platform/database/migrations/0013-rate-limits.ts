/** Counters of limits that all nodes share; see tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('rate_limits')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('rate_limits_until').ifNotExists().on('rate_limits').column('until').execute();
}

export const rateLimits: Migration = { up };
