/** R79: raffles that were cancelled; and R77: who accepted the rules when. See joining-tables.ts. */
import type { Kysely, Migration } from 'kysely';

async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('raffles').addColumn('cancelled_at', 'bigint').execute();
  await schema.alterTable('raffles').addColumn('cancel_reason', 'text').execute();
  for (const table of ['participations', 'waiting_entries']) {
    await schema.alterTable(table).addColumn('rules_accepted_at', 'bigint').execute();
  }
}

export const endings: Migration = { up };
