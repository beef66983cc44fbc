/** Draws by themselves (R15, R31); see tables.ts. Raffles that are open now get the job of their deadline. */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .alterTable('raffles')
    .addColumn('auto_draw', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .alterTable('raffles')
    .addColumn('beacon_policy', 'text', (column) => column.notNull().defaultTo('wait_then_lower'))
    .execute();
  await schema.alterTable('raffles').addColumn('draw_waits_since', 'bigint').execute();
  await schema.alterTable('draws').addColumn('scheduled_at', 'bigint').execute();
  await sql`
    insert into jobs (kind, key, payload, state, run_at, due_at, attempts)
    select 'deadline', id, 'null', 'waiting', deadline_at, deadline_at, 0
    from raffles where status = 'open' and draw_started = 0 and deadline_at is not null
    on conflict do nothing
  `.execute(database);
}

export const schedule: Migration = { up };
