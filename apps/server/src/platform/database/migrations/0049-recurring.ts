/** R80: raffles that are held again and again, and recent winners who are left out; see recurrence-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('recurrences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('repeat', 'text', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('opens_days', 'integer')
    .addColumn('people', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('recurrences_host').on('recurrences').column('host_id').execute();
  await schema
    .createTable('recurrence_periods')
    .addColumn('recurrence_id', 'text', (column) =>
      column.notNull().references('recurrences.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('raffle_id', 'text', (column) => column.references('raffles.id').onDelete('set null'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('opens_at', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('invited', 'integer')
    .addColumn('settled_at', 'bigint')
    .addPrimaryKeyConstraint('recurrence_periods_key', ['recurrence_id', 'at'])
    .execute();
  await schema
    .createIndex('recurrence_periods_raffle')
    .on('recurrence_periods')
    .column('raffle_id')
    .unique()
    .execute();

  await schema.alterTable('raffles').addColumn('no_win_months', 'integer').execute();
  await schema
    .alterTable('invitees')
    .addColumn('left_out', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('recent_winners')
    .addColumn('host_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('won_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_winners_key', ['host_id', 'address_hash'])
    .execute();
  await schema.createIndex('recent_winners_expiry').on('recent_winners').column('expires_at').execute();
}

export const recurring: Migration = { up };
