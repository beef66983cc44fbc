/**
 * The cluster database: PostgreSQL through a pool, so that several nodes can serve one installation.
 *
 * 64-bit integers arrive as numbers: every one of ours is a time or a count below 2^53.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Logger, PostgresPool, PostgresPoolClient, Transaction } from 'kysely';
import { Pool, type PoolClient, type QueryResult, types } from 'pg';
import { insertStatement } from './postgres-insert.ts';
import type { NewRows, Tables } from './tables/tables.ts';

const POOL_SIZE = 10;
/** A call that the database hasn't answered for so long is refused. */
const SILENT_AFTER_MS = 5_000;
/**
 * 'calls': nobody who waits for an answer waits long for a lock, and a node that froze in mid-transaction neither holds its
 * locks for long nor writes when it comes back. It loses them before those who wait for them are refused.
 * 'work': commands and migrations take the time that they need.
 */
const LIMITS = {
  calls: {
    statement_timeout: SILENT_AFTER_MS,
    lock_timeout: 4_500,
    idle_in_transaction_session_timeout: 2_500,
  },
  work: {},
} as const;
/** Attempts at one transaction that PostgreSQL ended in favour of another. */
const ATTEMPTS = 6;
const INT8 = 20;
const NUMERIC = 1700;

const parserFor: typeof types.getTypeParser = (oid: number, format?: string): ((value: string) => unknown) =>
  oid === INT8 || oid === NUMERIC ? Number : defaultParser(oid, format);
const defaultParser = types.getTypeParser as (oid: number, format?: string) => (value: string) => unknown;

/** PostgreSQL ended this transaction in favour of another one; running it again is safe and expected. */
function mustRunAgain(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

export interface PostgresConnection {
  query: Kysely<Tables>;
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>, limits?: { silentMs: number }): Promise<T>;
  insertRows(trx: Transaction<Tables>, rows: readonly NewRows[]): Promise<void>;
  leaveNoTraces(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param databaseUrl `postgres://…`; `onLost` hears of idle connections that broke, which the pool replaces
 * @param purpose whether somebody waits for each answer
 * @param log hears of every statement
 */
export function openPostgres(
  databaseUrl: string,
  onLost: (error: Error) => void,
  purpose: keyof typeof LIMITS,
  log?: Logger,
): PostgresConnection {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'glassdrum',
    ...LIMITS[purpose],
    types: { getTypeParser: parserFor },
  });
  pool.on('error', onLost);
  // The pool listens to idle connections only. One that breaks between two statements of a transaction would end the
  // process without this; the transaction's next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: purpose === 'calls' ? impatient(pool) : pool }),
    ...(log !== undefined && { log }),
  });
  return {
    query,
    async transaction(work, limits) {
      const limited = async (trx: Transaction<Tables>): ReturnType<typeof work> => {
        if (limits !== undefined) await limitTransaction(trx, limits.silentMs);
        return work(trx);
      };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await query.transaction().execute(limited);
        } catch (error) {
          if (attempt === ATTEMPTS || !mustRunAgain(error)) throw error;
          await delay(Math.random() * 10 * 2 ** attempt);
        }
      }
    },
    async insertRows(trx, rows) {
      await trx.executeQuery(insertStatement(rows));
    },
    leaveNoTraces: () => Promise.resolve(),
    close: () => query.destroy(),
  };
}

async function limitTransaction(trx: Transaction<Tables>, ms: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${String(ms)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`.execute(trx);
}

/** The database keeps the connection open and says nothing. */
class SilentDatabase extends Error {
  override name = 'SilentDatabase';
  readonly code = 'ETIMEDOUT';
}

/** A pool whose queries fail when nothing comes back; the connection is not used again then. */
function impatient(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  const wrap = (client: PoolClient): PostgresPoolClient => {
    let isSilent = false;
    // Kysely's other form of `query`, for cursors, is not used here.
    const answered = async (text: string, values: unknown[]): Promise<QueryResult> => {
      if (isSilent) throw new SilentDatabase('The database does not answer.');
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          isSilent = true;
          reject(new SilentDatabase('The database does not answer.'));
        }, SILENT_AFTER_MS);
      });
      try {
        return await Promise.race([client.query(text, values), silence]);
      } finally {
        clearTimeout(timer);
      }
    };
    return {
      query: answered as unknown as PostgresPoolClient['query'],
      release: () => client.release(isSilent),
    };
  };
  return {
    async connect() {
      const client = await pool.connect();
      const wrapped = known.get(client) ?? wrap(client);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
}
