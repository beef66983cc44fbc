/**
 * A whole installation in the test's own process: real database, real HTTP, a clock that stands still, a beacon
 * chain of its own. Every suite of `forEachDatabase` runs on SQLite, and on PostgreSQL where TEST_DATABASE_URL
 * names a server.
 */
import { createTestChain, type TestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, describe } from 'vitest';
import { type TestRelay, startTestRelay } from '../../src/platform/beacon/test-relay.ts';
import type { Bus } from '../../src/platform/bus/bus.ts';
import { type ManualClock, manualClock } from '../../src/platform/clock/manual-clock.ts';
import { type App, composeApp } from '../../src/compose.ts';
import type { ComposeOptions } from '../../src/compose-foundation.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/http/log.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import type { DestinationRule } from '../../src/platform/http/outgoing/destinations.ts';
import { makeMigratedStorage } from './migrated.ts';
import { type DatabaseKind, type Storage, postgresServer } from './storage.ts';

const TEST_CHAIN_KEY = new Uint8Array(32).fill(7);

interface TestAppOptions {
  /** Environment variables, as an operator would set them. */
  env?: Record<string, string>;
  /** Of another test app: a second node beside it, or a restart after it was closed. */
  storage?: Storage;
  /** Default: a manual clock that stands at the present second. */
  clock?: ManualClock;
  /** Whether the clock is compared with the database's and the beacon's. */
  watchClock?: boolean;
  bus?: Bus;
  webFolder?: string;
  examplesFolder?: string;
  mailer?: Mailer;
  pushEndpoints?: DestinationRule;
  resolveName?: ComposeOptions['resolveName'];
  requestTimeoutMs?: number;
}

export interface TestApp extends App {
  clock: ManualClock;
  storage: Storage;
  relay: TestRelay;
  testChain: TestChain;
  /** Everything logged so far at any level, one JSON line an entry. */
  logLines: readonly string[];
}

export type MakeApp = (options?: TestAppOptions) => Promise<TestApp>;

/** @param suite declares tests; apps made with its argument are closed and their data dropped after it. */
export function forEachDatabase(suite: (makeApp: MakeApp, kind: DatabaseKind) => void): void {
  const kinds: DatabaseKind[] = postgresServer === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
  for (const kind of kinds) {
    describe(`on ${kind}`, () => {
      const undo: (() => Promise<void>)[] = [];
      afterAll(async () => {
        for (const step of undo.toReversed()) await step();
      });
      suite((options = {}) => makeApp(kind, undo, options), kind);
    });
  }
}

async function makeApp(
  kind: DatabaseKind,
  undo: (() => Promise<void>)[],
  options: TestAppOptions,
): Promise<TestApp> {
  const clock = options.clock ?? manualClock(Math.floor(Date.now() / 1000) * 1000);
  let { storage } = options;
  if (storage === undefined) {
    storage = await makeMigratedStorage(kind);
    undo.push(storage.drop);
  }
  const testChain = createTestChain(TEST_CHAIN_KEY, { genesisTime: 1_600_000_000, period: 3 });
  const relay = await startTestRelay({ testChain, clock });
  const logLines: string[] = [];
  const app = await composeApp({
    config: readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: storage.dataDir,
      DATABASE_URL: storage.databaseUrl,
      LOG_LEVEL: 'trace',
      ...options.env,
    }),
    clock,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
    beacon: { chain: testChain.chain, relays: [relay.url] },
    ...(options.watchClock !== undefined && { watchClock: options.watchClock }),
    ...(options.bus !== undefined && { bus: options.bus }),
    ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
    ...(options.examplesFolder !== undefined && { examplesFolder: options.examplesFolder }),
    ...(options.mailer !== undefined && { mailer: options.mailer }),
    ...(options.pushEndpoints !== undefined && { pushEndpoints: options.pushEndpoints }),
    ...(options.resolveName !== undefined && { resolveName: options.resolveName }),
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= app.close().then(relay.close);
    return closing;
  };
  undo.push(close);
  return { ...app, close, clock, storage, relay, testChain, logLines };
}
