/** Many rows or keys at once, in the way that each database does best; joins come in batches (join-queue). */
import { type Expression, type Insertable, sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import { listInJson } from './list-in-json.ts';
import type { NewRows, Tables } from './tables/tables.ts';

/** Inserts rows that all have the same columns. Nothing happens without rows. */
export async function insertMany<Table extends keyof Tables>(
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  await insertTogether(database, trx, [newRows(table, rows)]);
}

/** Inserts rows of several tables, each named once, in this order; on PostgreSQL with one statement. */
export async function insertTogether(
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  rows: readonly NewRows[],
): Promise<void> {
  const present = rows.filter(({ count }) => count > 0);
  if (present.length > 0) await database.insertRows(trx, present);
}

/** For `insertTogether`. @param rows all have the same columns */
export function newRows<Table extends keyof Tables>(
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): NewRows {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const values = rows.map((row) => (row as Record<string, unknown>)[name] ?? null);
    return { name, values, isConstant: values.every((value) => value === values[0]) };
  });
  return { table, count: rows.length, columns };
}

/**
 * For `where(column, ...anyOf(database, texts))`: whether the column is one of many texts. They are one parameter, because
 * hundreds of them cost more to write down and to read than to look up.
 */
export function anyOf(
  database: Pick<Database, 'kind'>,
  texts: readonly string[],
): readonly ['=' | 'in', Expression<string>] {
  return database.kind === 'postgres'
    ? ['=', sql<string>`any(${texts}::text[])`]
    : ['in', sql<string>`(select value from json_each(${listInJson(texts)}))`];
}
