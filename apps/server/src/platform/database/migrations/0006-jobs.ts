/** Work that is due at a time; see tables.ts. Written so that a run cut short can run again. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('jobs')
    .ifNotExists()
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('leased_by', 'text')
    .addColumn('last_error', 'text')
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('jobs_key', ['kind', 'key'])
    .execute();
  await schema.createIndex('jobs_due').ifNotExists().on('jobs').columns(['kind', 'due_at']).execute();
  await schema.createIndex('jobs_finished').ifNotExists().on('jobs').column('finished_at').execute();
}

export const jobs: Migration = { up };
