/** Whose database this is. */
import type { Keys } from '../keys/keys.ts';
import type { Database } from './database.ts';

/**
 * Seeds and records in a database belong to one installation's keys: others could neither reveal nor continue them.
 * @param now epoch ms @throws Error for another installation's database, which is closed then
 */
export async function claimDatabase(database: Database, keys: Keys, now: number): Promise<void> {
  await database.query
    .insertInto('installation')
    .values({ id: 1, key_id: keys.keyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key_id: owner } = await database.query
    .selectFrom('installation')
    .select('key_id')
    .executeTakeFirstOrThrow();
  if (owner === keys.keyId) return;
  await database.close();
  throw new Error(
    'This database belongs to an installation with other keys. Copy the folder keys/ of its data folder here.',
  );
}
