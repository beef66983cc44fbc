/**
 * One door to either database. What differs between SQLite and PostgreSQL is in this folder and nowhere else;
 * features write the common subset: integers, text, `ON CONFLICT`, `RETURNING`.
 */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { NewRows } from './bulk.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { NoInstallation, openSqlite, openSqliteBeside } from './sqlite.ts';
import type { Tables } from './tables.ts';

export { NoInstallation };

export type Trx = Transaction<Tables>;
export type RaffleRow = Selectable<Tables['raffles']>;

export interface Database {
  kind: 'sqlite' | 'postgres';
  query: Kysely<Tables>;
  /** All or nothing. `work` may run again after a conflict, so it must only touch the database. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Inside a running transaction; `insertMany` (bulk) is its typed door. */
  insertRows(trx: Trx, table: keyof Tables, rows: NewRows): Promise<void>;
  /**
   * After personal data was erased (H8): it is not left in files beside the tables. PostgreSQL's own vacuum does that.
   */
  leaveNoTraces(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** PostgreSQL; without it SQLite in the data folder. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Hears of broken idle connections; the pool replaces them by itself. */
  onLost?: (error: Error) => void;
}

/** Opens the database and brings its tables up to date. @throws DataFolderInUse */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, onLost = () => undefined } = options;
  const database: Database =
    databaseUrl === undefined
      ? { kind: 'sqlite', ...openSqlite(dataDir) }
      : { kind: 'postgres', ...openPostgres(databaseUrl, onLost) };
  try {
    await migrate(database.query);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Reads a raffle and keeps everybody else from changing it until the transaction ends. */
export function lockRaffle(database: Database, trx: Trx, raffleId: string): Promise<RaffleRow | undefined> {
  const row = trx.selectFrom('raffles').selectAll().where('id', '=', raffleId);
  return (database.kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst();
}

/**
 * Opens the database of an installation that may be running, for one short change by a command. Tables are left as they
 * are. @throws NoInstallation
 */
export async function openDatabaseBeside({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> {
  const database: Database =
    databaseUrl === undefined
      ? { kind: 'sqlite', ...openSqliteBeside(dataDir) }
      : { kind: 'postgres', ...openPostgres(databaseUrl, () => undefined) };
  const tables = await database.query.introspection.getTables();
  if (tables.some(({ name }) => name === LAST_TABLE)) return database;
  await database.close();
  throw new NoInstallation(
    'This database is empty, or older than this program. Start the server once, then try again.',
  );
}

/** The newest table that a command beside a running server needs. */
const LAST_TABLE = 'recovery_codes';

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
]);
/** PostgreSQL: connection exceptions, out of resources, operator intervention, disk or other system errors. */
const AWAY_CLASSES = /^(?:08|53|57P|58)/;
const AWAY_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|connection timeout/i;
const SQLITE_AWAY = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)/;

/** True when the call may succeed later without a change: the database is away, full or shutting down. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (
    AWAY_MESSAGES.test(error.message) ||
    (typeof code === 'string' &&
      (CONNECTION_ERRORS.has(code) || SQLITE_AWAY.test(code) || AWAY_CLASSES.test(code)))
  );
}
