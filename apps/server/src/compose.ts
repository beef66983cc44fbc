/** The one place where the parts are put together. Reads top to bottom: foundation, features, live, start and stop. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BeaconChain, QUICKNET } from '@glassdrum/fair-draw';
import { type BeaconClient, createBeaconClient, PUBLIC_RELAYS } from './beacon/beacon-client.ts';
import type { Bus } from './bus/bus.ts';
import { inProcessBus } from './bus/in-process-bus.ts';
import { postgresBus } from './bus/postgres-bus.ts';
import { type Clock, systemClock } from './clock/clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase, openDatabaseBeside } from './database/database.ts';
import { createAuthLibrary } from './features/accounts/auth-library.ts';
import { createHostGate } from './features/accounts/host-gate.ts';
import { operatorResetLink } from './features/accounts/reset-commands.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { cardRoutes } from './features/cards/routes.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { continueState } from './features/continue/queries.ts';
import { continueRoutes } from './features/continue/routes.ts';
import { createConsoleRooms } from './features/console-room/console-rooms.ts';
import { chatPictureRoutes } from './features/chat-pictures/routes.ts';
import { createChatGate } from './features/chat/chat-gate.ts';
import { createLiveTalk } from './features/chat/live-talk.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { startSystemLines } from './features/chat/system-lines.ts';
import { deadlineHandler } from './features/draws/at-deadline.ts';
import { createDrawDirector } from './features/draws/director.ts';
import { drawPlan, drawStanding, dueResult } from './features/draws/queries.ts';
import { drawRoutes } from './features/draws/routes.ts';
import { createParticipantGate } from './features/entries/participant-gate.ts';
import { participantSessions } from './features/entries/participant-session.ts';
import { createRoster } from './features/entries/roster.ts';
import { entryRoutes } from './features/entries/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { installationRoutes } from './features/installation/routes.ts';
import { readLegalFile } from './features/legal/read-legal-file.ts';
import { legalRoutes } from './features/legal/routes.ts';
import { logRoutes } from './features/log/routes.ts';
import { startLogSigner } from './features/log/signer.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { createAnnouncer } from './features/letters/announcer.ts';
import { mailDelivery } from './features/letters/deliver-mail.ts';
import { letterRoutes } from './features/letters/routes.ts';
import { createPagePreviewer } from './features/previews/queries.ts';
import { DEADLINE_JOB } from './features/raffles/deadline.ts';
import { publicRaffle } from './features/raffles/queries.ts';
import { stageRoutes } from './features/stage/routes.ts';
import { createRooms } from './features/room/rooms.ts';
import { createStandings } from './features/room/standing.ts';
import { voteCounts } from './features/votes/queries.ts';
import { voteRoutes } from './features/votes/routes.ts';
import { clientAddresses } from './http/client-address.ts';
import { pushDelivery } from './features/push/deliver-push.ts';
import { pushRoutes } from './features/push/routes.ts';
import { raffleRoutes } from './features/raffles/routes.ts';
import { RETENTION_JOB, retentionHandler, startRetention } from './features/settings/retention.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { loggable } from './http/errors.ts';
import { type Log, createLog } from './http/log.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { endLeases } from './jobs/jobs.ts';
import { loadKeys } from './keys/installation-keys.ts';
import type { Keys } from './keys/keys.ts';
import { startSocketServer } from './live/socket-server.ts';
import type { Mailer } from './mail/mailer.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { createDispatcher } from './outbox/dispatcher.ts';
import { endClaims } from './outbox/outbox.ts';
import { manifest } from './manifest.ts';
import { folderObjects } from './objects/objects.ts';
import { s3Storage } from './objects/s3-objects.ts';
import { type EndpointRule, publicEndpoints } from './push/public-endpoints.ts';
import { createPushSender } from './push/push-sender.ts';
import { createPictures } from './pictures/pictures.ts';

export interface ComposeOptions {
  config: Config;
  clock?: Clock;
  log?: Log;
  bus?: Bus;
  /** Another beacon than the public one, for tests and demonstrations. */
  beacon?: { chain: BeaconChain; relays: string[] };
  /** The web app's build; without one only the API is served. */
  webFolder?: string;
  /** Instead of the public internet's push services, for tests. */
  pushEndpoints?: EndpointRule;
  /** Instead of the configured mail server, for tests. */
  mailer?: Mailer;
  requestTimeoutMs?: number;
}

/** As many as the mail server's connections keep busy. */
const LETTERS_AT_ONCE = 4;
/** A draw takes half a minute, and everybody is to be told of its start. */
const NOTICES_AT_ONCE = 50;

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
  const legalTexts = config.legalFile === undefined ? null : readLegalFile(config.legalFile);
  const log = options.log ?? createLog(config.logLevel);
  const clock = options.clock ?? systemClock();
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onLost: (error) => log.warn({ message: error.message }, 'database connection lost'),
  });
  const keys = loadKeys(config.dataDir);
  await claimDatabase(database, keys, clock.now());
  if (database.kind === 'sqlite') await takeOver(database);
  const report = (error: unknown): void => log.error({ error: loggable(error) }, 'something failed inside');
  const bus = options.bus ?? openBus(config, report);
  const beacon = openBeacon(options, clock, log);

  const storage = config.s3 === null ? null : await s3Storage(config.s3);
  const objects = storage?.objects ?? folderObjects(join(config.dataDir, 'objects'));
  const direct = storage?.uploads ?? null;

  const http = await createHttpServer({
    address: config,
    uploadOrigin: direct?.origin ?? null,
    trustProxy: config.trustProxy,
    log,
    version: manifest.version,
    webFolder: options.webFolder,
    preview: createPagePreviewer({ database, clock }),
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
  });
  const routes: { method: string; url: string }[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });

  const auth = createAuthLibrary({ database, keys, clock, publicUrl: config.publicUrl });
  const hosts = createHostGate({ database, clock, auth });
  const mailer = options.mailer ?? (config.mail === null ? null : smtpMailer(config.mail));
  installationRoutes(http, {
    database,
    keys,
    clock,
    chain: beacon.chain,
    version: manifest.version,
    mail: mailer !== null,
  });
  const accounts = accountRoutes(http, {
    database,
    keys,
    clock,
    bus,
    auth,
    hosts,
    address: config,
    mailer,
    report,
  });
  legalRoutes(http, legalTexts);
  const pictures = createPictures({ database, objects, clock });
  raffleRoutes(http, { database, keys, clock, bus, pictures, hosts, address: config });
  settingsRoutes(http, { database, keys, clock, bus, pictures, hosts, address: config });
  invitationRoutes(http, { database, keys, clock, bus, hosts, address: config });
  const letters = { database, keys, clock, bus, publicUrl: config.publicUrl };
  letterRoutes(http, { ...letters, hosts, mail: mailer !== null });
  auditRoutes(http, { database, hosts });

  const sessions = participantSessions({ database, secure: config.publicUrl.startsWith('https:') });
  const roster = createRoster({ database, clock, bus });
  const participants = createParticipantGate({ sessions, hosts, roster });
  const sender = createPushSender({
    keys,
    publicUrl: config.publicUrl,
    endpoints: options.pushEndpoints ?? publicEndpoints,
  });
  const devices = { database, keys, clock, sender };
  pushRoutes(http, { ...devices, participants });
  const confirmByMail = mailer !== null;
  entryRoutes(http, { database, clock, bus, keys, hosts, sessions, participants, roster, confirmByMail });
  continueRoutes(http, { database, clock, bus, keys, sessions, participants, address: config, mailer });
  stageRoutes(http, { database, clock, keys, hosts, roster, address: config });
  cardRoutes(http, { database, clock });
  calendarRoutes(http, { database, address: config });
  drawRoutes(http, { database, keys, clock, bus, beacon, hosts });
  logRoutes(http, { database, keys, clock });
  const chatGate = createChatGate({ database, hosts, sessions });
  const chat = { database, clock, bus, pictures };
  chatRoutes(http, { ...chat, keys, hosts, gate: chatGate });
  chatPictureRoutes(http, { database, clock, pictures, direct, address: config, gate: chatGate });
  voteRoutes(http, { database, clock, bus, sessions });
  const standingNow = (raffleId: string) => drawStanding(database, raffleId);
  const systemLines = startSystemLines({ database, clock, bus, standing: standingNow, report });
  const director = createDrawDirector({ database, keys, clock, bus, beacon, report });

  const post =
    mailer === null
      ? null
      : createDispatcher({
          database,
          clock,
          channel: 'mail',
          atOnce: LETTERS_AT_ONCE,
          deliver: mailDelivery(letters, mailer),
          report,
        });
  const notices = createDispatcher({
    database,
    clock,
    channel: 'push',
    atOnce: NOTICES_AT_ONCE,
    deliver: pushDelivery(devices),
    report,
  });
  const announcer = createAnnouncer({ database, clock, bus, mail: post !== null, report });

  const rooms = createRooms({
    sources: {
      raffle: (raffleId, now) => publicRaffle(database, raffleId, now),
      takenSince: (raffleId, after) => roster.takenSince(raffleId, after, 'full'),
      plan: (raffleId) => drawPlan(database, raffleId),
      result: (raffleId, now) => dueResult(database, raffleId, now),
      standing: standingNow,
      continueState: (raffleId, inviteeId, now) =>
        continueState({ database, keys }, raffleId, inviteeId, now),
    },
    talk: {
      ...createLiveTalk({ ...chat, gate: chatGate }),
      votes: (raffleId) => voteCounts(database.query, raffleId),
    },
    standing: createStandings({ database, keys, sessions }),
    clock,
    bus,
    node: randomUUID(),
    report,
  });
  const consoles = createConsoleRooms({ database, clock, bus, address: config, report }, rooms.handlers);
  const sockets = startSocketServer({
    server: http.server,
    clock,
    publicAddress: config,
    identify: async ({ headers }) => ({
      sessionHash: sessions.read(headers)?.tokenHash ?? null,
      hostId: (await hosts.find(headers))?.hostId ?? null,
    }),
    addressOf: clientAddresses(config.trustProxy),
    handlers: consoles.handlers,
    report,
  });
  bus.subscribe((message) => {
    if (message.topic === 'host-sessions-ended') void sockets.closeEndedHosts(message.hostId).catch(report);
    if (message.topic === 'resync') void sockets.closeEndedHosts(null).catch(report);
  });
  const jobs = createJobRunner({
    database,
    clock,
    bus,
    handlers: {
      [DEADLINE_JOB]: deadlineHandler({ database, keys, clock, bus, beacon }),
      [RETENTION_JOB]: retentionHandler({ database, keys, clock, bus, pictures, report }),
    },
    report,
  });
  bus.subscribe(({ topic }) => {
    if (topic === 'outbox-filled' || topic === 'entries-changed' || topic === 'resync') post?.wake();
    if (topic === 'outbox-filled' || topic === 'resync') notices.wake();
  });
  const logSigner = startLogSigner({ database, keys, clock, bus, report });
  await logSigner.look();
  await director.start();
  announcer.start();
  post?.wake();
  notices.wake();
  await pictures.sweep();
  await startRetention({ database, clock });
  jobs.start();

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
      await sockets.stop();
      rooms.stop();
      consoles.stop();
      await http.close();
      await jobs.stop();
      await accounts.settled();
      await announcer.stop();
      await post?.stop();
      await notices.stop();
      mailer?.close();
      await director.stop();
      await systemLines.stop();
      await logSigner.stop();
      await bus.close();
      await database.close();
    },
  };
}

/**
 * For the command line, also beside a running server: a one-time link for a host who forgot the password, or null when
 * there is no such account. @throws NoInstallation
 */
export async function composeResetLink(
  config: Config,
  wish: { email: string; withoutTwoFactor: boolean },
): Promise<string | null> {
  const database = await openDatabaseBeside(config);
  try {
    const now = systemClock().now();
    return await operatorResetLink(database, { ...wish, publicUrl: config.publicUrl, now });
  } finally {
    await database.close();
  }
}

function openBus(config: Config, report: (error: unknown) => void): Bus {
  return config.databaseUrl === undefined ? inProcessBus(report) : postgresBus(config.databaseUrl, report);
}

function openBeacon({ beacon, config }: ComposeOptions, clock: Clock, log: Log): BeaconClient {
  const configured = config.beaconUrls.length > 0 ? config.beaconUrls : PUBLIC_RELAYS;
  return createBeaconClient({
    chain: beacon?.chain ?? QUICKNET,
    relays: beacon?.relays ?? configured,
    clock,
    log,
  });
}

/**
 * SQLite has one process at a time: whatever another one had in its hands, it is dead. A draw that it was about to
 * start, or a letter that it was sending, is not kept waiting for it.
 */
async function takeOver({ query }: Database): Promise<void> {
  await endLeases(query);
  await endClaims(query);
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
