/** R83: which account is whose at the provider. An account has one person of the provider at most, and a person one account. */
import type { Kysely } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { newCredential } from '../credentials.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { PROVIDER_ID } from '../auth-library.ts';

/** The account of whom the provider calls so; null for somebody new. @param accountId issuer and subject */
export async function ownerOf(query: Kysely<Tables>, accountId: string): Promise<string | null> {
  const row = await query
    .selectFrom('credentials')
    .select('user_id')
    .where('provider_id', '=', PROVIDER_ID)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function isConnected(query: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await query
    .selectFrom('credentials')
    .select('id')
    .where('provider_id', '=', PROVIDER_ID)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** In place of whom the account was connected to before. @throws RefusalError provider_taken */
export async function connect(
  trx: Trx,
  { userId, accountId, now }: { userId: string; accountId: string; now: number },
): Promise<void> {
  await disconnect(trx, userId);
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('credentials')
    .values(
      newCredential(
        { user_id: userId, account_id: accountId, provider_id: PROVIDER_ID, password: null },
        now,
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if ((added ?? 0n) === 0n) throw new RefusalError('provider_taken');
}

/** False when it was not connected. */
export async function disconnect(trx: Trx, userId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('credentials')
    .where('provider_id', '=', PROVIDER_ID)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
