/**
 * Carries every row from one database to another, whichever of the two kinds they are: for backups of PostgreSQL, and
 * for moving there. Both sides have the same tables, so the order of writing comes from the foreign keys of the SQLite
 * side, which the schema has in common.
 */
import { type Kysely, sql } from 'kysely';
import type { Database, Trx } from './database.ts';
import type { Tables } from './tables/tables.ts';

/** One side of a copy, inside its transaction. */
export interface CopySide {
  database: Database;
  trx: Trx;
}

/** Rows by table. */
export type TableCounts = Record<string, number>;

type Row = Record<string, unknown>;

/** How a page of SQLite's rows says where the next one begins. */
const COPIED_ROWID = 'copied_rowid';

const PAGE = 500;
/** SQLite takes at most 32,766 values in one statement. */
const VALUES = 30_000;

/** Names of the product's own tables, in alphabetical order. */
export async function tableNames(query: Kysely<Tables>): Promise<string[]> {
  const tables = await query.introspection.getTables();
  return tables
    .filter((table) => !table.isView)
    .map((table) => table.name)
    .toSorted();
}

export async function countRows(trx: Trx, tables: readonly string[]): Promise<TableCounts> {
  const counts: TableCounts = {};
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(
      trx,
    );
    counts[table] = rows[0]?.rows ?? 0;
  }
  return counts;
}

/**
 * Copies all rows; what the target's migrations put there is replaced. @throws Error when the two sides have other tables,
 * or when not every row arrived
 */
export async function copyTables(from: CopySide, to: CopySide): Promise<TableCounts> {
  const tables = await tableNames(to.trx);
  const missing = (await tableNames(from.trx)).filter((table) => !tables.includes(table));
  if (missing.length > 0) throw new Error(`There is no place for the tables ${missing.join(', ')}.`);
  const order = await parentsFirst(from.database.kind === 'sqlite' ? from.trx : to.trx, tables);
  for (const table of order.toReversed()) await sql`delete from ${sql.table(table)}`.execute(to.trx);
  for (const table of order) {
    for await (const page of pagesOf(from, table)) await insertRows(to.trx, table, page);
  }
  const [there, here] = [await countRows(from.trx, tables), await countRows(to.trx, tables)];
  const wrong = tables.filter((table) => there[table] !== here[table]);
  if (wrong.length > 0) throw new Error(`Not every row arrived in ${wrong.join(', ')}.`);
  return here;
}

/** @param trx of the SQLite side; a table comes after all that it refers to */
async function parentsFirst(trx: Trx, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select tables.name as child, keys."table" as parent
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`.execute(trx);
  const order = new Set<string>();
  const add = (table: string, above: readonly string[]): void => {
    if (order.has(table) || above.includes(table)) return;
    for (const { child, parent } of rows) if (child === table) add(parent, [...above, table]);
    order.add(table);
  };
  for (const table of tables) add(table, []);
  return [...order];
}

async function* pagesOf({ database, trx }: CopySide, table: string): AsyncGenerator<Row[]> {
  if (database.kind === 'postgres') {
    await sql`declare copied_rows no scroll cursor for select * from ${sql.table(table)}`.execute(trx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(PAGE)} from copied_rows`.execute(trx);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close copied_rows`.execute(trx);
    return;
  }
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row & { [COPIED_ROWID]: number }>`
      select rowid as ${sql.ref(COPIED_ROWID)}, * from ${sql.table(table)}
      where rowid > ${after} order by rowid limit ${PAGE}`.execute(trx);
    if (rows.length === 0) return;
    after = rows.at(-1)?.[COPIED_ROWID] ?? after;
    yield rows;
  }
}

async function insertRows(trx: Trx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== COPIED_ROWID);
  const atOnce = Math.max(1, Math.floor(VALUES / Math.max(1, columns.length)));
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows
      .slice(start, start + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(trx);
  }
}
