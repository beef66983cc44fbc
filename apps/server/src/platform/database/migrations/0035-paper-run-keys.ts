/** R67: the Idempotency-Key with which a run of paper tickets was added; see paper-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('paper_runs').addColumn('key_hash', 'text').execute();
  await schema.alterTable('paper_runs').addColumn('request_hash', 'text').execute();
  await schema.createIndex('paper_runs_call').on('paper_runs').column('key_hash').unique().execute();
}

export const paperRunKeys: Migration = { up };
