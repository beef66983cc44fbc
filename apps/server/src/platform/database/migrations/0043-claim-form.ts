/** R74: what winners are asked for, and what they answered; see claim-form-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('claim_forms')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('fields', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('claim_forms_raffle').on('claim_forms').column('raffle_id').execute();
  await schema
    .createTable('claim_answers')
    .addColumn('draw_id', 'text', (column) => column.notNull())
    .addColumn('prize', 'integer', (column) => column.notNull())
    .addColumn('invitee_id', 'text', (column) => column.notNull())
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('entered_by', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('claim_answers_key', ['draw_id', 'prize', 'invitee_id'])
    .execute();
  await schema.createIndex('claim_answers_raffle').on('claim_answers').column('raffle_id').execute();
}

export const claimForm: Migration = { up };
