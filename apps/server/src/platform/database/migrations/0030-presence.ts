/** R71: draws that people must be present at, and who checked in; see prize-tables.ts and draw-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .alterTable('planned_draws')
    .addColumn('presence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('planned_draws').addColumn('presence_changed_at', 'bigint').execute();
  await schema.alterTable('planned_draws').addColumn('check_in_opened_at', 'bigint').execute();
  await schema
    .alterTable('participations')
    .addColumn('receipt_absent', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('check_ins')
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('draw_number', 'integer', (column) => column.notNull())
    .addColumn('entry_number', 'integer', (column) => column.notNull())
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('check_ins_key', ['raffle_id', 'draw_number', 'entry_number'])
    .execute();
}

export const presence: Migration = { up };
