/**
 * Many rows or keys in one statement with one parameter. A list of thousands of parameters costs more to write down and to
 * parse than its rows cost to store, and joins come in batches (join-queue).
 */
import { type Expression, type Insertable, sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import type { Tables } from './tables.ts';

/** Inserts rows that all have the same columns. Nothing happens without rows. */
export async function insertMany<Table extends keyof Tables>(
  database: Pick<Database, 'kind'>,
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<Tables[Table]>)[];
  if (columns.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(String(column))));
  if (database.kind === 'postgres') {
    const json = JSON.stringify(rows);
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx);
    return;
  }
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = sql.join(columns.map((_column, index) => sql`value ->> ${sql.lit(index)}`));
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${json})`.execute(trx);
}

/** What `column in` takes for a long list of texts. PostgreSQL plans best with the list itself. */
export function anyOf(
  database: Pick<Database, 'kind'>,
  texts: readonly string[],
): readonly string[] | Expression<string> {
  if (database.kind === 'postgres') return texts;
  return sql<string>`(select value from json_each(${JSON.stringify(texts)}))`;
}
