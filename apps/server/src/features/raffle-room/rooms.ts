/**
 * What raffles do with live sockets (I3, R4, R40, R43, C12): joining a room, snapshots, and leaving. The identity is the
 * handshake's; names and ids in frames are ignored. What a socket may see is decided by the audience gate at every join,
 * and again whenever that may have changed: an entry that ends closes its sockets, also those that are just joining.
 */
import type { ContinueRequests, RoomSnapshot } from '@glassdrum/contract';
import { LIVE_CLOSE } from '@glassdrum/contract';
import { maySee, type RaffleAudience } from '@glassdrum/raffle-rules';
import { WebSocket } from 'ws';
import type { LiveSocket, SocketHandlers } from '../../platform/live/live-socket.ts';
import { CHAT_TOPICS } from '../bus-messages.ts';
import type { LiveChatParts, Wording } from '../chat/live/live-chat.ts';
import type { ChatPerson } from '../chat/queries.ts';
import type { AudienceGate, AudienceMember } from '../entries/audience-gate.ts';
import { openRaffleRoom, type RaffleRoom, ROOM_TOPICS, type RoomSources } from './raffle-room.ts';
import { snapshotFrame } from './shared-snapshot.ts';

export interface RoomsParts {
  sources: RoomSources & {
    /** What waits for the devices of one entry (R41). */
    continueState(raffleId: string, inviteeId: string, now: number): Promise<ContinueRequests>;
  };
  chat: LiveChatParts;
  audiences: Pick<AudienceGate, 'ofIdentity'>;
}

export interface Rooms {
  handlers: SocketHandlers;
  /** Raffles that somebody watches through this node. */
  count(): number;
  stop(): void;
}

interface Seat {
  raffleId: string;
  wording: Wording;
  audience: RaffleAudience;
  /** Of the session's own entry, also a withdrawn one. */
  inviteeId: string | null;
  /** May send lines and react: an entrant or the host, not a visitor and not the stage. */
  mayTalk: boolean;
  /** With which it joined, for joining again. */
  stageKey: string | undefined;
}

export function createRooms(parts: RoomsParts): Rooms {
  const { sources, chat, audiences } = parts;
  const { clock, bus, report } = chat;
  const rooms = new Map<string, RaffleRoom>();
  const seats = new Map<LiveSocket, Seat>();
  /** Sockets that are joining; one whose access may have changed meanwhile is checked again. */
  const joining = new Set<{ raffleId: string; outdated: boolean }>();

  const roomFor = (raffleId: string): RaffleRoom => {
    const known = rooms.get(raffleId);
    if (known !== undefined) return known;
    const fresh = openRaffleRoom(raffleId, { sources, chat, onDeleted: () => closeRoom(raffleId) });
    rooms.set(raffleId, fresh);
    return fresh;
  };

  const closeRoom = (raffleId: string): void => {
    for (const [socket, seat] of seats) {
      if (seat.raffleId === raffleId) socket.close(LIVE_CLOSE.roomGone, 'This raffle is gone.');
    }
  };

  /** @param next the room that it joins; when it is the same one, the room stays, with its event numbers */
  const leave = (socket: LiveSocket, next?: string): void => {
    const seat = seats.get(socket);
    if (seat === undefined) return;
    seats.delete(socket);
    const raffleRoom = rooms.get(seat.raffleId);
    raffleRoom?.room.leave(socket, seat.wording);
    raffleRoom?.chat.onLeave(socket);
    if (seat.raffleId !== next) dropIfEmpty(seat.raffleId);
  };

  const dropIfEmpty = (raffleId: string): void => {
    const raffleRoom = rooms.get(raffleId);
    if (raffleRoom === undefined || raffleRoom.room.size() > 0) return;
    rooms.delete(raffleId);
    raffleRoom.stop();
  };

  const enter = async (socket: LiveSocket, raffleId: string, stageKey?: string): Promise<void> => {
    const arrival = { raffleId, outdated: false };
    joining.add(arrival);
    const raffleRoom = roomFor(raffleId);
    const [member, shared] = await read(socket, raffleRoom, raffleId, stageKey).finally(() =>
      joining.delete(arrival),
    );
    if (socket.readyState !== WebSocket.OPEN) return dropIfEmpty(raffleId);
    if (arrival.outdated) return enter(socket, raffleId, stageKey);
    if (shared === null || member === null) {
      socket.sendMessage({
        type: 'error',
        data: { code: 'unknown_room', message: 'This raffle does not exist.' },
      });
      socket.close(LIVE_CLOSE.roomGone, 'There is no such raffle.');
      return dropIfEmpty(raffleId);
    }
    leave(socket, raffleId);
    const current = roomFor(raffleId);
    const me = ownEntryOf(member);
    const wording: Wording = maySee(member.audience, 'entrant_ids') ? 'full' : 'short';
    const person = personOf(member);
    let isGreeted = false;
    // One write: when thousands join at once, writing is most of the work.
    const first = (): Buffer => {
      const greeting = current.chat.greeting(wording, person);
      isGreeted = greeting !== null;
      const own = { serverTime: clock.now(), watchers: current.chat.watchers(), me };
      const snapshot = snapshotFrame(own, shared);
      return greeting === null ? snapshot : Buffer.concat([snapshot, greeting]);
    };
    // A snapshot of a room that ended meanwhile, or older than the stored events, is taken again.
    const isCurrent = current === raffleRoom && current.room.enter(socket, wording, shared.seq, first);
    if (!isCurrent) return enter(socket, raffleId, stageKey);
    const inviteeId = me?.inviteeId ?? null;
    const { audience } = member;
    seats.set(socket, {
      raffleId,
      wording,
      audience,
      inviteeId,
      mayTalk: maySee(audience, 'talk'),
      stageKey,
    });
    socket.joined = true;
    current.chat.onJoin(socket, { wording, person, isGreeted });
  };

  const read = async (socket: LiveSocket, raffleRoom: RaffleRoom, raffleId: string, stageKey?: string) => {
    const member = await audiences.ofIdentity(socket.identity, raffleId, stageKey);
    return [member, member === null ? null : await raffleRoom.snapshot()] as const;
  };

  /** Sockets whose identity or access has changed join again. */
  const checkSeats = async (): Promise<void> => {
    const checks = Array.from(seats, async ([socket, seat]) => {
      const { raffleId, stageKey, audience, inviteeId } = seat;
      const member = await audiences.ofIdentity(socket.identity, raffleId, stageKey);
      const same = member?.audience === audience && (ownEntryOf(member)?.inviteeId ?? null) === inviteeId;
      if (!same && seats.get(socket) === seat) admit(socket, raffleId, stageKey);
    });
    await Promise.all(checks);
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
  const sendContinueRequests = async (raffleId: string, inviteeId: string): Promise<void> => {
    if (socketsOf(raffleId, inviteeId).length === 0) return;
    const state = await sources.continueState(raffleId, inviteeId, clock.now());
    const requests = state.requests.map((one) => ({
      requestId: one.request_id,
      code: one.code,
      expiresAt: one.expires_at,
    }));
    for (const socket of socketsOf(raffleId, inviteeId)) {
      socket.sendMessage({
        type: 'continue-requests',
        data: { requests, codeExpiresAt: state.code_expires_at },
      });
    }
  };

  /** Who is joining a raffle now is checked again. */
  const recheckJoining = (raffleId: string): void => {
    for (const arrival of joining) if (arrival.raffleId === raffleId) arrival.outdated = true;
  };

  const subscriptions = [
    bus.subscribe(ROOM_TOPICS, (message) => rooms.get(message.raffleId)?.onBusMessage(message)),
    bus.subscribe(CHAT_TOPICS, (message) => rooms.get(message.raffleId)?.chat.onBusMessage(message)),
    bus.subscribe(['resync'], () => {
      for (const raffleRoom of rooms.values()) raffleRoom.resync();
      checkSeats().catch(report);
    }),
    bus.subscribe(['own-entry-changed'], ({ raffleId, inviteeId }) => {
      for (const socket of socketsOf(raffleId, inviteeId)) {
        socket.sendMessage({ type: 'own-entry-changed', data: {} });
      }
    }),
    bus.subscribe(['identity-gone'], ({ raffleId, inviteeId }) => {
      recheckJoining(raffleId);
      for (const socket of socketsOf(raffleId, inviteeId)) {
        socket.close(LIVE_CLOSE.identityGone, 'This session has ended.');
      }
    }),
    bus.subscribe(['stage-link-ended'], ({ raffleId }) => {
      recheckJoining(raffleId);
      for (const [socket, seat] of seats) {
        if (seat.raffleId === raffleId && seat.stageKey !== undefined) admit(socket, raffleId, seat.stageKey);
      }
    }),
    bus.subscribe(['continue-changed'], ({ raffleId, inviteeId }) => {
      sendContinueRequests(raffleId, inviteeId).catch(report);
    }),
  ];

  return {
    handlers: {
      onMessage(socket, message) {
        if (message.type === 'join-room') return admit(socket, message.data.raffleId, message.data.stageKey);
        const seat = seats.get(socket);
        if (seat === undefined) {
          socket.sendMessage({
            type: 'error',
            data: { code: 'not_joined', message: 'Please join a room first.' },
          });
          return;
        }
        switch (message.type) {
          case 'resync':
            return admit(socket, seat.raffleId, seat.stageKey);
          case 'chat-message':
          case 'reaction':
            return rooms.get(seat.raffleId)?.chat.onClientMessage(socket, message, seat.mayTalk);
          case 'join-console':
        }
      },
      onClose: (socket) => leave(socket),
    },
    count: () => rooms.size,
    stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const raffleRoom of rooms.values()) raffleRoom.stop();
    },
  };
}

function ownEntryOf({ audience, participant }: AudienceMember): RoomSnapshot['me'] {
  if (participant === null || !maySee(audience, 'own_entry')) return null;
  const { inviteeId, entryNumber, displayName, tickets } = participant.entry;
  return { inviteeId, entryNumber, displayName, tickets };
}

function personOf({ audience, participant }: AudienceMember): ChatPerson {
  if (audience === 'host') return 'host';
  return audience === 'entrant' ? (participant?.entry.inviteeId ?? null) : null;
}
