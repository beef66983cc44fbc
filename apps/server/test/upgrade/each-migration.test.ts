/**
 * From each earlier migration to the newest: whatever was stored then is there afterwards, every reference leads somewhere, and
 * the tables are those of a new installation.
 */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMigrations, migrate } from '../../src/platform/database/migrate.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import type { Tables } from '../../src/platform/database/tables/tables.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage, type Storage } from '../support/storage.ts';
import { fill, type Row, shapesOf, type TableShape } from './minimal-fill.ts';

const MIGRATIONS = knownMigrations.toSorted();
const NEWEST = MIGRATIONS.at(-1) ?? '';

interface Opened {
  query: Kysely<Tables>;
  close(): Promise<void>;
}

function open({ databaseUrl, dataDir }: Storage): Opened {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, () => undefined, 'work');
}

/** The tables at each migration. */
async function shapesAtEach(): Promise<Map<string, TableShape[]>> {
  const storage = await makeStorage('sqlite');
  const { query, close } = open(storage);
  const shapes = new Map<string, TableShape[]>();
  try {
    for (const migration of MIGRATIONS) {
      await migrate(query, migration);
      shapes.set(migration, await shapesOf(query));
    }
    return shapes;
  } finally {
    await close();
    await storage.drop();
  }
}

async function allRows(query: Kysely<Tables>, shapes: readonly TableShape[]): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  for (const { name } of shapes) {
    rows.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(query)).rows);
  }
  return rows;
}

forEachDatabase((_makeApp, kind) => {
  let shapes: Map<string, TableShape[]>;
  /** Of a new installation. */
  let newest: unknown;
  beforeAll(async () => {
    shapes = await shapesAtEach();
    const storage = await makeStorage(kind);
    const { query, close } = open(storage);
    await migrate(query);
    newest = await schemaOf(query, kind);
    await close();
    await storage.drop();
  });

  test.each(MIGRATIONS.slice(0, -1))(
    'R82 from %s: nothing is lost, and the tables are those of a new installation',
    async (migration) => {
      const storage = await makeStorage(kind);
      afterAll(storage.drop);
      const { query, close } = open(storage);
      try {
        await migrate(query, migration);
        const [then = [], now = []] = [shapes.get(migration), shapes.get(NEWEST)];
        await fill(query, then);
        const before = await allRows(query, then);
        expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
        await migrate(query);
        expect(
          lossesBetween(before, await allRows(query, now), { shapes: now, changed: changedAfter(migration) }),
        ).toEqual([]);
        expect(await schemaOf(query, kind)).toEqual(newest);
        if (kind === 'sqlite') {
          expect((await sql`select * from pragma_foreign_key_check()`.execute(query)).rows).toEqual([]);
        }
      } finally {
        await close();
      }
    },
  );
});

/** What migrations change on purpose, by their numbers. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  // Version 2 of the draw protocol: what a raffle promised is its draw's now, hosts have new pseudonyms and count again from 0,
  // and the column that counted prizes is called position.
  '0011': [
    ...['seed_commit_hash', 'seed_sealed', 'previous_open_hash', 'open_hash', 'opened_at_s', 'host_seq'].map(
      (column) => `raffles.${column}`,
    ),
    'raffles.beacon_policy',
    ...['pseudonym', 'host_seq', 'last_open_hash'].map((column) => `users.${column}`),
    'passed_over.prize',
  ],
  // Addresses confirmed so far count as such.
  '0018': ['users.email_verified'],
  // These are hashed once more, with a key of the raffle or of the account.
  '0021': ['audit_log.ip_hash', 'audit_log.ua_hash'],
  // They are the workspace's now.
  '0050': ['recent_winners.host_id'],
};

/** @returns the columns that migrations after this one change on purpose */
function changedAfter(migration: string): Set<string> {
  return new Set(
    Object.entries(CHANGES).flatMap(([number, columns]) => (number > migration.slice(0, 4) ? columns : [])),
  );
}

/** Rows, tables, columns and values that are no longer there. */
function lossesBetween(
  before: ReadonlyMap<string, readonly Row[]>,
  after: ReadonlyMap<string, readonly Row[]>,
  { shapes, changed: expected }: { shapes: readonly TableShape[]; changed: ReadonlySet<string> },
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const key = shapes.find(({ name }) => name === table)?.key;
    if (key === undefined) return [table];
    const now = after.get(table) ?? [];
    return rows.flatMap((row) => {
      const same = now.find((one) => key.every((column) => !(column in row) || one[column] === row[column]));
      if (same === undefined) return [`${table}: ${JSON.stringify(row)}`];
      const changed = Object.keys(row).filter(
        (column) =>
          !expected.has(`${table}.${column}`) && (!(column in same) || same[column] !== row[column]),
      );
      return changed.map((column) => `${table}.${column}: ${row[column]} → ${same[column]}`);
    });
  });
}

/** Tables, columns, indexes, constraints and triggers, in an order of their own. */
async function schemaOf(query: Kysely<Tables>, kind: Storage['kind']): Promise<unknown> {
  if (kind === 'sqlite') {
    const { rows } = await sql`
      select type, name, tbl_name, sql from sqlite_master where name not like 'sqlite_%' order by type, name`.execute(
      query,
    );
    return rows;
  }
  const read = async (statement: string): Promise<unknown[]> =>
    (await sql.raw(statement).execute(query)).rows;
  return {
    columns: await read(`
      select table_name, column_name, data_type, is_nullable, column_default, is_identity, is_generated
      from information_schema.columns where table_schema = 'public' order by table_name, column_name`),
    indexes: await read(`
      select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`),
    constraints: await read(`
      select conrelid::regclass::text as "table", conname, convalidated, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`),
    triggers: await read(`
      select tgrelid::regclass::text as "table", tgname, pg_get_triggerdef(oid) as definition
      from pg_trigger where not tgisinternal order by 1, 2`),
    functions: await read(`
      select proname, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`),
  };
}
