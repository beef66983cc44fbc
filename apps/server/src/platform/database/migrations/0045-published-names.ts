/** R78: in which forms a raffle publishes names, and how much of theirs people publish; see joining-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('raffles')
    .addColumn('name_publications', 'text', (column) => column.notNull().defaultTo('full'))
    .execute();
  for (const table of ['participations', 'waiting_entries']) {
    await schema
      .alterTable(table)
      .addColumn('name_publication', 'text', (column) => column.notNull().defaultTo('full'))
      .execute();
  }
}

export const publishedNames: Migration = { up };
