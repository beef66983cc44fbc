/** R67: paper tickets; see paper-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('paper_runs')
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('first_number', 'integer', (column) => column.notNull())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('paper_runs_key', ['raffle_id', 'number'])
    .execute();
  await schema
    .createTable('paper_tickets')
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('entry_number', 'integer', (column) => column.notNull())
    .addColumn('run_number', 'integer', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('sold_at', 'bigint')
    .addColumn('kept_at', 'bigint')
    .addPrimaryKeyConstraint('paper_tickets_key', ['raffle_id', 'entry_number'])
    .addUniqueConstraint('paper_tickets_code', ['raffle_id', 'code'])
    .execute();
  await schema
    .createTable('paper_sales')
    .addColumn('raffle_id', 'text', (column) => column.notNull().references('raffles.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('paper_sales_key', ['raffle_id', 'client_id'])
    .execute();
  await schema
    .alterTable('raffles')
    .addColumn('unsold_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('raffles').addColumn('desk_key_sealed', 'text').execute();
}

export const paper: Migration = { up };
