/**
 * The counters behind limits, shared by all nodes (H12). What is counted in the same turn of the event loop is one
 * statement, so a flood of calls costs the database little more than a single one.
 */
import { sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import { groupWrites } from './group-writes.ts';

interface CounterParts {
  database: Pick<Database, 'query'>;
  /** Epoch ms. */
  now: () => number;
}

interface WindowState {
  count: number;
  /** When the window ends, epoch ms. */
  until: number;
}

/** Counts everything until a window ends; then it starts again at zero. */
export interface WindowCounter {
  /** Adds one. The count includes it. */
  add(key: string): Promise<WindowState>;
  /** Takes one back while its window is running. */
  takeBack(key: string): Promise<void>;
  /** The running window; null when nothing was counted. */
  read(key: string): Promise<WindowState | null>;
}

/** @param windowMs from the first addition to the end of its window */
export function createWindowCounter({ database, now }: CounterParts, windowMs: number): WindowCounter {
  const { query } = database;
  const add = groupWrites<string, WindowState>(async (keys) => {
    const at = sql.lit(now());
    const counts = countKeys(keys);
    const rows = await query
      .insertInto('rate_limits')
      .values(counts.map(([key, count]) => ({ key, count, until: now() + windowMs })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`excluded.count + case when rate_limits.until > ${at} then rate_limits.count else 0 end`,
          until: sql<number>`case when rate_limits.until > ${at} then rate_limits.until else excluded.until end`,
        }),
      )
      .returning(['key', 'count', 'until'])
      .execute();
    const added = new Map(counts);
    return answerInOrder(keys, rows, ({ key, count, until }, position) => ({
      count: count - (added.get(key) ?? 0) + position + 1,
      until,
    }));
  });

  return {
    add,
    async takeBack(key) {
      await query
        .updateTable('rate_limits')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', key)
        .where('count', '>', 0)
        .where('until', '>', now())
        .execute();
    },
    async read(key) {
      const row = await query
        .selectFrom('rate_limits')
        .select(['count', 'until'])
        .where('key', '=', key)
        .where('until', '>', now())
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

export interface Bucket {
  /** Units that a full bucket gives at once. */
  burst: number;
  /** Whole milliseconds until one more unit is available. */
  intervalMs: number;
}

/**
 * Takes one unit of a key's bucket. Resolves with 0, or with the milliseconds until one is available; a refusal counts
 * nothing. A row stores when its bucket will be full again (the generic cell rate algorithm), and how many units the last
 * statement got.
 */
export function createBucketCounter(
  { database, now }: CounterParts,
  { burst, intervalMs }: Bucket,
): (key: string) => Promise<number> {
  return groupWrites<string, number>(async (keys) => {
    const at = now();
    const full = sql`case when rate_limits.until > ${sql.lit(at)} then rate_limits.until else ${sql.lit(at)} end`;
    const left = sql`((${sql.lit(at + burst * intervalMs)} - (${full})) / ${sql.lit(intervalMs)})`;
    const given = sql<number>`case when ${left} < 0 then 0 when ${left} < excluded.count then ${left} else excluded.count end`;
    const rows = await database.query
      .insertInto('rate_limits')
      .values(
        countKeys(keys).map(([key, wanted]) => {
          const count = Math.min(wanted, burst);
          return { key, count, until: at + count * intervalMs };
        }),
      )
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: given,
          until: sql<number>`(${full}) + (${given}) * ${sql.lit(intervalMs)}`,
        }),
      )
      .returning(['key', 'count', 'until'])
      .execute();
    return answerInOrder(keys, rows, ({ count, until }, position) =>
      position < count ? 0 : until - at - (burst - (position - count + 1)) * intervalMs,
    );
  });
}

/** Removes windows that ended and buckets that are full again. */
export async function forgetEndedCounters(trx: Trx, now: number): Promise<void> {
  await trx.deleteFrom('rate_limits').where('until', '<=', now).execute();
}

/** How often each key occurs, in the order of keys, so that two nodes never wait for each other. */
function countKeys(keys: readonly string[]): [key: string, count: number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** @param answer gets the key's row, and which of the group's items with this key is answered, from 0 */
function answerInOrder<Row extends { key: string }, Answer>(
  keys: readonly string[],
  rows: readonly Row[],
  answer: (row: Row, position: number) => Answer,
): Answer[] {
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const answered = new Map<string, number>();
  return keys.map((key) => {
    const row = rowOf.get(key);
    if (row === undefined) throw new Error('A counter has no row after it was written.');
    const position = answered.get(key) ?? 0;
    answered.set(key, position + 1);
    return answer(row, position);
  });
}
