/**
 * The server's side of the reconnect measurement, a process of its own that can be killed, in one of two ways:
 *
 *   glassdrum  the whole product on its data folder
 *   ws         plain `ws`, which answers a join with a ready snapshot and a clock question with the time
 *
 *   reconnect-server.ts WAY DATA_DIR RELAY_URL
 *
 * Loads everything, then waits for `{port, snapshot}` before it touches data, so that a start takes as long as its own work.
 * Tells its parent `{port}` when it answers; on `{facts: true}` the database's statements since then, and for how long its
 * event loop stood still at most.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { WebSocketServer } from 'ws';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { composeApp } from '../apps/server/src/compose.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createLog } from '../apps/server/src/platform/http/log.ts';
import { browserTestChain } from '../e2e/support/relay.ts';

interface StartWord {
  /** 0: any free one. */
  port: number;
  /** A snapshot's text, for plain `ws`. */
  snapshot: string;
}

const [way, dataDir, relayUrl = ''] = process.argv.slice(2);
const delay = monitorEventLoopDelay({ resolution: 5 });
let statements = 0;

async function product(port: number): Promise<number> {
  const config = readConfig({
    JOIN_LIMIT: 'off',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    BEACON_URLS: relayUrl,
  });
  const { chain } = browserTestChain();
  const app = await composeApp({
    config,
    clock: systemClock(),
    log: createLog('warn'),
    beacon: { chain, relays: config.beaconUrls },
  });
  const executor = app.parts.database.query.getExecutor();
  const executeQuery = executor.executeQuery.bind(executor);
  executor.executeQuery = (query) => {
    statements += 1;
    return executeQuery(query);
  };
  return Number(new URL(await app.listen()).port);
}

function plainWs(port: number, snapshot: string): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) =>
    socket.on('message', (bytes: Buffer) => {
      const { type, data } = JSON.parse(bytes.toString()) as { type: string; data?: { sent: number } };
      if (type !== 'time') socket.send(snapshot);
      else socket.send(JSON.stringify({ type, data: { sent: data?.sent, server: Date.now() } }));
    }),
  );
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

process.on('message', (word: StartWord | { facts: true }) => {
  if ('facts' in word) {
    process.send?.({ statements, stoodStillMs: delay.max / 1e6 });
    return;
  }
  const started = way === 'ws' ? plainWs(word.port, word.snapshot) : product(word.port);
  void started.then((port) => {
    delay.enable();
    process.send?.({ port });
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ loaded: true });
