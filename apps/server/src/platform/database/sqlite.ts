/**
 * The embedded database: one SQLite file in the data folder, written by one process.
 *
 * The file is in WAL mode with `synchronous=FULL`: what a transaction acknowledged survives a power cut.
 * There is exactly one connection, so a transaction is exclusive as it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql, SqliteDialect, SqliteDriver } from 'kysely';
import type {
  DatabaseConnection,
  Driver,
  Logger,
  SqliteDatabase,
  SqliteStatement,
  Transaction,
} from 'kysely';
import Sqlite from 'libsql';
import { LRUCache } from 'lru-cache';
import { offWhileUnused } from '../async-storage.ts';
import { listInJson } from './list-in-json.ts';
import { StartRefused } from './start-refused.ts';
import type { NewRows, Tables } from './tables/tables.ts';

/** Another process already works on this data folder. Its message is a plain sentence for the terminal. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * With one connection, a query that bypasses the running transaction would wait for itself for ever.
 * This driver turns that mistake into an error.
 */
class GuardedDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  readonly #inside: AsyncLocalStorage<{ running: boolean }>;

  constructor(database: Sqlite.Database, inside: AsyncLocalStorage<{ running: boolean }>) {
    super({ database: preparingOnce(database) });
    this.#database = database;
    this.#inside = inside;
  }

  /** A full disk makes SQLite roll back on its own; asking again would hide why behind an error of its own. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#inside.getStore()?.running === true) {
      throw new Error('Inside a transaction, query through the transaction.');
    }
    return super.acquireConnection();
  }
}

class GuardedDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(database: Sqlite.Database, inside: AsyncLocalStorage<{ running: boolean }>) {
    super({ database });
    this.#driver = new GuardedDriver(database, inside);
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}

/** Statements that stay prepared: those of the calls that come most often are among them. */
const PREPARED = 300;

/** Reading a statement costs more than finding a few rows. Each is read to its end before the next one is begun. */
function preparingOnce(database: Sqlite.Database): SqliteDatabase {
  const known = new LRUCache<string, SqliteStatement>({ max: PREPARED });
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = known.get(text) ?? database.prepare(text);
      known.set(text, statement);
      return statement;
    },
  };
}

const LOCK_FILE = 'in-use.lock';

/**
 * Takes the folder for this process until `release` or its death, whatever its cause: the operating system
 * ends the lock. The lock is on a file of its own, so that backups can read the database meanwhile.
 */
function lockFolder(dataDir: string): { release(): void } {
  const path = join(dataDir, LOCK_FILE);
  makePrivateFile(path);
  const lock = new Sqlite(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    throw new DataFolderInUse(
      `The data folder ${dataDir} is in use by another Glassdrum that is still running. Stop that one first, or give this one a folder of its own with DATA_DIR.`,
    );
  }
  return { release: () => lock.close() };
}

/** There is no database yet that could be opened beside a running server. Its message is a plain sentence. */
export class NoInstallation extends Error {
  override name = 'NoInstallation';
}

export interface SqliteConnection {
  query: Kysely<Tables>;
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  insertRows(trx: Transaction<Tables>, rows: readonly NewRows[]): Promise<void>;
  /** After erasing: nothing of it stays in the file's write-ahead log (H8). */
  leaveNoTraces(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `glassdrum.sqlite` in the folder, creating both. @param log hears of every statement @throws DataFolderInUse, StartRefused */
export function openSqlite(dataDir: string, log?: Logger): SqliteConnection {
  if (!existsSync(databasePath(dataDir)) && existsSync(movedDatabasePath(dataDir))) {
    throw new StartRefused(
      `The data folder ${dataDir} was moved to PostgreSQL. Set DATABASE_URL to that database. To begin anew in this folder instead, take the file moved.sqlite out of it first.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = lockFolder(dataDir);
  return connect(databasePath(dataDir), folder.release, 'wal', log);
}

/** Where the database of a data folder is. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'glassdrum.sqlite');
}

/** Where it is after the installation was moved to PostgreSQL. */
export function movedDatabasePath(dataDir: string): string {
  return join(dataDir, 'moved.sqlite');
}

/** Whether a running process has taken the folder. */
export function isFolderInUse(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK_FILE))) return false;
  try {
    lockFolder(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}

/** Opens one file that no server uses: a backup's, or one that is being made. All of it is in this one file afterwards. */
export function openSqliteFile(path: string): SqliteConnection {
  return connect(path, () => undefined, 'delete');
}

/**
 * Opens the database without taking the folder, for one short change by a command beside the running server: SQLite's own
 * locks keep the two apart. @throws NoInstallation
 */
export function openSqliteBeside(dataDir: string): SqliteConnection {
  const path = databasePath(dataDir);
  if (!existsSync(path)) {
    throw new NoInstallation(`There is no installation in ${dataDir} yet. Set DATA_DIR to its data folder.`);
  }
  return connect(path, () => undefined);
}

/**
 * Pages of 4 KiB in the write-ahead log before they are copied into the file. A join touches a dozen pages that its
 * neighbours touch too: copied rarely, each is copied once for many joins.
 */
const CHECKPOINT_PAGES = 4000;

/**
 * M7: SQLite gives the files beside a database the database's own mode; those of an earlier run keep theirs.
 *
 * A file that exists is not opened for this: closing any handle of a file ends every lock that this process holds on it
 * (POSIX), and another process would then take the database for unused and delete its write-ahead log.
 */
function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file)) chmodSync(file, 0o600);
  }
}

function connect(
  path: string,
  onClosed: () => void,
  journal: 'wal' | 'delete' = 'wal',
  log?: Logger,
): SqliteConnection {
  makePrivateFile(path);
  const file = new Sqlite(path);
  const pragmas = [
    `journal_mode=${journal}`,
    'synchronous=FULL',
    `wal_autocheckpoint=${CHECKPOINT_PAGES}`,
    'foreign_keys=ON',
    'busy_timeout=5000',
    // What is deleted is overwritten, so that erased names are not left in free pages of the file (H8).
    'secure_delete=ON',
  ];
  for (const pragma of pragmas) file.pragma(pragma);
  const inside = offWhileUnused(new AsyncLocalStorage<{ running: boolean }>());
  const query = new Kysely<Tables>({
    dialect: new GuardedDialect(file, inside),
    ...(log !== undefined && { log }),
  });
  return {
    query,
    transaction: (work) =>
      query.transaction().execute(async (trx) => {
        const scope = { running: true };
        try {
          return await inside.run(scope, () => work(trx));
        } finally {
          scope.running = false;
        }
      }),
    insertRows: insertRowsInto(file),
    async leaveNoTraces() {
      await sql`pragma wal_checkpoint(truncate)`.execute(query);
    },
    async close() {
      await query.destroy();
      inside.disable();
      onClosed();
    },
  };
}

/**
 * The rows of a table with one statement that stays prepared: what differs between them comes as one list in JSON, what all have in
 * common once. Row by row, each row costs more on its way to the database than in it. The only connection is the transaction's own.
 */
function insertRowsInto(file: Sqlite.Database): SqliteConnection['insertRows'] {
  const { prepare } = preparingOnce(file);
  return async (_trx, rows) => {
    for (const one of rows) {
      const { text, parameters } = insertStatement(one);
      prepare(text).run(parameters);
    }
  };
}

function insertStatement({ table, count, columns }: NewRows): { text: string; parameters: unknown[] } {
  const differing = columns.filter(({ isConstant }) => !isConstant).map(({ values }) => values);
  const list = Array.from({ length: count }, (_, row) => differing.map((values) => values[row]));
  const parameters: unknown[] = [listInJson(list)];
  let listed = 0;
  const selected = columns.map(({ values, isConstant }) => {
    if (isConstant) return `?${parameters.push(values[0])}`;
    listed += 1;
    return `value ->> ${listed - 1}`;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const text = `insert into "${table}" (${names}) select ${selected.join(', ')} from json_each(?1)`;
  return { text, parameters };
}
