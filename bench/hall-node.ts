/**
 * A node of a large hall: the whole product with a test beacon, on a PostgreSQL database where one is named.
 *
 *   hall-node.ts DATA_DIR RELAY_URL [DATABASE_URL]
 *
 * Tells its parent `{port}` when it answers; on `{facts: true}` its memory and the processor time that it has used.
 */
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { composeApp } from '../apps/server/src/compose.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createLog } from '../apps/server/src/platform/http/log.ts';
import { browserTestChain } from '../e2e/support/relay.ts';

export interface NodeFacts {
  /** Bytes. */
  memory: number;
  /** Milliseconds of all threads. */
  cpuMs: number;
}

const [dataDir, relayUrl = '', databaseUrl] = process.argv.slice(2);
const config = readConfig({
  JOIN_LIMIT: 'off',
  TRUST_PROXY: 'loopback',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  HOST: '127.0.0.1',
  BEACON_URLS: relayUrl,
});
const app = await composeApp({
  config,
  clock: systemClock(),
  watchClock: true,
  log: createLog('error'),
  beacon: { chain: browserTestChain().chain, relays: config.beaconUrls },
});
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const facts: NodeFacts = { memory: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
  process.send?.(facts);
});
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
process.send?.({ port: Number(new URL(await app.listen()).port) });
