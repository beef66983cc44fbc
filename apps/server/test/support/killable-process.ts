/**
 * The server of a killable installation (killable.ts): the whole product on a test beacon. It loads everything, then waits
 * for its parent's word before it touches any data; so its start after a kill takes as long as its own work does.
 * Tells its parent `{port}` when it answers.
 */
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { composeApp } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { endOnSignal } from '../../src/end-on-signal.ts';
import { createLog } from '../../src/platform/http/log.ts';
import { clockOf, KILLABLE_CHAIN, type StartWord } from './killable.ts';

async function start({ port, clock, watchClock = false }: StartWord): Promise<void> {
  const config = readConfig({ ...process.env, PORT: String(port), HOST: '127.0.0.1' });
  const app = await composeApp({
    config,
    clock: clockOf(clock),
    watchClock,
    log: createLog(config.logLevel),
    beacon: { chain: createTestChain(...KILLABLE_CHAIN).chain, relays: config.beaconUrls },
  });
  endOnSignal(app);
  const address = new URL(await app.listen());
  process.send?.({ port: Number(address.port) });
}

process.once('message', (word: StartWord) => void start(word));
// A test that dies takes its servers with it.
process.once('disconnect', () => process.exit(1));
