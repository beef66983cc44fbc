/**
 * What raffles do with live sockets (I3, R4, R40, R43): joining a room, snapshots, and leaving. The identity is the
 * handshake's; names and ids in frames are hints that nobody asks.
 */
import type { ContinueRequests, RoomSnapshot } from '@glassdrum/contract';
import { LIVE_CLOSE, LIVE_PROTOCOL } from '@glassdrum/contract';
import { WebSocket } from 'ws';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { textFrame } from '../../live/frame.ts';
import type { LiveSocket, SocketIdentity } from '../../live/live-socket.ts';
import type { SocketHandlers } from '../../live/socket-server.ts';
import { type Audience, openRaffleRoom, type RaffleRoom, type RoomSources } from './raffle-room.ts';
import type { TalkSources } from './talk.ts';

/** A socket's standing in a raffle. */
export interface Standing {
  me: RoomSnapshot['me'];
  isHost: boolean;
  /** Came with the stage's key: nobody's device, but shown to the room by the host. */
  isStage: boolean;
}

export interface RoomsParts {
  sources: RoomSources & {
    /** What waits for the devices of one entry (R41). */
    continueState(raffleId: string, inviteeId: string, now: number): Promise<ContinueRequests>;
  };
  talk: TalkSources;
  /** Null when there is nothing to see: an unknown raffle, a draft, or a wrong stage key. */
  standing(identity: SocketIdentity, raffleId: string, stageKey?: string): Promise<Standing | null>;
  clock: Clock;
  bus: Bus;
  node: string;
  report: (error: unknown) => void;
}

export interface Rooms {
  handlers: SocketHandlers;
  stop(): void;
}

interface Seat {
  raffleId: string;
  audience: Audience;
  inviteeId: string | null;
  /** May say lines and react: an entrant or the host, not a visitor and not the stage. */
  mayTalk: boolean;
  /** With which it came in, for coming in again. */
  stageKey: string | undefined;
}

export function createRooms(parts: RoomsParts): Rooms {
  const { clock, bus, report } = parts;
  const rooms = new Map<string, RaffleRoom>();
  const seats = new Map<LiveSocket, Seat>();

  const roomFor = (raffleId: string): RaffleRoom => {
    const known = rooms.get(raffleId);
    if (known !== undefined) return known;
    const fresh = openRaffleRoom(raffleId, { ...parts, gone: () => closeRoom(raffleId) });
    rooms.set(raffleId, fresh);
    return fresh;
  };

  const closeRoom = (raffleId: string): void => {
    for (const [socket, seat] of seats) {
      if (seat.raffleId === raffleId) socket.close(LIVE_CLOSE.roomGone, 'This raffle is gone.');
    }
  };

  /** @param next the room it goes to: leaving that one to come in again keeps it, and its numbers */
  const leave = (socket: LiveSocket, next?: string): void => {
    const seat = seats.get(socket);
    if (seat === undefined) return;
    seats.delete(socket);
    const raffleRoom = rooms.get(seat.raffleId);
    raffleRoom?.room.leave(socket, seat.audience);
    raffleRoom?.talk.went(socket);
    raffleRoom?.watchersChanged();
    if (seat.raffleId !== next) dropIfEmpty(seat.raffleId);
  };

  /** The last count is told before the room goes; an empty room costs nothing but its timers. */
  const dropIfEmpty = (raffleId: string): void => {
    const raffleRoom = rooms.get(raffleId);
    if (raffleRoom === undefined || raffleRoom.room.size() > 0) return;
    rooms.delete(raffleId);
    raffleRoom.stop();
    bus.publish({ topic: 'watchers', raffleId, node: parts.node, count: 0 });
  };

  const enter = async (socket: LiveSocket, raffleId: string, stageKey?: string): Promise<void> => {
    const standing = await parts.standing(socket.identity, raffleId, stageKey);
    const raffleRoom = roomFor(raffleId);
    const shared = standing === null ? null : await raffleRoom.snapshot();
    if (socket.readyState !== WebSocket.OPEN) return dropIfEmpty(raffleId);
    if (shared === null || standing === null) {
      socket.tell({ type: 'error', data: { code: 'unknown_room', message: 'This raffle does not exist.' } });
      socket.close(LIVE_CLOSE.roomGone, 'There is no such raffle.');
      return dropIfEmpty(raffleId);
    }
    leave(socket, raffleId);
    const current = roomFor(raffleId);
    const { me, isHost, isStage } = standing;
    const audience: Audience = me !== null || isHost || isStage ? 'full' : 'short';
    const snapshot = (): Buffer => {
      const data: RoomSnapshot = {
        protocol: LIVE_PROTOCOL,
        serverTime: clock.now(),
        watchers: current.watchers(),
        me,
        ...shared,
      };
      return textFrame(JSON.stringify({ type: 'snapshot', data }));
    };
    // A snapshot of a room that went meanwhile, or older than the events that are kept, is taken again.
    const isCurrent = current === raffleRoom && current.room.enter(socket, audience, shared.seq, snapshot);
    if (!isCurrent) return enter(socket, raffleId, stageKey);
    const inviteeId = me?.inviteeId ?? null;
    // A withdrawn entry (R45) reads on, like a visitor.
    const entrant = me !== null && me.tickets > 0 ? me.inviteeId : null;
    const person = isHost ? 'host' : entrant;
    seats.set(socket, { raffleId, audience, inviteeId, mayTalk: person !== null, stageKey });
    socket.joined = true;
    current.talk.came(socket, audience, person);
    current.watchersChanged();
  };

  const admit = (socket: LiveSocket, raffleId: string, stageKey?: string): void => {
    enter(socket, raffleId, stageKey).catch((error: unknown) => {
      report(error);
      socket.close(LIVE_CLOSE.restart, 'Please connect again.');
    });
  };

  const socketsOf = (raffleId: string, inviteeId: string): LiveSocket[] =>
    [...seats]
      .filter(([, seat]) => seat.raffleId === raffleId && seat.inviteeId === inviteeId)
      .map(([socket]) => socket);

  /** R41: to the entry's own devices, and to nobody else. */
  const tellContinue = async (raffleId: string, inviteeId: string): Promise<void> => {
    if (socketsOf(raffleId, inviteeId).length === 0) return;
    const state = await parts.sources.continueState(raffleId, inviteeId, clock.now());
    const requests = state.requests.map((one) => ({
      requestId: one.request_id,
      code: one.code,
      expiresAt: one.expires_at,
    }));
    for (const socket of socketsOf(raffleId, inviteeId)) {
      socket.tell({ type: 'continue-requests', data: { requests, codeExpiresAt: state.code_expires_at } });
    }
  };

  const heard = (message: BusMessage): void => {
    if (message.topic === 'host-sessions-ended') return;
    if (message.topic === 'jobs-changed' || message.topic === 'outbox-filled') return;
    if (message.topic === 'resync') {
      for (const raffleRoom of rooms.values()) raffleRoom.heard(message);
      return;
    }
    if (message.topic === 'identity-gone') {
      for (const socket of socketsOf(message.raffleId, message.inviteeId)) {
        socket.close(LIVE_CLOSE.identityGone, 'This session has ended.');
      }
      return;
    }
    if (message.topic === 'continue-changed') {
      tellContinue(message.raffleId, message.inviteeId).catch(report);
      return;
    }
    rooms.get(message.raffleId)?.heard(message);
  };

  const unsubscribe = bus.subscribe(heard);

  return {
    handlers: {
      message(socket, message) {
        if (message.type === 'join-room') return admit(socket, message.data.raffleId, message.data.stageKey);
        const seat = seats.get(socket);
        if (seat === undefined) {
          socket.tell({ type: 'error', data: { code: 'not_joined', message: 'Please join a room first.' } });
          return;
        }
        const talk = rooms.get(seat.raffleId)?.talk;
        switch (message.type) {
          case 'resync':
            return admit(socket, seat.raffleId, seat.stageKey);
          case 'chat-message':
            return talk?.say(socket, message.data, seat.mayTalk);
          case 'reaction':
            if (seat.mayTalk) talk?.react(message.data.kind);
            return;
          case 'join-console':
        }
      },
      gone: (socket) => leave(socket),
    },
    stop() {
      unsubscribe();
      for (const raffleRoom of rooms.values()) raffleRoom.stop();
    },
  };
}
