/**
 * C14: sign-in methods that a password reset put on hold; see tables.ts. Accounts that exist already go on as they were, so
 * their addresses count as confirmed.
 */
import { type Kysely, type Migration, sql } from 'kysely';

async function up(query: Kysely<unknown>): Promise<void> {
  await query.schema.alterTable('passkeys').addColumn('suspended_at', 'bigint').execute();
  await query.schema.alterTable('two_factor').addColumn('suspended_at', 'bigint').execute();
  await sql`update users set email_verified = 1`.execute(query);
}

export const accountRecovery: Migration = { up };
