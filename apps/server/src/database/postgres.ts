/**
 * The cluster database: PostgreSQL through a pool, so that several nodes can serve one installation.
 *
 * 64-bit integers arrive as numbers: every one of ours is a time or a count below 2^53.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import { Pool, types } from 'pg';
import type { NewRows } from './bulk.ts';
import type { Tables } from './tables.ts';

const POOL_SIZE = 10;
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
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  insertRows(trx: Transaction<Tables>, table: keyof Tables, rows: NewRows): Promise<void>;
  leaveNoTraces(): Promise<void>;
  close(): Promise<void>;
}

/** @param databaseUrl `postgres://…`; `onLost` hears of idle connections that broke, which the pool replaces. */
export function openPostgres(databaseUrl: string, onLost: (error: Error) => void): PostgresConnection {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'glassdrum',
    statement_timeout: 30_000,
    // A node that froze in mid-transaction must not hold its locks, nor write when it comes back.
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: parserFor },
  });
  pool.on('error', onLost);
  // The pool listens to idle connections only. One that breaks between two statements of a transaction would end the
  // process without this; the transaction's next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    query,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await query.transaction().execute(work);
        } catch (error) {
          if (attempt === ATTEMPTS || !mustRunAgain(error)) throw error;
          await delay(Math.random() * 10 * 2 ** attempt);
        }
      }
    },
    insertRows,
    leaveNoTraces: () => Promise.resolve(),
    close: () => query.destroy(),
  };
}

/** One statement with one parameter: a list of thousands of them costs more to write down and to parse than to store. */
async function insertRows(
  trx: Transaction<Tables>,
  table: keyof Tables,
  { columns, values }: NewRows,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(
    values.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
  );
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx);
}
