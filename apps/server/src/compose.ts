/** The one place where the parts are put together. Reads top to bottom: foundation, features, live, start and stop. */
import { randomUUID } from 'node:crypto';
import type { Bus } from './platform/bus/bus.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { Database } from './platform/database/database.ts';
import { tokenScope } from './features/api-tokens/queries.ts';
import { admitTokens } from './features/api-tokens/token-gate.ts';
import { createAuthLibrary } from './features/accounts/auth-library.ts';
import { createHostGate } from './features/accounts/host-gate.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { continueState } from './features/entries/devices/queries.ts';
import { createConsoleRooms } from './features/raffle-room/console-rooms.ts';
import { createChatGate } from './features/chat/chat-gate.ts';
import { chatLineLimiter } from './features/chat/commands.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { startSystemLines } from './features/chat/system-lines.ts';
import { claimRoutes } from './features/draws/claims/routes.ts';
import { createDrawDirector } from './features/draws/running/director.ts';
import { checkInOfRaffle } from './features/draws/presence/queries.ts';
import { presenceRoutes } from './features/draws/presence/routes.ts';
import { drawPlan } from './features/draws/queries.ts';
import { reopenForVersion2 } from './features/draws/reopen-for-version-2.ts';
import { drawPrizeStatus, dueResult } from './features/draws/results/queries.ts';
import { roomProgress } from './features/draws/running/room-numbers.ts';
import { drawRoutes } from './features/draws/routes.ts';
import { createAudienceGate } from './features/entries/audience-gate.ts';
import { createParticipantGate } from './features/entries/participant-gate.ts';
import { participantSessions } from './features/entries/participant-session.ts';
import { createRoster } from './features/entries/roster.ts';
import { entryRoutes } from './features/entries/routes.ts';
import { noteBuild } from './features/installation/note-build.ts';
import { installationRoutes } from './features/installation/routes.ts';
import { logRoutes } from './features/public-log/routes.ts';
import { startLogSigning } from './features/public-log/signing.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { paperRoutes } from './features/paper/routes.ts';
import { createPagePreviewer } from './features/sharing/previews/queries.ts';
import { publicRaffle } from './features/raffles/queries.ts';
import { createSecurityEvents } from './features/installation/security-events/commands.ts';
import { recordCalls } from './features/installation/security-events/route-events.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { createRooms } from './features/raffle-room/rooms.ts';
import { voteCounts } from './features/votes/queries.ts';
import { voteRoutes } from './features/votes/routes.ts';
import { clientAddresses, warnOfUntrustedProxies } from './platform/http/client-address.ts';
import { createOutgoing } from './features/notifications/outgoing.ts';
import { raffleRoutes } from './features/raffles/routes.ts';
import { recurrenceRoutes } from './features/raffles/recurrence/routes.ts';
import { startRetention } from './features/data-retention/retention.ts';
import { dataRetentionRoutes } from './features/data-retention/routes.ts';
import { readServedBuild } from './platform/http/pages/served-build.ts';
import { headerLines, securityHeaders } from './platform/http/security-headers.ts';
import { finishCalls, letProxiesNotice, stopListening } from './platform/http/stop-listening.ts';
import { createRateLimits } from './platform/http/rate-limit.ts';
import { createHttpServer, type HttpServer, type RegisteredRoute } from './platform/http/server.ts';
import type { Keys } from './platform/keys/keys.ts';
import { limitSnapshots } from './platform/live/limits.ts';
import { startSocketServer } from './platform/live/socket-server.ts';
import { smtpMailer } from './platform/mail/smtp-mailer.ts';
import { manifest } from './manifest.ts';
import { publicEndpoints } from './platform/http/outgoing/destinations.ts';
import { createPushSender } from './platform/web-push/push-sender.ts';
import { createImages } from './platform/storage/images.ts';
import { type ComposeOptions, openFoundation, relaysOf } from './compose-foundation.ts';
import { socketIdentity } from './features/workspaces/socket-identity.ts';
import { composeMetrics, countCalls } from './compose-metrics.ts';
import { composeJobs } from './compose-jobs.ts';
import { composeWorkspaces, ownWorkspace } from './compose-workspaces.ts';
import { composeOperatorPage, composeSignUps } from './compose-operators.ts';
import { composeSignIn } from './compose-sign-in.ts';
import { composeWebhooks } from './compose-webhooks.ts';

export interface App {
  http: HttpServer;
  /** Every registered route, for tests that must not miss one. */
  routes: readonly RegisteredRoute[];
  parts: { database: Database; keys: Keys; clock: Clock; bus: Bus };
  /** Serves and returns the local address, e.g. http://localhost:3000. */
  listen(): Promise<string>;
  /**
   * R82: a one-time address for the operator's own account, where there is no account yet; null otherwise.
   * @param home where browsers reach this installation, an origin
   */
  operatorLink(home: string): Promise<string | null>;
  /** Where a proxy is trusted: lets it take this node out first. */
  leave(): Promise<void>;
  /** Sends everyone elsewhere, lets calls under way finish, then closes everything. */
  close(): Promise<void>;
}

export async function composeApp(options: ComposeOptions): Promise<App> {
  const { config, webFolder } = options;
  const foundation = await openFoundation(options);
  const { time, log, database, keys, bus, beacon, witnesses, objects, direct, legalTexts, report } =
    foundation;
  const { clock } = time;
  const mayLead = (): boolean => time.state().mayLead;

  const answerHeaders = securityHeaders({
    https: config.publicUrl.startsWith('https:'),
    uploadOrigin: direct?.origin ?? null,
    relays: relaysOf(options),
  });
  const { http, routes } = await createHttpServer({
    address: config,
    headers: answerHeaders,
    trustProxy: config.trustProxy,
    log,
    version: manifest.version,
    examples: options.examplesFolder,
    tokenScope,
    webFolder,
    preview: createPagePreviewer({ database, clock }),
    now: () => clock.now(),
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
  });
  const proxyWarnings = warnOfUntrustedProxies(http, { config, log });
  const events = createSecurityEvents({ database, clock, log, report });
  recordCalls(http, events);
  const { onStep, onDelivery } = countCalls(http, foundation.metrics);
  const served = await readServedBuild(webFolder);
  if (served !== null) await noteBuild(database, served, { log, now: clock.now() });

  const limits = createRateLimits({ database, clock, keys });
  admitTokens(http, { database, clock, keys, limits, events });
  const onAccount = ownWorkspace(clock);
  const auth = createAuthLibrary({ database, keys, clock, publicUrl: config.publicUrl, onAccount });
  const { signUps, operatorLink } = composeSignUps(foundation, config);
  const mailer = options.mailer ?? (config.mail === null ? null : smtpMailer(config.mail));
  const hosts = createHostGate({ database, clock, auth, mail: mailer !== null });
  installationRoutes(http, {
    database,
    keys,
    clock,
    chain: beacon.chain,
    version: manifest.version,
    mail: mailer !== null,
    witnesses: witnesses.verifierKeys,
    relays: relaysOf(options),
    build: served?.build ?? null,
    beacon,
    time,
    securityContacts: config.securityContacts,
    publicUrl: config.publicUrlIsSet ? config.publicUrl : null,
    legalTexts,
    report,
  });
  const accounts = accountRoutes(http, {
    database,
    keys,
    clock,
    bus,
    auth,
    hosts,
    limits,
    signUps,
    ...composeSignIn(foundation, config),
    address: config,
    mailer,
    report,
  });
  const images = createImages({ database, objects, clock });
  raffleRoutes(http, {
    database,
    keys,
    clock,
    bus,
    images,
    hosts,
    limits,
    address: config,
    sendsMail: mailer !== null,
  });
  invitationRoutes(http, { database, keys, clock, bus, hosts, address: config });
  const emailParts = { database, keys, clock, bus, publicUrl: config.publicUrl };

  const sessions = participantSessions({ database, secure: config.publicUrl.startsWith('https:') });
  const roster = createRoster({ database, clock, bus });
  const participants = createParticipantGate({ sessions, hosts, roster });
  dataRetentionRoutes(http, { database, keys, clock, bus, images, hosts, participants, address: config });
  composeWorkspaces(http, { foundation, config, hosts, limits, images });
  const audiences = createAudienceGate({ database, keys, hosts, sessions });
  const sender = createPushSender({
    keys,
    publicUrl: config.publicUrl,
    endpoints: options.pushEndpoints ?? publicEndpoints,
  });
  const devices = { database, keys, clock, sender };
  notificationRoutes(http, {
    ...emailParts,
    ...devices,
    hosts,
    participants,
    limits,
    mail: mailer !== null,
    onReport: ({ host }) => events.record({ kind: 'sender_reported', hostId: host }),
  });
  entryRoutes(http, {
    database,
    clock,
    bus,
    keys,
    hosts,
    sessions,
    participants,
    audiences,
    roster,
    limits,
    joinLimit: config.joinLimit,
    address: config,
    mailer,
  });
  presenceRoutes(http, {
    database,
    clock,
    bus,
    keys,
    hosts,
    participants,
    sessions,
    limits,
    address: config,
  });
  claimRoutes(http, { database, clock, bus, keys, hosts, participants, sessions, limits });
  paperRoutes(http, { database, clock, bus, keys, hosts, sessions, limits, address: config });
  sharingRoutes(http, { ...emailParts, hosts, roster, images, limits, address: config, webFolder });
  recurrenceRoutes(http, { database, keys, clock, bus, hosts, mail: mailer !== null });
  const draws = drawRoutes(http, {
    database,
    keys,
    clock,
    bus,
    beacon,
    witnesses,
    mayLead,
    hosts,
    participants,
    sessions,
    limits,
    images,
  });
  logRoutes(http, { database, keys, clock, limits, name: config.witnessName, report });
  const chatGate = createChatGate({ database, audiences, hosts, sessions });
  const chat = { database, clock, bus, images, lines: chatLineLimiter(limits) };
  chatRoutes(http, { ...chat, keys, hosts, limits, gate: chatGate, direct, address: config });
  voteRoutes(http, { database, clock, bus, sessions, limits });
  const prizeStatus = (raffleId: string) => drawPrizeStatus(database, raffleId);
  const systemLines = startSystemLines({ database, clock, bus, prizeStatus, report });
  const director = createDrawDirector({
    database,
    keys,
    clock,
    bus,
    beacon,
    witnesses,
    mayLead,
    report,
    onStep,
  });

  const outgoing = createOutgoing({ database, clock, bus, emailParts, devices, mailer, report, onDelivery });

  const webhooks = composeWebhooks(http, foundation, { ...options, bus, hosts, limits });

  const rooms = createRooms({
    sources: {
      raffle: (raffleId, now) => publicRaffle(database, raffleId, now),
      takenSince: (raffleId, after) => roster.takenSince(raffleId, after, 'full'),
      plan: (raffleId) => drawPlan(database, raffleId),
      result: (raffleId, now) => dueResult(database, raffleId, now),
      prizeStatus,
      checkIn: (raffleId) => checkInOfRaffle(database, raffleId),
      votes: (raffleId) => voteCounts(database.query, raffleId),
      roomProgress: (drawId) => roomProgress(database, drawId),
      continueState: (raffleId, inviteeId, now) =>
        continueState({ database, keys }, raffleId, inviteeId, now),
    },
    chat: { ...chat, gate: chatGate, node: randomUUID(), report },
    audiences,
  });
  const consoles = createConsoleRooms(
    { database, clock, bus, address: config, report },
    limitSnapshots(clock, rooms.handlers),
  );
  const sockets = startSocketServer({
    server: http.server,
    clock,
    publicAddress: config,
    ...socketIdentity({
      database,
      hosts,
      sessionHash: (headers) => sessions.read(headers)?.tokenHash ?? null,
    }),
    addressOf: clientAddresses(config.trustProxy),
    handlers: consoles.handlers,
    headerLines: headerLines(answerHeaders),
    report,
  });
  const stopOperatorPage = composeOperatorPage(http, {
    foundation,
    config,
    bus,
    hosts,
    signUps,
    events,
    sendsMail: mailer !== null,
    proxyWarnings,
    sockets: () => sockets.count(),
  });
  composeMetrics(http, { foundation, config, sockets: () => sockets.count(), rooms: rooms.count });
  bus.subscribe(['host-sessions-ended', 'roles-changed', 'resync'], (message) => {
    const hostId = message.topic === 'resync' ? null : message.hostId;
    sockets.closeEndedHosts(hostId).catch(report);
  });
  const jobs = composeJobs(foundation, { images, mayLead, mailer, publicUrl: config.publicUrl });
  await reopenForVersion2({ database, keys, clock });
  const logSigning = await startLogSigning({
    database,
    keys,
    clock,
    bus,
    dataDir: config.dataDir,
    witnesses,
    report,
  });
  await director.start();
  outgoing.start();
  webhooks.start();
  await images.sweep();
  await startRetention({ database, clock });
  jobs.start();

  return {
    http,
    routes,
    parts: { database, keys, clock, bus },
    async listen() {
      const { port } = new URL(await http.listen({ port: config.port, host: config.host }));
      return `http://localhost:${port || config.port}`;
    },
    operatorLink,
    async leave() {
      if (config.trustProxy.length > 0) await letProxiesNotice(http.server);
    },
    async close() {
      stopListening(http.server);
      await sockets.stop();
      rooms.stop();
      consoles.stop();
      await finishCalls(http);
      await jobs.stop();
      await accounts.settled();
      await outgoing.stop();
      await webhooks.stop();
      mailer?.close();
      await director.stop();
      await systemLines.stop();
      draws.stop();
      await logSigning.stop();
      stopOperatorPage();
      await events.stop();
      await time.stop();
      await bus.close();
      await database.close();
    },
  };
}
