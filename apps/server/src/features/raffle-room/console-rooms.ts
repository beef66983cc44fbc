/**
 * A host's own live channel: whatever changes about a raffle of one of the host's workspaces reaches all of that host's windows.
 * The identity is the handshake's (I3); a host gets events of raffles of own workspaces only (C7), as the role there sees them (R81).
 *
 * 1. Windows of one host under one address share a room; its first message says from which number on events follow. Roles are read
 *    when a window enters: sockets that were opened with other roles than now are closed (C13).
 * 2. The bus says that a raffle changed; the truth is read then, at most twice a second for each raffle, however many
 *    people join meanwhile. Raffles of hosts who have no window open here are not read twice.
 * 3. That a winner was passed over (R14) changes nothing of the raffle itself: windows are only told to fetch its winners again.
 * 4. A socket is a window of the console or a raffle's watcher, never both: its first message decides.
 */
import type { ConsoleEvent, ConsoleJoined } from '@glassdrum/contract';
import { LIVE_CLOSE, LIVE_PROTOCOL } from '@glassdrum/contract';
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { WebSocket } from 'ws';
import type { Bus } from '../../platform/bus/bus.ts';
import { coalesce, type Coalesced } from '../../platform/clock/coalesce.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PublicAddress } from '../../platform/http/origin.ts';
import { textFrame } from '../../platform/live/frame.ts';
import type { LiveSocket, SocketHandlers } from '../../platform/live/live-socket.ts';
import { createRoom, type Room } from '../../platform/live/room.ts';
import { hostRaffle, raffleIdsIn } from '../raffles/queries.ts';
import { membershipsOf } from '../workspaces/queries.ts';

export interface ConsoleRoomsParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  address: PublicAddress;
  report: (error: unknown) => void;
}

export interface ConsoleRooms {
  handlers: SocketHandlers;
  stop(): void;
}

/** Time between two events of one raffle. */
const INTERVAL_MS = 500;

/** What changes something that the console shows of a raffle. */
const CHANGES = [
  'raffle-changed',
  'entries-changed',
  'check-ins-changed',
  'waiting-changed',
  'resync',
] as const;

interface ConsoleRoom {
  hostId: string;
  /** By workspace. */
  roles: ReadonlyMap<string, WorkspaceRole>;
  publicUrl: string;
  room: Room<LiveSocket, 'host'>;
  /** What its windows show. */
  raffleIds: Set<string>;
}

/** @param watchers what every other socket does */
export function createConsoleRooms(parts: ConsoleRoomsParts, watchers: SocketHandlers): ConsoleRooms {
  const { database, clock, bus, report } = parts;
  const rooms = new Map<string, ConsoleRoom>();
  const seats = new Map<LiveSocket, ConsoleRoom>();
  const kinds = new WeakMap<LiveSocket, 'console' | 'watcher'>();
  const broadcasts = new Map<string, Coalesced>();
  /** Workspace ids of the raffles that were read; null for none. */
  const owners = new Map<string, string | null>();

  const broadcastRaffle = async (raffleId: string): Promise<void> => {
    const found = await hostRaffle(database, raffleId, clock.now());
    if (found !== null) owners.set(raffleId, found.workspaceId);
    for (const one of rooms.values()) {
      const role = one.roles.get(found?.workspaceId ?? '');
      if (found !== null && role !== undefined) {
        one.raffleIds.add(raffleId);
        const raffle = found.present({ role, publicUrl: one.publicUrl });
        publish(one, { type: 'console:raffle', data: { raffle } });
      } else if (one.raffleIds.delete(raffleId)) {
        publish(one, { type: 'console:raffle-gone', data: { raffleId } });
      }
    }
  };

  const publish = ({ room }: ConsoleRoom, event: ConsoleEvent): void => {
    room.publish(event);
  };

  const onRaffleChanged = (raffleId: string): void => {
    const owner = owners.get(raffleId);
    const hasWindow = owner === undefined || [...rooms.values()].some(({ roles }) => roles.has(owner ?? ''));
    if (!hasWindow) return;
    let broadcast = broadcasts.get(raffleId);
    if (broadcast === undefined) {
      broadcast = coalesce(clock, INTERVAL_MS, () => broadcastRaffle(raffleId), report);
      broadcasts.set(raffleId, broadcast);
    }
    broadcast.trigger();
  };

  const enter = async (socket: LiveSocket, hostId: string): Promise<void> => {
    const memberships = await membershipsOf(database.query, hostId);
    const roles = new Map(memberships.map(({ workspaceId, role }) => [workspaceId, role]));
    const raffles = await raffleIdsIn(database, [...roles.keys()]);
    if (socket.readyState !== WebSocket.OPEN) return;
    leave(socket);
    const one = roomFor(hostId, publicUrlOf(socket, parts.address));
    one.roles = roles;
    for (const { id, workspaceId } of raffles) {
      one.raffleIds.add(id);
      owners.set(id, workspaceId);
    }
    const seq = one.room.seq();
    const first = (): Buffer => {
      const data = { protocol: LIVE_PROTOCOL, seq, serverTime: clock.now() } as const;
      return textFrame(JSON.stringify({ type: 'console:joined', data } satisfies ConsoleJoined));
    };
    one.room.enter(socket, 'host', seq, first);
    seats.set(socket, one);
    socket.joined = true;
  };

  const roomFor = (hostId: string, publicUrl: string): ConsoleRoom => {
    const key = `${hostId} ${publicUrl}`;
    const known = rooms.get(key);
    if (known !== undefined) return known;
    const fresh: ConsoleRoom = {
      hostId,
      roles: new Map(),
      publicUrl,
      room: createRoom(['host']),
      raffleIds: new Set(),
    };
    rooms.set(key, fresh);
    return fresh;
  };

  const leave = (socket: LiveSocket): void => {
    const one = seats.get(socket);
    if (one === undefined) return;
    seats.delete(socket);
    one.room.leave(socket, 'host');
    if (one.room.size() > 0) return;
    rooms.delete(`${one.hostId} ${one.publicUrl}`);
    if (rooms.size === 0) stopAll();
  };

  const stopAll = (): void => {
    for (const broadcast of broadcasts.values()) broadcast.stop();
    broadcasts.clear();
    owners.clear();
  };

  const join = (socket: LiveSocket): void => {
    const { hostId } = socket.identity;
    if (hostId === null) {
      socket.sendMessage({ type: 'error', data: { code: 'not_signed_in', message: 'Please sign in.' } });
      return;
    }
    enter(socket, hostId).catch((error: unknown) => {
      report(error);
      socket.close(LIVE_CLOSE.restart, 'Please connect again.');
    });
  };

  /** False, after an error message, when this socket is the other kind already. */
  const isKind = (socket: LiveSocket, kind: 'console' | 'watcher'): boolean => {
    const known = kinds.get(socket);
    if (known === undefined) kinds.set(socket, kind);
    if (known === undefined || known === kind) return true;
    const message = 'This connection has joined something else. Please open another one.';
    socket.sendMessage({ type: 'error', data: { code: 'bad_message', message } });
    return false;
  };

  const onWinnersChanged = (raffleId: string): void => {
    for (const one of rooms.values()) {
      if (one.raffleIds.has(raffleId)) {
        publish(one, { type: 'console:winners-changed', data: { raffleId } });
      }
    }
  };

  const subscriptions = [
    bus.subscribe(CHANGES, (message) => {
      if (rooms.size === 0) return;
      if (message.topic !== 'resync') return onRaffleChanged(message.raffleId);
      for (const { raffleIds } of rooms.values()) {
        raffleIds.forEach(onRaffleChanged);
        // A pass-over may have been among the messages that were lost.
        raffleIds.forEach(onWinnersChanged);
      }
    }),
    bus.subscribe(['draw-advanced'], ({ raffleId, step }) => {
      if (step === 'advance' || step === 'claims') onWinnersChanged(raffleId);
    }),
    // Somebody was erased (H16), maybe a winner.
    bus.subscribe(['identity-gone'], ({ raffleId }) => onWinnersChanged(raffleId)),
  ];

  return {
    handlers: {
      onMessage(socket, message) {
        if (message.type === 'join-console') {
          if (isKind(socket, 'console')) join(socket);
        } else if (message.type === 'resync' && kinds.get(socket) === 'console') join(socket);
        else if (message.type !== 'join-room' || isKind(socket, 'watcher'))
          watchers.onMessage(socket, message);
      },
      onClose(socket) {
        if (kinds.get(socket) === 'console') leave(socket);
        else watchers.onClose(socket);
      },
    },
    stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      stopAll();
    },
  };
}

/** As for calls: the configured address, or, while none is configured, the page's own. */
function publicUrlOf(socket: LiveSocket, address: PublicAddress): string {
  const { origin, host } = socket.handshake?.headers ?? {};
  if (address.publicUrlIsSet || host === undefined) return address.publicUrl;
  return origin ?? `http://${host}`;
}
