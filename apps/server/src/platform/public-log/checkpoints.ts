/**
 * The log's signed checkpoints (draw protocol §8). Every node may sign; what it signed is stored before anybody sees it.
 *
 * 1. Read the newest stored checkpoint. A log that is shorter, or no longer has that root, was rolled back or edited:
 *    nothing is signed any more, and the error says so.
 * 2. Sign the root of the wanted size. The size is the key, so of two nodes that sign one size one row stays; both computed
 *    it from the same insert-only rows.
 */
import { logOrigin, signCheckpoint } from '@glassdrum/fair-draw';
import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { Keys } from '../keys/keys.ts';
import { rootOfSize } from './log-tree.ts';

export type StoredCheckpoint = Selectable<Tables['public_log_checkpoints']>;

/** The log does not continue what it signed before. */
export class LogBroken extends Error {
  override name = 'LogBroken';
}

/** How many records there are, whether or not they may be shown yet. */
export async function logSize(database: Database): Promise<number> {
  const { size } = await database.query
    .selectFrom('public_log_head')
    .select('size')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return size;
}

/** The newest one; null before the first. */
export async function latestCheckpoint(database: Database): Promise<StoredCheckpoint | null> {
  const row = await database.query
    .selectFrom('public_log_checkpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Signs the first `size` records where that was not done yet. @param now epoch ms @throws LogBroken */
export async function signUpTo(
  { database, keys }: { database: Database; keys: Keys },
  size: number,
  now: number,
): Promise<void> {
  const { query } = database;
  const latest = await latestCheckpoint(database);
  if (latest !== null) {
    if ((await logSize(database)) < latest.size) {
      throw new LogBroken(`The public log had ${latest.size} records and has fewer now.`);
    }
    if ((await rootOfSize(query, latest.size)) !== latest.root) {
      throw new LogBroken(
        `The first ${latest.size} records of the public log are not those that were signed.`,
      );
    }
    if (latest.size >= size) return;
  }
  const origin = logOrigin(keys.publicKey);
  const root = await rootOfSize(query, size);
  const note = signCheckpoint({ origin, size, root }, keys.publicKey, (text) => keys.sign(text));
  await query
    .insertInto('public_log_checkpoints')
    .values({ size, root, note, signed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The smallest one that has this record; null before it is signed. */
export async function firstCheckpointWith(
  database: Database,
  logIndex: number,
): Promise<StoredCheckpoint | null> {
  const row = await database.query
    .selectFrom('public_log_checkpoints')
    .selectAll()
    .where('size', '>', logIndex)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
