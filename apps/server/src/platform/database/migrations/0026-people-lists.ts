/** R66, R68: lists of people that were added, and how many entries that hold a ticket the host entered or are on paper. */
import { type Kysely, type Migration, sql } from 'kysely';

const COUNTS = { host: 'host_active_count', paper: 'paper_active_count' };

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  for (const [source, count] of Object.entries(COUNTS)) {
    await schema
      .alterTable('raffles')
      .addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`
      update raffles set ${sql.ref(count)} = (
        select count(*) from participations p
        where p.raffle_id = raffles.id and p.tickets > 0 and p.source = ${source}
      )`.execute(query);
  }
  await schema
    .createTable('people_lists')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('people_lists_raffle').on('people_lists').column('raffle_id').execute();
}

export const peopleLists: Migration = { up };
