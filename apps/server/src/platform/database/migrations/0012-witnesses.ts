/**
 * A log that is no longer witnessed keeps its row: should it be witnessed again, it must continue from what was cosigned
 * before, or this installation could cosign two logs of one name (R86).
 */
import type { Kysely, Migration } from 'kysely';

async function up({ schema, introspection }: Kysely<unknown>): Promise<void> {
  const tables = await introspection.getTables();
  const table = tables.find(({ name }) => name === 'witnessed_logs');
  if (table?.columns.some(({ name }) => name === 'removed_at') === true) return;
  await schema.alterTable('witnessed_logs').addColumn('removed_at', 'bigint').execute();
}

export const witnesses: Migration = { up };
