/** Many rows or keys at once, in the way that each database does best; joins come in batches (join-queue). */
import { type Expression, type Insertable, sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import type { Tables } from './tables/tables.ts';

/** Inserts rows that all have the same columns. Nothing happens without rows. */
export async function insertMany<Table extends keyof Tables>(
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  await database.insertRows(trx, table, { columns, values });
}

/** What `column in` takes for a long list of texts. PostgreSQL plans best with the list itself. */
export function anyOf(
  database: Pick<Database, 'kind'>,
  texts: readonly string[],
): readonly string[] | Expression<string> {
  if (database.kind === 'postgres') return texts;
  return sql<string>`(select value from json_each(${JSON.stringify(texts)}))`;
}
