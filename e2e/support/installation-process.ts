/**
 * The server of a browser test, as a process of its own (see installation.ts): the whole product with its built
 * screens, only its beacon is the test's. Tells its parent `{port}` when it answers.
 */
import { fileURLToPath } from 'node:url';
import { composeApp } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/http/log.ts';
import { browserTestChain } from './relay.ts';

const config = readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...process.env });
const app = await composeApp({
  config,
  log: createLog(config.logLevel),
  beacon: { chain: browserTestChain().chain, relays: config.beaconUrls },
  webFolder: fileURLToPath(new URL('../../apps/web/dist', import.meta.url)),
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
