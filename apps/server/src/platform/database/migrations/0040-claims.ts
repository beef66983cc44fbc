/** R73: claim windows of prizes, and what became of prizes after the draw; see prize-tables.ts and draw-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('prizes').addColumn('claim_window', 'integer').execute();
  await schema.alterTable('passed_over').addColumn('text', 'text').execute();
  await schema
    .createTable('prize_claims')
    .addColumn('draw_id', 'text', (column) => column.notNull().references('draws.id').onDelete('cascade'))
    .addColumn('prize', 'integer', (column) => column.notNull())
    .addColumn('entry_number', 'integer', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('handed_over_at', 'bigint')
    .addColumn('extension', 'integer')
    .addColumn('extended_at', 'bigint')
    .addColumn('refused_at', 'bigint')
    .addPrimaryKeyConstraint('prize_claims_key', ['draw_id', 'prize', 'entry_number'])
    .execute();
}

export const claims: Migration = { up };
