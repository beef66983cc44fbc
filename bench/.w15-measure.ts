import { monitorEventLoopDelay } from 'node:perf_hooks';
import { composeApp } from '/work/w15/apps/server/src/compose.ts';
import { readConfig } from '/work/w15/apps/server/src/config.ts';
import { systemClock } from '/work/w15/apps/server/src/platform/clock/clock.ts';
import { createLog } from '/work/w15/apps/server/src/platform/http/log.ts';
import { makeStorage } from '/work/w15/apps/server/test/support/storage.ts';
const kind = process.argv[2] as 'sqlite' | 'postgres';
const storage = await makeStorage(kind);
const app = await composeApp({ config: readConfig({ JOIN_LIMIT: 'off', DATA_DIR: storage.dataDir, DATABASE_URL: storage.databaseUrl, PORT: '0', HOST: '127.0.0.1', BEACON_URLS: 'http://127.0.0.1:9' }), clock: systemClock(), log: createLog('warn') });
const url = await app.listen();
if (process.send) { process.send({ url }); }
const h = monitorEventLoopDelay({ resolution: 5 }); h.enable();
process.on('message', (m) => { if (m === 'stop') void app.close().then(() => storage.drop()).then(() => process.exit(0)); else { process.send?.({ max: h.max / 1e6, p99: h.percentile(99) / 1e6 }); h.reset(); } });
