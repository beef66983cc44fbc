/** R64: how many tickets lie in each bucket; see prize-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema.alterTable('raffles').addColumn('bucket_totals', 'text').execute();
}

export const buckets: Migration = { up };
