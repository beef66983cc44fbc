/**
 * The server of a browser test, as a process of its own (see installation.ts): the whole product with its built
 * screens, only its beacon and its clock are the test's. Tells its
 * parent `{port}` when it answers, and `{aheadMs}` when it has set its clock as told.
 */
import { composeApp } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { createLog } from '../../apps/server/src/platform/http/log.ts';
import { browserTestChain } from './relay.ts';

const config = readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...process.env });
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
process.on('message', (message: { aheadMs: number }) => {
  ({ aheadMs } = message);
  process.send?.({ aheadMs });
});

const app = await composeApp({
  config,
  clock: systemClock(() => Date.now() + aheadMs),
  watchClock: true,
  log: createLog(config.logLevel),
  beacon: { chain: browserTestChain().chain, relays: config.beaconUrls },
  webFolder: process.env['WEB_FOLDER'] ?? '',
});

async function end(): Promise<void> {
  await app.close();
  process.exit(0);
}
process.once('SIGTERM', () => void end());
// A test that dies takes its server with it.
process.once('disconnect', () => void end());

const address = new URL(await app.listen());
process.send?.({ port: Number(address.port) });
