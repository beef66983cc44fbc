/**
 * One door to either database. What differs between SQLite and PostgreSQL is in this folder and nowhere else;
 * features write the common subset: integers, text, `ON CONFLICT`, `RETURNING`.
 */
import type { Kysely, LogEvent, Selectable, Transaction } from 'kysely';
import { migrate, needsMigration } from './migrate.ts';
import { runningNodes } from './node-clocks.ts';
import { openPostgres } from './postgres.ts';
import { UpgradeRefused } from './start-refused.ts';
import { NoInstallation, openSqlite, openSqliteBeside } from './sqlite.ts';
import type { NewRows, Tables } from './tables/tables.ts';

export { NoInstallation };

export type Trx = Transaction<Tables>;
export type RaffleRow = Selectable<Tables['raffles']>;

interface TransactionLimits {
  silentMs: number;
}

export interface Database {
  kind: 'sqlite' | 'postgres';
  query: Kysely<Tables>;
  /**
   * All or nothing. `work` may run again after a conflict, so it must only touch the database.
   * @param limits `silentMs`: PostgreSQL ends the transaction when a statement takes longer, or when this node says nothing for
   *   longer, because it froze. On SQLite nobody else waits for it.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /** Inside a running transaction, at least one row of each table; `insertMany` and `insertTogether` (bulk) are its typed doors. */
  insertRows(trx: Trx, rows: readonly NewRows[]): Promise<void>;
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
  /** Hears of broken idle connections; the pool replaces them automatically. */
  onLost?: (error: Error) => void;
  /** Hears of every statement of this node's calls and its work. */
  onStatement?: ((statement: Statement) => void) | undefined;
}

/** A statement that the database has answered. */
interface Statement {
  kind: 'select' | 'insert' | 'update' | 'delete' | 'other';
  ms: number;
  /** Why it failed: the database was away, another transaction or row was in the way, or something else. Null: it did not. */
  failure: 'away' | 'conflict' | 'other' | null;
}

/** Opens the database and brings its tables up to date. @throws DataFolderInUse, StartRefused */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, onLost = () => undefined, onStatement } = options;
  const log = onStatement && ((event: LogEvent) => onStatement(statementOf(event)));
  const database: Database =
    databaseUrl === undefined
      ? { kind: 'sqlite', ...openSqlite(dataDir, log) }
      : { kind: 'postgres', ...openPostgres(databaseUrl, onLost, 'calls', log) };
  try {
    await (databaseUrl === undefined ? migrate(database.query) : migratePostgres(databaseUrl));
  } catch (error) {
    await database.close();
    throw isWithoutTrust(error) ? new DatabaseNotTrusted() : error;
  }
  return database;
}

/** M12: the database server offers no TLS, or a certificate that does not fit. Its message is a plain sentence. */
export class DatabaseNotTrusted extends Error {
  override name = 'DatabaseNotTrusted';

  constructor() {
    super(
      'The PostgreSQL server offers no TLS, or its certificate is not one that this machine trusts for this name. Give it one, name its authority with ?sslrootcert=FILE behind DATABASE_URL, or, where the network itself is trusted, say ?sslmode=disable.',
    );
  }
}

const CERTIFICATE_CODES =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID)/;

function isWithoutTrust(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return /does not support SSL/.test(message) || CERTIFICATE_CODES.test(code ?? '');
}

/** A migration may take longer than a call may. */
async function migratePostgres(databaseUrl: string): Promise<void> {
  const { query, close } = openPostgres(databaseUrl, () => undefined, 'work');
  try {
    if (await needsMigration(query)) await refuseBesideOthers(query);
    await migrate(query);
  } finally {
    await close();
  }
}

/** Nodes of an earlier version would go on with tables that they don't know. */
async function refuseBesideOthers(query: Kysely<Tables>): Promise<void> {
  const others = await runningNodes(query);
  if (others.length === 0) return;
  throw new UpgradeRefused(
    `Nodes of an earlier version are still running: ${others.join(', ')}. Stop all of them, then start this one. A node that was killed counts as running for half a minute. Nothing was changed.`,
  );
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
      : { kind: 'postgres', ...openPostgres(databaseUrl, () => undefined, 'work') };
  const tables = await database.query.introspection.getTables();
  if (tables.some(({ name }) => name === LAST_TABLE)) return database;
  await database.close();
  throw new NoInstallation(
    'This database is empty, or older than this program. Start the server once, then try again.',
  );
}

/** The newest table that a command beside a running server needs. */
const LAST_TABLE = 'security_events';

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
/** PostgreSQL: waited too long for a lock, took too long, or was silent for too long inside a transaction. */
const TOO_SLOW = new Set(['55P03', '57014', '25P03']);
const AWAY_MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|connection timeout/i;
const SQLITE_AWAY = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN)/;

/** True when the call may succeed later without a change: the database is away, full or shutting down. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return (
    AWAY_MESSAGES.test(error.message) ||
    (typeof code === 'string' &&
      (CONNECTION_ERRORS.has(code) ||
        TOO_SLOW.has(code) ||
        SQLITE_AWAY.test(code) ||
        AWAY_CLASSES.test(code)))
  );
}

/** PostgreSQL: unique and other constraints, serialization failure, deadlock. */
const CONFLICT = /^(?:23|40001|40P01|SQLITE_CONSTRAINT)/;

function statementOf(event: LogEvent): Statement {
  const kind = KINDS[event.query.query.kind] ?? 'other';
  const ms = event.queryDurationMillis;
  if (event.level === 'query') return { kind, ms, failure: null };
  if (isDatabaseAway(event.error)) return { kind, ms, failure: 'away' };
  const code = String((event.error as { code?: unknown } | null)?.code);
  return { kind, ms, failure: CONFLICT.test(code) ? 'conflict' : 'other' };
}

const KINDS: Readonly<Record<string, Statement['kind']>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};
