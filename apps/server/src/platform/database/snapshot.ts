/**
 * The whole database as it was at one instant, as an SQLite file: what a backup holds, whichever kind the installation
 * uses. The server may run and write meanwhile.
 *
 * - SQLite: `VACUUM INTO` from a connection of its own, which reads one state of the write-ahead log.
 * - PostgreSQL: every table read in one REPEATABLE READ transaction.
 */
import { closeSync, openSync } from 'node:fs';
import { sql } from 'kysely';
import { copyTables, countRows, type TableCounts, tableNames } from './copy-tables.ts';
import { type Database, type DatabaseOptions, openDatabaseBeside } from './database.ts';
import { appliedMigrations, knownMigrations, migrate } from './migrate.ts';
import { openSqliteFile } from './sqlite.ts';

/** Something about a stored database stands in the way of a command. Its message is a plain sentence. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase';
}

export interface SnapshotFacts {
  kind: Database['kind'];
  /** The installation's key; null when no server ever used this database. */
  keyId: string | null;
  tables: TableCounts;
  migrations: string[];
}

/** @param file must not exist; readable by its owner only. @throws NoInstallation, UnfitDatabase */
export async function writeSnapshot(options: DatabaseOptions, file: string): Promise<SnapshotFacts> {
  const database = await openDatabaseBeside(options);
  try {
    closeSync(openSync(file, 'wx', 0o600));
    if (database.kind === 'sqlite') await sql`vacuum into ${file}`.execute(database.query);
    else await copyToFile(database, file);
  } finally {
    await database.close();
  }
  return { ...(await inspectSnapshot(file)), kind: database.kind };
}

async function copyToFile(database: Database, file: string): Promise<void> {
  const behind = await migrationsApart(database);
  if (behind !== null) throw new UnfitDatabase(behind);
  const target: Database = { kind: 'sqlite', ...openSqliteFile(file) };
  try {
    await migrate(target.query);
    await database.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((source) =>
        target.transaction((trx) =>
          copyTables({ database, trx: source }, { database: target, trx }).then(() => undefined),
        ),
      );
  } finally {
    await target.close();
  }
}

/** Why a database is not of this program's version, or null. */
async function migrationsApart(database: Database): Promise<string | null> {
  const applied = await appliedMigrations(database.query);
  if (applied.some((name) => !knownMigrations.includes(name))) {
    return 'This database was made by a newer version of Glassdrum. Use that version.';
  }
  return applied.length < knownMigrations.length
    ? 'This database is older than this program. Start the server once, then try again.'
    : null;
}

/**
 * Reads a snapshot's facts and checks it: the file's structure, that everything referred to is there, and that this program
 * knows all of its tables. @throws UnfitDatabase
 */
export async function inspectSnapshot(file: string): Promise<Omit<SnapshotFacts, 'kind'>> {
  try {
    const database: Database = { kind: 'sqlite', ...openSqliteFile(file) };
    try {
      return await inspect(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!DAMAGED.test(String((error as { code?: unknown }).code))) throw error;
    throw new UnfitDatabase('The database in this backup is damaged.');
  }
}

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

async function inspect(database: Database): Promise<Omit<SnapshotFacts, 'kind'>> {
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query);
  const loose = await sql`pragma foreign_key_check`.execute(database.query);
  if (whole.rows[0]?.integrity_check !== 'ok' || loose.rows.length > 0) {
    throw new UnfitDatabase('The database in this backup is damaged.');
  }
  const migrations = await appliedMigrations(database.query);
  if (migrations.length === 0) throw new UnfitDatabase('The database in this backup is empty.');
  if (migrations.some((name) => !knownMigrations.includes(name))) {
    throw new UnfitDatabase('This backup was made by a newer version of Glassdrum. Use that version.');
  }
  const names = await tableNames(database.query);
  const owner = await database.query.selectFrom('installation').select('key_id').executeTakeFirst();
  const tables = await database.transaction((trx) => countRows(trx, names));
  return { keyId: owner?.key_id ?? null, tables, migrations };
}
