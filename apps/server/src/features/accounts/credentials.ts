/** Rows of `credentials`, the accounts library's table of what opens an account: its password, its person at the provider. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tables } from '../../platform/database/tables/tables.ts';

/** The provider's tokens are used once, at the sign-in, and stored nowhere. @param now epoch ms */
export function newCredential(
  credential: { user_id: string; account_id: string; provider_id: string; password: string | null },
  now: number,
): Insertable<Tables['credentials']> {
  return {
    id: randomUUID(),
    ...credential,
    access_token: null,
    refresh_token: null,
    id_token: null,
    access_token_expires_at: null,
    refresh_token_expires_at: null,
    scope: null,
    created_at: now,
    updated_at: now,
  };
}
