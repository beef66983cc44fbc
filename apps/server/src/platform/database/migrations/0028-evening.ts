/** R72: the notice between two draws; see prize-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema.alterTable('raffles').addColumn('paused_at', 'bigint').execute();
  await schema.alterTable('raffles').addColumn('pause_until', 'bigint').execute();
  await schema.alterTable('raffles').addColumn('pause_text', 'text').execute();
}

export const evening: Migration = { up };
