/** R69: when the host means to hold a draw; see prize-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema.alterTable('planned_draws').addColumn('planned_at', 'bigint').execute();
}

export const plannedTimes: Migration = { up };
