/**
 * The bus of several nodes: LISTEN/NOTIFY on one connection of its own.
 *
 * 1. A node receives its own messages at once; other nodes receive them through the database, those of one tick together.
 * 2. While the connection is down, messages wait (equal ones once). Too many are replaced by one `resync` for all.
 * 3. After a reconnect this node publishes `resync` to itself, because messages of other nodes may have been lost.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Bus, BusMessage } from './bus.ts';
import { inProcessBus } from './in-process-bus.ts';

const CHANNEL = 'glassdrum';
/** NOTIFY carries less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_000;
const MAX_WAITING = 5_000;
const HEARTBEAT_MS = 10_000;
const QUERY_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/**
 * @param databaseUrl the PostgreSQL that all nodes share
 * @param report gets lost connections and what listeners threw
 */
export function postgresBus(databaseUrl: string, report: (error: unknown) => void = () => {}): Bus {
  const self = randomUUID();
  const local = inProcessBus(report);
  /** Messages as JSON text, in order, each once. */
  let waiting = new Set<string>();
  let connection: { client: Client; onLost: (error: unknown) => void } | null = null;
  let sending = false;
  let closed = false;
  let connectedBefore = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;

  const reconnect = (lost: Client, error: unknown): void => {
    lost.removeAllListeners('notification');
    lost.end().catch(() => {});
    if (connection?.client === lost) connection = null;
    if (closed) return;
    report(error);
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), retryMs);
    retry.unref();
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'glassdrum-bus',
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    let lost = false;
    const onLost = (error: unknown): void => {
      if (lost) return;
      lost = true;
      reconnect(fresh, error);
    };
    fresh.on('error', onLost);
    fresh.on('end', () => onLost(new Error('The bus connection to PostgreSQL ended.')));
    fresh.on('notification', ({ payload }) => receive(payload));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      onLost(error);
      return;
    }
    if (closed) {
      await fresh.end();
      return;
    }
    connection = { client: fresh, onLost };
    retryMs = FIRST_RETRY_MS;
    if (connectedBefore) local.publish({ topic: 'resync' });
    connectedBefore = true;
    void send();
  };

  const receive = (payload: string | undefined): void => {
    const { from, messages } = JSON.parse(payload ?? '{}') as { from?: string; messages?: BusMessage[] };
    if (from === self) return;
    for (const message of messages ?? []) local.publish(message);
  };

  const send = async (): Promise<void> => {
    if (sending || connection === null) return;
    sending = true;
    const used = connection;
    try {
      while (waiting.size > 0) {
        const batch = takeBatch(waiting);
        try {
          const payload = `{"from":"${self}","messages":[${batch.join(',')}]}`;
          await used.client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
        } catch (error) {
          waiting = new Set([...batch, ...waiting]);
          throw error;
        }
      }
    } catch (error) {
      used.onLost(error);
    } finally {
      sending = false;
    }
    if (connection !== null && connection !== used) await send();
  };

  const heartbeat = setInterval(() => {
    const used = connection;
    used?.client.query('SELECT 1').catch(used.onLost);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  void connect();
  return {
    publish(message) {
      if (closed) return;
      local.publish(message);
      if (waiting.size >= MAX_WAITING) waiting = new Set([JSON.stringify({ topic: 'resync' })]);
      waiting.add(JSON.stringify(message));
      setImmediate(() => void send());
    },
    subscribe: local.subscribe,
    async close() {
      await send();
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await connection?.client.end();
    },
  };
}

/** Takes as many messages from the front as one notification carries. */
function takeBatch(waiting: Set<string>): string[] {
  const batch: string[] = [];
  let bytes = 100;
  for (const message of waiting) {
    bytes += Buffer.byteLength(message) + 1;
    if (batch.length > 0 && bytes > MAX_PAYLOAD_BYTES) break;
    batch.push(message);
    waiting.delete(message);
  }
  return batch;
}
