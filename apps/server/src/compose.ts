/** The one place where the parts are put together. Reads top to bottom: foundation, features, live, start and stop. */
import { type BeaconChain, QUICKNET } from '@glassdrum/fair-draw';
import type { Bus } from './bus/bus.ts';
import { inProcessBus } from './bus/in-process-bus.ts';
import { type Clock, systemClock } from './clock/clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/database.ts';
import { createAuthLibrary } from './features/accounts/auth-library.ts';
import { createHostGate } from './features/accounts/host-gate.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { installationRoutes } from './features/installation/routes.ts';
import { loggable } from './http/errors.ts';
import { type Log, createLog } from './http/log.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { loadKeys } from './keys/installation-keys.ts';
import type { Keys } from './keys/keys.ts';
import { manifest } from './manifest.ts';

export interface ComposeOptions {
  config: Config;
  clock?: Clock;
  log?: Log;
  bus?: Bus;
  /** Another beacon than the public one, for tests and demonstrations. */
  beacon?: { chain: BeaconChain; relays: string[] };
  /** The web app's build; without one only the API is served. */
  webFolder?: string;
  requestTimeoutMs?: number;
}

export interface App {
  http: HttpServer;
  /** Every registered route, for tests that must not miss one. */
  routes: readonly { method: string; url: string }[];
  parts: { database: Database; keys: Keys; clock: Clock; bus: Bus };
  /** Serves and returns the local address, e.g. http://localhost:3000. */
  listen(): Promise<string>;
  /** Lets calls under way finish, then closes everything. */
  close(): Promise<void>;
}

export async function composeApp(options: ComposeOptions): Promise<App> {
  const { config } = options;
  const log = options.log ?? createLog(config.logLevel);
  const clock = options.clock ?? systemClock();
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onLost: (error) => log.warn({ message: error.message }, 'database connection lost'),
  });
  const keys = loadKeys(config.dataDir);
  await claimDatabase(database, keys, clock.now());
  const bus =
    options.bus ?? inProcessBus((error) => log.error({ error: loggable(error) }, 'listener failed'));
  const chain = options.beacon?.chain ?? QUICKNET;

  const http = await createHttpServer({
    address: config,
    trustProxy: config.trustProxy,
    log,
    version: manifest.version,
    webFolder: options.webFolder,
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
  });
  const routes: { method: string; url: string }[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });

  const auth = createAuthLibrary({ database, keys, clock, publicUrl: config.publicUrl });
  const hosts = createHostGate({ database, clock, auth });
  installationRoutes(http, { database, keys, clock, chain, version: manifest.version });
  accountRoutes(http, { database, keys, clock, bus, auth, hosts });

  return {
    http,
    routes,
    parts: { database, keys, clock, bus },
    async listen() {
      await http.listen({ port: config.port, host: config.host });
      const bound = http.server.address();
      return `http://localhost:${typeof bound === 'object' && bound !== null ? bound.port : config.port}`;
    },
    async close() {
      await http.close();
      await bus.close();
      await database.close();
    },
  };
}

/** Seeds and records in a database belong to one installation's keys: others could neither reveal nor continue them. */
async function claimDatabase(database: Database, keys: Keys, now: number): Promise<void> {
  await database.query
    .insertInto('installation')
    .values({ id: 1, key_id: keys.keyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key_id: owner } = await database.query
    .selectFrom('installation')
    .select('key_id')
    .executeTakeFirstOrThrow();
  if (owner === keys.keyId) return;
  await database.close();
  throw new Error(
    'This database belongs to an installation with other keys. Copy the folder keys/ of its data folder here.',
  );
}
