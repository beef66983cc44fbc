/** The passkeys of host accounts. A passkey's public part is all that is kept; it signs nobody in by itself. */
import type { Kysely, Selectable } from 'kysely';
import type { Trx } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

/** As hosts see them, the oldest first. */
export async function passkeysOf(
  query: Kysely<Tables>,
  userId: string,
): Promise<{ id: string; name: string; created_at: number; last_used_at: number | null }[]> {
  return query
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(query: Kysely<Tables>, id: string): Promise<PasskeyRow | undefined> {
  return query.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when the authenticator's credential is known already. */
export async function addPasskey(trx: Trx, row: PasskeyRow): Promise<boolean> {
  const added = await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Notes a use. An authenticator that counts must have counted on: a copy of it betrays itself here. */
export async function notePasskeyUse(
  query: Kysely<Tables>,
  id: string,
  { counter, now }: { counter: number; now: number },
): Promise<boolean> {
  const change = query.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id);
  const { numUpdatedRows } = await (
    counter === 0 ? change.where('counter', '=', 0) : change.where('counter', '<', counter)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}
