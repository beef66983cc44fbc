/**
 * The live socket at /ws (I3, C10, H4): who may open it, how much it may send, when it is closed.
 * What is said on it belongs to the feature that is handed in.
 *
 * 1. Upgrade: path, page, number of sockets of the address; then the identity from cookies, once and for all.
 * 2. Messages: counted, parsed by the contract, clock questions answered at once, everything else handed on.
 * 3. A socket that joins nothing within 10 s is closed; one that answers no ping is dropped.
 * 4. A host whose sessions may have ended is identified again; gone is gone (4401).
 * 5. Stopping: everyone is told to come back (1012), then the rest is cut.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { clientMessage, type ClientMessage, LIVE_CLOSE } from '@glassdrum/contract';
import type { Clock } from '../clock/clock.ts';
import type { PublicAddress } from '../http/origin.ts';
import {
  type AddressCounts,
  countAddresses,
  type HandshakeRefusal,
  refuseHandshake,
  requestPath,
} from './handshake.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startJoinTimeout } from './join-timeout.ts';
import { LiveSocket, type SocketIdentity } from './live-socket.ts';
import { MESSAGE_LIMIT, QUESTION_LIMIT, withinLimit } from './message-limit.ts';
import { mayOpenSocket } from './origin.ts';

/** H4: a frame's largest payload. */
const MAX_FRAME_BYTES = 16 * 1024;
const JOIN_WITHIN_MS = 10_000;
/** How long a closing handshake may take before the connection is cut. */
const CLOSE_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 2_000;

interface SocketLimits {
  /** Sockets of one address. A whole hall may sit behind one, so this is wide. */
  perAddress: number;
  /** Time between two pings of one socket, ms. */
  heartbeatMs: number;
}

const SOCKET_LIMITS: SocketLimits = { perAddress: 12_000, heartbeatMs: 30_000 };

/** What a feature does with sockets. */
export interface SocketHandlers {
  /** Everything but clock questions. */
  message(socket: LiveSocket, message: Exclude<ClientMessage, { type: 'time' }>): void;
  /** The socket is closed. */
  gone(socket: LiveSocket): void;
}

export interface SocketServer {
  /** Identifies the sockets of one host, or of all hosts, again; those whose session has ended are closed (4401). */
  closeEndedHosts(hostId: string | null): Promise<void>;
  /** Closes every socket with 1012; resolves when all are gone. */
  stop(): Promise<void>;
}

export interface SocketServerParts {
  server: Server;
  clock: Clock;
  publicAddress: PublicAddress;
  /** From cookies or a bearer secret; asked at the handshake, and for hosts again when a session may have ended. */
  identify(request: IncomingMessage): Promise<SocketIdentity>;
  /** The client's address as the configured proxies tell it (H6). */
  addressOf(request: IncomingMessage): string;
  handlers: SocketHandlers;
  /** Gets what went wrong inside; nothing of it reaches the client. */
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
    if (refusal !== null) return refuseHandshake(stream, refusal);
    const address = parts.addressOf(request);
    if (!addresses.take(address)) return refuseHandshake(stream, 429);
    const release = releaser(addresses, address);
    stream.once('close', release);
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
        });
      },
      (error: unknown) => {
        parts.report(error);
        refuseHandshake(stream, 500);
      },
    );
  };

  const open = (socket: LiveSocket): void => {
    sockets.add(socket);
    heartbeat.add(socket);
    socket.on('message', onMessage);
    socket.on('pong', onPong);
    socket.on('close', onClose);
    socket.on('error', ignoreError);
    joinTimeout.add(socket);
  };

  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const socket = this as LiveSocket;
    if (socket.readyState !== WebSocket.OPEN) return;
    const message = isBinary ? null : parseMessage(data);
    const isQuestion = message?.type === 'time' || message?.type === 'resync';
    const times = isQuestion ? (socket.questionTimes ??= []) : (socket.messageTimes ??= []);
    if (!withinLimit(times, clock.now(), isQuestion ? QUESTION_LIMIT : MESSAGE_LIMIT)) {
      socket.close(LIVE_CLOSE.flood, 'Too many messages.');
    } else if (message === null) {
      socket.tell({
        type: 'error',
        data: { code: 'bad_message', message: 'This message was not understood.' },
      });
    } else if (message.type === 'time') {
      socket.tell({ type: 'time', data: { sent: message.data.sent, server: clock.now() } });
    } else handlers.message(socket, message);
  }

  function onClose(this: WebSocket): void {
    const socket = this as LiveSocket;
    sockets.delete(socket);
    heartbeat.remove(socket);
    addresses.release(socket.address);
    handlers.gone(socket);
  }

  server.on('upgrade', upgrade);
  return {
    async closeEndedHosts(hostId) {
      for (const socket of sockets) {
        if (socket.handshake === null || (hostId !== null && socket.identity.hostId !== hostId)) continue;
        const identity = await parts.identify(socket.handshake);
        if (identity.hostId !== socket.identity.hostId) {
          socket.close(LIVE_CLOSE.identityGone, 'This session has ended.');
        }
      }
    },
    async stop() {
      stopping = true;
      heartbeat.stop();
      joinTimeout.stop();
      for (const socket of sockets) socket.close(LIVE_CLOSE.restart, 'The server restarts.');
      const end = Date.now() + STOP_WITHIN_MS;
      while (sockets.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const socket of sockets) socket.terminate();
      server.off('upgrade', upgrade);
    },
  };
}

function parseMessage(data: RawData): ClientMessage | null {
  try {
    const parsed = clientMessage.safeParse(JSON.parse((data as Buffer).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * A function of its own: a listener that is made among the handshake's variables keeps the whole request in memory for as
 * long as the stream lives.
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
