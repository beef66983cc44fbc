/**
 * Two rows for every table of a database at any migration, made from its schema: one with every column set, one with only those
 * that must be. What a later migration reads has a sensible value, all else any one that its type allows.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/platform/database/tables/tables.ts';

export type Row = Readonly<Record<string, string | number | null>>;
export interface TableShape {
  name: string;
  columns: { name: string; type: string; isRequired: boolean }[];
  /** Column → table and column that it refers to. */
  references: Map<string, { table: string; column: string }>;
  key: string[];
}

/** 2025-01-01; long ago for every deadline. */
const AT = 1_735_689_600_000;
const HEX = (digit: number): string => String(digit).repeat(64);
const ROWS = [0, 1];
/** Two draws, and of each the records of its opening and its freeze. */
const LOG_ROWS = [0, 1, 2, 3];

/** By column, or by table and column. @returns undefined: left out */
const VALUES: Readonly<Record<string, (row: number) => string | number | null>> = {
  'raffles.status': (row) => (row === 0 ? 'drawn' : 'open'),
  'raffles.draw_started': (row) => 1 - row,
  'raffles.draw_id': (row) => `draws-${row}`,
  // Version 1 of the draw protocol: a finished draw of the first raffle, with its record in the log.
  'draws.protocol': () => 2,
  'draws.completed_at': () => AT,
  'draws.draw_at_s': () => AT / 1000 + 30,
  'public_log.log_index': (row) => row,
  'public_log.draw_id': (row) => `draws-${row % 2}`,
  'public_log.kind': (row) => (row < 2 ? 'open' : 'freeze'),
  'public_log.text': (row) =>
    ['draw.open.v1', `draws-${row}`, 'pseudonym', String(row + 1), '-', HEX(5), '-', AT / 1000, ''].join(
      '\n',
    ),
  'users.email_verified': () => 1,
  'users.is_operator': (row) => 1 - row,
  'participations.tickets': () => 1,
  'participations.entry_number': (row) => row + 1,
  'invitees.source': (row) => (row === 0 ? 'list' : 'public'),
  'prizes.quantity': () => 1,
};

/** Ids that refer to another table without a constraint, as version 1's draws did. */
const NAMED: Readonly<Record<string, string>> = { raffle_id: 'raffles', host_id: 'users', user_id: 'users' };

/** Of a SQLite database; the same migrations make the same shapes on PostgreSQL. */
export async function shapesOf(sqlite: Kysely<Tables>): Promise<TableShape[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
    order by name`.execute(sqlite);
  const shapes: TableShape[] = [];
  for (const { name } of tables) {
    const { rows: columns } = await sql<{ name: string; type: string; notnull: number; pk: number }>`
      select name, type, "notnull", pk from pragma_table_info(${name}) order by cid`.execute(sqlite);
    const { rows: keys } = await sql<{ from: string; table: string; to: string }>`
      select "from", "table", "to" from pragma_foreign_key_list(${name})`.execute(sqlite);
    shapes.push({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        isRequired: column.notnull === 1 || column.pk > 0,
      })),
      references: new Map(keys.map((key) => [key.from, { table: key.table, column: key.to }])),
      key: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
    });
  }
  return parentsFirst(shapes);
}

function parentsFirst(shapes: readonly TableShape[]): TableShape[] {
  const sorted: TableShape[] = [];
  const add = (shape: TableShape): void => {
    if (sorted.includes(shape)) return;
    for (const { table } of shape.references.values()) {
      const parent = shapes.find(({ name }) => name === table);
      if (parent !== undefined && parent !== shape) add(parent);
    }
    sorted.push(shape);
  };
  for (const shape of shapes) add(shape);
  return sorted;
}

/** Fills every table that the migrations themselves left empty. */
export async function fill(query: Kysely<Tables>, shapes: readonly TableShape[]): Promise<void> {
  const made = new Map<string, Row[]>();
  for (const shape of shapes) {
    const { rows: there } = await sql<Row>`select * from ${sql.table(shape.name)}`.execute(query);
    if (there.length > 0) {
      made.set(shape.name, there);
      continue;
    }
    const rows = (shape.name === 'public_log' ? LOG_ROWS : ROWS).map((row) => rowOf(shape, row, made));
    made.set(shape.name, rows);
    for (const row of rows) {
      const names = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(shape.name)} (${names}) values (${sql.join(Object.values(row))})`.execute(
        query,
      );
    }
  }
  if (shapes.some(({ name }) => name === 'public_log_head')) {
    await sql`update public_log_head set size = ${LOG_ROWS.length}`.execute(query);
  }
}

function rowOf(shape: TableShape, row: number, made: ReadonlyMap<string, readonly Row[]>): Row {
  const values: Record<string, string | number | null> = {};
  for (const { name, type, isRequired } of shape.columns) {
    const given = VALUES[`${shape.name}.${name}`];
    if (given === undefined && !isRequired && row > 0) continue;
    const reference = shape.references.get(name);
    if (reference !== undefined) {
      if (reference.table === shape.name) continue;
      const parents = made.get(reference.table) ?? [];
      values[name] = parents[Math.min(row, parents.length - 1)]?.[reference.column] ?? null;
    } else values[name] = given === undefined ? valueFor(shape.name, name, type, row) : given(row);
  }
  return values;
}

function valueFor(table: string, column: string, type: string, row: number): string | number {
  const named = NAMED[column];
  if (named !== undefined) return `${named}-${row}`;
  if (!/int/.test(type)) return column === 'id' ? `${table}-${row}` : `${table}.${column}-${row}`;
  if (column.endsWith('_s')) return AT / 1000;
  if (/_at$|_until$|^at$|^t0$/.test(column)) return AT;
  return row + 1;
}
