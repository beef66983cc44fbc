/** R61–R63, R65: prizes, and the groups of people who can win them; see prize-tables.ts. */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('prizes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('sponsor_name', 'text')
    .addColumn('sponsor_url', 'text')
    .addColumn('groups', 'text')
    .addColumn('pool', 'integer', (column) => column.notNull())
    .execute();
  await schema.createIndex('prizes_raffle').on('prizes').columns(['raffle_id', 'position']).execute();
  // Every raffle had one unnamed prize. Its id opens nothing, so the raffle's serves.
  await sql`insert into prizes (id, raffle_id, position, quantity, description, pool)
    select id, id, 1, max_winners, '', 1 from raffles`.execute(query);
  await schema
    .alterTable('raffles')
    .addColumn('prize_policy', 'text', (column) => column.notNull().defaultTo('once'))
    .execute();
  await schema
    .alterTable('raffles')
    .addColumn('reveal_order', 'text', (column) => column.notNull().defaultTo('grand_last'))
    .execute();
  await schema.alterTable('raffles').addColumn('pools', 'text').execute();
  for (const name of ['prizes_revision', 'named_prizes']) {
    await schema
      .alterTable('raffles')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await schema.alterTable('invitees').addColumn('groups', 'text').execute();
  await schema.alterTable('participations').addColumn('groups', 'text').execute();
  await schema.alterTable('participations').addColumn('weights', 'text').execute();
  await schema.alterTable('entry_changes').addColumn('weights', 'text').execute();
}

export const prizes: Migration = { up };
