/** R69, R70: several draws of one raffle; see prize-tables.ts. */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('planned_draws')
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('draw_id', 'text')
    .addColumn('added_at', 'bigint')
    .addColumn('skipped_at', 'bigint')
    .addColumn('skip_reason', 'text')
    .addPrimaryKeyConstraint('planned_draws_key', ['raffle_id', 'number'])
    .execute();
  // Every raffle had one draw.
  await sql`insert into planned_draws (raffle_id, number, draw_id) select id, 1, draw_id from raffles`.execute(
    query,
  );
  await schema
    .alterTable('prizes')
    .addColumn('draw_number', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable('draw_openings')
    .addColumn('draw_number', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable('raffles')
    .addColumn('reopens', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['draws_total', 'draws_left']) {
    await schema
      .alterTable('raffles')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  }
  await sql`update raffles set draws_left = 0 where status = 'drawn'`.execute(query);
  await schema.alterTable('outbox').addColumn('draw_id', 'text').execute();
}

export const drawSeries: Migration = { up };
