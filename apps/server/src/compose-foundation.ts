/** What every part stands on: configuration read, database and keys opened, the outside world within reach. */
import { randomUUID } from 'node:crypto';
import type { lookup } from 'node:dns';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BeaconChain, QUICKNET } from '@glassdrum/fair-draw';
import { type BeaconClient, createBeaconClient, PUBLIC_RELAYS } from './platform/beacon/beacon-client.ts';
import type { Bus } from './platform/bus/bus.ts';
import { countedBus } from './platform/bus/counted-bus.ts';
import { inProcessBus } from './platform/bus/in-process-bus.ts';
import { postgresBus } from './platform/bus/postgres-bus.ts';
import { type Clock, systemClock } from './platform/clock/clock.ts';
import { believedClock, type ClockWatch, watchClock } from './platform/clock/clock-watch.ts';
import type { Config } from './config.ts';
import { claimDatabase } from './platform/database/claim-database.ts';
import { type Database, type DatabaseOptions, openDatabase } from './platform/database/database.ts';
import { forgetNodeClock, noteNodeClock, postgresTime } from './platform/database/node-clocks.ts';
import { readLegalFile } from './features/installation/legal/read-legal-file.ts';
import { loggable } from './platform/loggable.ts';
import { type Log, createLog } from './platform/http/log.ts';
import { endLeases } from './work/jobs.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { manifest } from './manifest.ts';
import { loadKeys } from './platform/keys/installation-keys.ts';
import { makePrivateFolder } from './platform/keys/private-folder.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { endClaims } from './work/outbox.ts';
import { endDeliveryClaims } from './features/webhooks/deliveries/queue.ts';
import { folderObjects } from './platform/storage/objects.ts';
import { s3Storage } from './platform/storage/s3-objects.ts';
import type { DestinationRule } from './platform/http/outgoing/destinations.ts';
import { refuseLostRecords } from './platform/public-log/signed-mark.ts';
import { createWitnessClient } from './platform/public-log/witnesses/witness-client.ts';

export interface ComposeOptions {
  config: Config;
  clock?: Clock;
  /** Whether `clock` is compared with the database's and the beacon's; the machine's own always is. */
  watchClock?: boolean;
  log?: Log;
  bus?: Bus;
  /** Another beacon than the public one, for tests and demonstrations. */
  beacon?: { chain: BeaconChain; relays: string[] };
  /** The web app's build; without one only the API is served. */
  webFolder?: string;
  /** Runnable examples for the documentation of the API. */
  examplesFolder?: string;
  /** Instead of the public internet's push services, for tests. */
  pushEndpoints?: DestinationRule;
  /** Instead of the system's resolver of names, for receivers of webhooks, for tests. */
  resolveName?: typeof lookup;
  /** Instead of the configured mail server, for tests. */
  mailer?: Mailer;
  requestTimeoutMs?: number;
}

/** @throws DataFolderProblem and the like, with a sentence, where the installation can't start */
export async function openFoundation(options: ComposeOptions) {
  const { config } = options;
  const legalTexts = config.legalFile === undefined ? null : readLegalFile(config.legalFile);
  const log = options.log ?? createLog(config.logLevel);
  const metrics = config.metricsToken === null ? null : createMetrics(manifest.version);
  const machine = options.clock ?? systemClock();
  makePrivateFolder(config.dataDir);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onLost: (error) => log.warn({ message: error.message }, 'database connection lost'),
    onStatement: statementCounter(metrics),
  });
  const keys = loadKeys(config.dataDir);
  const report = (error: unknown): void => log.error({ error: loggable(error) }, 'something failed inside');
  const beacon = openBeacon(options, machine, log);
  const time = startTime(options, { machine, database, beacon, log, report });
  await time.start();
  const { clock } = time;
  await claimDatabase(database, keys, clock.now());
  await refuseLostRecords(database, config.dataDir);
  if (database.kind === 'sqlite') await takeOver(database);
  const bus = countMessages(options.bus ?? openBus(config, report), metrics);
  const witnesses = createWitnessClient({
    database,
    clock,
    witnesses: config.witnesses,
    report: (problem) => log.warn({ message: loggable(problem).message }, 'a witness did not cosign'),
  });

  const storage = config.s3 === null ? null : await s3Storage(config.s3);
  const objects = storage?.objects ?? folderObjects(join(config.dataDir, 'objects'));
  const direct = storage?.uploads ?? null;
  return { metrics, time, log, database, keys, bus, beacon, witnesses, objects, direct, legalTexts, report };
}

function openBus(config: Config, report: (error: unknown) => void): Bus {
  return config.databaseUrl === undefined ? inProcessBus(report) : postgresBus(config.databaseUrl, report);
}

function statementCounter(metrics: Metrics | null): DatabaseOptions['onStatement'] {
  if (metrics === null) return undefined;
  const { statements, databaseErrors } = metrics;
  return ({ kind, ms, failure }) => {
    statements.observe({ kind }, ms / 1000);
    if (failure !== null) databaseErrors.inc({ reason: failure });
  };
}

function countMessages(bus: Bus, metrics: Metrics | null): Bus {
  if (metrics === null) return bus;
  return countedBus(bus, (topic) => {
    metrics.busMessages.inc({ topic });
    if (topic === 'chat-line-sent') metrics.chatLines.inc();
  });
}

/** D6: the time of this node. A clock that a test moves is believed as it is, unless the test wants it watched. */
function startTime(
  options: ComposeOptions,
  parts: {
    machine: Clock;
    database: Database;
    beacon: BeaconClient;
    log: Log;
    report: (error: unknown) => void;
  },
): ClockWatch {
  const { machine, database, beacon, log, report } = parts;
  if (options.clock !== undefined && options.watchClock !== true) return believedClock(machine);
  const node = randomUUID();
  const name = `${hostname()}:${process.pid}`;
  return watchClock({
    clock: machine,
    askDatabase: database.kind === 'postgres' ? () => postgresTime(database) : null,
    askBeacon: (time, signal) => beacon.opinionOfTime(time, signal),
    note: ({ aheadMs, mayLead }, now) =>
      noteNodeClock(database, { node, name, aheadMs, mayLead, notedAt: now }),
    forget: () => forgetNodeClock(database, node),
    log,
    report,
  });
}

function openBeacon(options: ComposeOptions, clock: Clock, log: Log): BeaconClient {
  const chain = options.beacon?.chain ?? QUICKNET;
  return createBeaconClient({ chain, relays: relaysOf(options), clock, log });
}

/** The relays that server and pages ask. */
export function relaysOf({ beacon, config }: ComposeOptions): readonly string[] {
  return beacon?.relays ?? (config.beaconUrls.length > 0 ? config.beaconUrls : PUBLIC_RELAYS);
}

/**
 * SQLite has one process at a time: whatever another one had in its hands, it is dead. A draw that it was about to
 * start, or an email that it was sending, is not kept waiting for it.
 */
async function takeOver({ query }: Database): Promise<void> {
  await endLeases(query);
  await endClaims(query);
  await endDeliveryClaims(query);
}
