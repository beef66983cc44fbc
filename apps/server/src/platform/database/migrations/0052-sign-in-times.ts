/**
 * R83, C14: when the person of a session proved who they are, where that is not when the session began: a provider may have
 * asked them long before. No two accounts are one person's at the provider.
 */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema.alterTable('sessions').addColumn('authenticated_at', 'bigint').execute();
  await sql`create unique index credentials_provider on credentials (account_id) where provider_id = 'oidc'`.execute(
    query,
  );
}

export const signInTimes: Migration = { up };
