/** Of somebody who moves up to several prizes of a draw each is announced; see outbox-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema.alterTable('outbox').addColumn('prize', 'integer').execute();
}

export const emailsByPrize: Migration = { up };
