/**
 * The live socket at /ws (I3, C10, H4): who may open it, how much it may send, when it is closed.
 * Its messages belong to the feature that is passed in.
 *
 * 1. Upgrade: path, page, number of sockets of the address; then the identity from cookies, once and for all.
 * 2. Messages: counted, parsed by the contract, clock requests answered at once, everything else passed on.
 * 3. A socket that joins nothing within 10 s is closed; one that answers no ping is dropped.
 * 4. A host's socket ends with the session (C13). When that may have happened, by time or by a message, nothing is accepted
 *    or sent until the session was checked again; one that has ended closes the socket (4401).
 * 5. Stopping: every socket is closed with 1012, which makes clients reconnect: a few after the other, so that they don't all
 *    arrive at the next node in one moment. Until then each gets what its room says. The rest is cut.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { clientMessage, type ClientMessage, containsNul, LIVE_CLOSE } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Clock } from '../clock/clock.ts';
import type { PublicAddress } from '../http/origin.ts';
import {
  type AddressCounts,
  countAddresses,
  type HandshakeRefusal,
  mayOpenSocket,
  refuseHandshake,
  requestPath,
} from './handshake.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startJoinTimeout } from './join-timeout.ts';
import { MESSAGE_LIMIT, REQUEST_LIMIT, withinLimit } from './limits.ts';
import { LiveSocket, type SocketHandlers, type SocketIdentity } from './live-socket.ts';

/** H4: a frame's largest payload. */
const MAX_FRAME_BYTES = LIMITS.socketFrameBytes.max;
const JOIN_WITHIN_MS = 10_000;
/** How long a closing handshake may take before the connection is cut. */
const CLOSE_WITHIN_MS = 5_000;
/** Stopping: sockets that are closed in a millisecond, as long as that is soon enough for all. */
const CLOSED_PER_MS = 3;
const LONGEST_SPREAD_MS = 3_000;
const STOP_STEP_MS = 20;
/** How long the last ones have to answer. */
const STOP_WITHIN_MS = 1_500;

interface SocketLimits {
  /** Sockets of one address. A whole hall may sit behind one, so this is wide. */
  perAddress: number;
  /** Time between two pings of one socket, ms. */
  heartbeatMs: number;
}

const SOCKET_LIMITS: SocketLimits = { perAddress: 12_000, heartbeatMs: 30_000 };

export interface SocketServer {
  /**
   * Checks the sessions and roles of one host, or of all hosts, again. Sockets whose session has ended are closed (4401), and those
   * that were opened with other roles (1012).
   */
  closeEndedHosts(hostId: string | null): Promise<void>;
  /** Sockets that are open now. */
  count(): number;
  /** Closes every socket with 1012; resolves when all are closed. */
  stop(): Promise<void>;
}

export interface SocketServerParts {
  server: Server;
  clock: Clock;
  publicAddress: PublicAddress;
  /** From cookies or a bearer secret; called at the handshake. */
  identify(request: IncomingMessage): Promise<SocketIdentity>;
  /** The host's session of that handshake as it is now; null once it has ended. Doesn't prolong it. */
  hostSession(
    request: IncomingMessage,
  ): Promise<(Pick<SocketIdentity, 'hostId' | 'access'> & { endsAt: number }) | null>;
  /** The client's address according to the configured proxies (H6). */
  addressOf(request: IncomingMessage): string;
  handlers: SocketHandlers;
  /** Security headers of refused handshakes, each with its line break. */
  headerLines: string;
  /** Gets internal errors, which never reach the client. */
  report(error: unknown): void;
  limits?: SocketLimits;
}

export function startSocketServer(parts: SocketServerParts): SocketServer {
  const { server, clock, handlers, limits = SOCKET_LIMITS } = parts;
  const sockets = new Set<LiveSocket>();
  const addresses = countAddresses(limits.perAddress);
  const heartbeat = startHeartbeat(limits.heartbeatMs);
  const joinTimeout = startJoinTimeout(clock, JOIN_WITHIN_MS, (socket) => {
    socket.close(LIVE_CLOSE.joinTimeout, 'Nothing joined in time.');
  });
  /** Cancels the check at the session's end, for hosts only. */
  const ends = new Map<LiveSocket, () => void>();
  /** How often sessions of hosts were ended. */
  let endings = 0;
  let stopping = false;

  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    closeTimeout: CLOSE_WITHIN_MS,
    WebSocket: LiveSocket,
  };
  const webSockets = new WebSocketServer<typeof LiveSocket>(options);

  const refusalFor = (request: IncomingMessage): HandshakeRefusal | null => {
    if (requestPath(request) !== '/ws') return 404;
    if (stopping) return 503;
    return mayOpenSocket(request.headers, parts.publicAddress) ? null : 403;
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', destroyStream);
    const refusal = refusalFor(request);
    if (refusal !== null) return refuseHandshake(stream, refusal, parts.headerLines);
    const address = parts.addressOf(request);
    if (!addresses.take(address)) return refuseHandshake(stream, 429, parts.headerLines);
    const release = releaser(addresses, address);
    stream.once('close', release);
    const endingsBefore = endings;
    parts.identify(request).then(
      (identity) => {
        if (stream.destroyed) return;
        webSockets.handleUpgrade(request, stream, head, (socket) => {
          stream.off('close', release);
          socket.stream = stream;
          socket.address = address;
          socket.identity = identity;
          if (identity.hostId !== null) socket.handshake = request;
          open(socket);
          if (endings !== endingsBefore) void checkSession(socket);
        });
      },
      (error: unknown) => {
        parts.report(error);
        refuseHandshake(stream, 500, parts.headerLines);
      },
    );
  };

  const open = (socket: LiveSocket): void => {
    const { identity } = socket;
    sockets.add(socket);
    heartbeat.add(socket);
    socket.on('message', onMessage);
    socket.on('pong', onPong);
    socket.on('close', onClose);
    socket.on('error', ignoreError);
    joinTimeout.add(socket);
    if (identity.endsAt !== null) endWith(socket, identity.endsAt);
  };

  const endWith = (socket: LiveSocket, endsAt: number): void => {
    ends.get(socket)?.();
    ends.set(
      socket,
      clock.at(endsAt, () => void checkSession(socket)),
    );
  };

  const checkSession = (socket: LiveSocket): Promise<void> => {
    if (socket.handshake === null) return Promise.resolve();
    socket.hold();
    const before = socket.checks ?? Promise.resolve();
    const check = before
      .then(() => closeIfEnded(socket))
      .finally(() => {
        if (socket.checks !== check) return;
        socket.checks = null;
        socket.release();
      });
    socket.checks = check;
    return check;
  };

  const closeIfEnded = async (socket: LiveSocket): Promise<void> => {
    if (socket.handshake === null || socket.readyState !== WebSocket.OPEN) return;
    try {
      const session = await parts.hostSession(socket.handshake);
      if (session === null || session.hostId !== socket.identity.hostId) {
        socket.close(LIVE_CLOSE.identityGone, 'This session has ended.');
      } else if (session.access !== socket.identity.access) {
        socket.close(LIVE_CLOSE.restart, 'Your role has changed. Please connect again.');
      } else endWith(socket, session.endsAt);
    } catch (error) {
      parts.report(error);
      socket.close(LIVE_CLOSE.restart, 'Please connect again.');
    }
  };

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const socket = this as LiveSocket;
    if (socket.checks === null) receive(socket, data, isBinary);
    else void socket.checks.then(() => receive(socket, data, isBinary));
  }

  function receive(socket: LiveSocket, data: RawData, isBinary: boolean): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const message = isBinary ? null : parseMessage(data);
    const isRequest = message?.type === 'time' || message?.type === 'resync';
    if (!isCounted(socket, isRequest)) {
      socket.close(LIVE_CLOSE.flood, 'Too many messages.');
    } else if (message === null) {
      socket.sendMessage({
        type: 'error',
        data: { code: 'bad_message', message: 'This message was not understood.' },
      });
    } else if (message.type === 'time') {
      socket.sendMessage({ type: 'time', data: { sent: message.data.sent, server: clock.now() } });
    } else handlers.onMessage(socket, message);
  }

  /** False when it is one message too many. */
  function isCounted(socket: LiveSocket, isRequest: boolean): boolean {
    const field = isRequest ? 'requestTimes' : 'messageTimes';
    const times = withinLimit(socket[field], clock.now(), isRequest ? REQUEST_LIMIT : MESSAGE_LIMIT);
    if (times === null) return false;
    socket[field] = times;
    return true;
  }

  function onClose(this: WebSocket): void {
    const socket = this as LiveSocket;
    sockets.delete(socket);
    ends.get(socket)?.();
    ends.delete(socket);
    heartbeat.remove(socket);
    addresses.release(socket.address);
    handlers.onClose(socket);
  }

  server.on('upgrade', upgrade);
  return {
    async closeEndedHosts(hostId) {
      endings += 1;
      const theirs = [...sockets].filter(({ identity }) => hostId === null || identity.hostId === hostId);
      await Promise.all(theirs.map(checkSession));
    },
    count: () => sockets.size,
    async stop() {
      stopping = true;
      heartbeat.stop();
      joinTimeout.stop();
      await closeAll(sockets);
      for (const socket of sockets) socket.terminate();
      server.off('upgrade', upgrade);
    },
  };
}

/** Also those that were just being opened. Resolves when all have answered, or have had their time. */
async function closeAll(sockets: ReadonlySet<LiveSocket>): Promise<void> {
  const perStep = STOP_STEP_MS * Math.max(CLOSED_PER_MS, sockets.size / LONGEST_SPREAD_MS);
  const end = performance.now() + LONGEST_SPREAD_MS + STOP_WITHIN_MS;
  let lastClosed = performance.now();
  while (sockets.size > 0 && performance.now() < end) {
    const open = [...sockets].filter(({ readyState }) => readyState === WebSocket.OPEN);
    for (const socket of open.slice(0, perStep)) socket.close(LIVE_CLOSE.restart, 'The server restarts.');
    if (open.length > 0) lastClosed = performance.now();
    else if (performance.now() - lastClosed > STOP_WITHIN_MS) return;
    await new Promise((resolve) => setTimeout(resolve, STOP_STEP_MS));
  }
}

function parseMessage(data: RawData): ClientMessage | null {
  try {
    const message: unknown = JSON.parse((data as Buffer).toString('utf8'));
    if (containsNul(message)) return null;
    const parsed = clientMessage.safeParse(message);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * A separate function: a listener created among the handshake's variables would hold the whole request in memory for as long
 * as the stream lives.
 */
function releaser(addresses: AddressCounts, address: string): () => void {
  return () => addresses.release(address);
}

function destroyStream(this: Duplex): void {
  this.destroy();
}

function onPong(this: WebSocket): void {
  (this as LiveSocket).alive = true;
}

/** A protocol error is followed by a close with its code (1009 for a big frame); there is nothing to add. */
function ignoreError(): void {}
