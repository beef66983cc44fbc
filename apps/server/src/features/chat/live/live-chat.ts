/**
 * The chat in a raffle's live room on this node (C1, C2, H4, H5): lines, who is there, reactions.
 *
 * 1. Who sends is the handshake's identity, checked again for every line; names and ids in frames are ignored.
 * 2. The bus says that something changed; the truth is read then, and sent to those who may see it. Visitors get entrants'
 *    names shortened and no ids (R43). A direct line goes to its two people's sockets and is no event of the room.
 * 3. Bursts are combined: counts are sent at most once a second, less often in large rooms, names only when the list changed.
 */
import { randomBytes } from 'node:crypto';
import type { ChatFrame, ClientMessage, OnlineUser, RoomEvent } from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { BusMessage } from '../../../platform/bus/bus.ts';
import { REPORT_EVERY_MS } from '../../../platform/bus/node-reports.ts';
import { coalesce } from '../../../platform/clock/coalesce.ts';
import { toRefusal } from '../../../platform/http/errors.ts';
import type { LiveSocket } from '../../../platform/live/live-socket.ts';
import type { Room } from '../../../platform/live/room.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { ChatTopic } from '../../bus-messages.ts';
import type { ChatGate } from '../chat-gate.ts';
import { type ChatParts, sendLine } from '../commands.ts';
import { presentHistoryLine, presentLine } from '../present.ts';
import {
  chatHistory,
  chatLineRow,
  type ChatPerson,
  chatRulesOf,
  namesIn,
  peopleOfDirectLines,
} from '../queries.ts';
import { createEntrySockets } from './entry-sockets.ts';
import { createGreetings, type Wording } from './greetings.ts';
import { createPresence, MAX_ONLINE } from './presence.ts';
import { createReactions } from './reactions.ts';

export type { Wording };
export type LiveRoom = Room<LiveSocket, Wording>;

export interface LiveChatParts extends ChatParts {
  gate: ChatGate;
  /** This node's name on the bus. */
  node: string;
  report: (error: unknown) => void;
}

export interface LiveChat {
  /**
   * What somebody is told who joins now, as frames: who they are here, the rules, the last lines and who is there. Null while some of
   * it is being read, and for people with a history of their own.
   */
  greeting(wording: Wording, person: ChatPerson): Buffer | null;
  /**
   * A socket joined the room and has its snapshot.
   * @param isGreeted in the same turn of the event loop; otherwise it is greeted as soon as that is possible
   */
  onJoin(socket: LiveSocket, seat: { wording: Wording; person: ChatPerson; isGreeted: boolean }): void;
  onLeave(socket: LiveSocket): void;
  /** @param mayTalk false for visitors, whose lines are refused */
  onClientMessage(
    socket: LiveSocket,
    message: Extract<ClientMessage, { type: 'chat-message' | 'reaction' }>,
    mayTalk: boolean,
  ): void;
  onBusMessage(message: BusMessage<ChatTopic>): void;
  /** Messages of the bus may have been lost: sends everything again. */
  resync(): void;
  /** Persons on all nodes, not windows (H5), and visitors. */
  watchers(): number;
  stop(): void;
}

/** How many lines somebody gets who joins; older ones are read over HTTP. */
const RECENT_LINES = 50;
const PRESENCE_INTERVAL_MS = 1000;
/** How many of this node's watchers may be told in a second who is there: a large hall, where somebody always comes or goes, is told less often. */
const PRESENCE_WRITES_A_SECOND = 2000;
const RULES_INTERVAL_MS = 500;
const MAX_CACHED_NAMES = 1000;

export function openLiveChat(raffleId: string, room: LiveRoom, parts: LiveChatParts): LiveChat {
  const { database, clock, bus, node, report } = parts;
  const presence = createPresence(clock);
  const entrySockets = createEntrySockets({ raffleId, clock, bus, node, report });
  const reactions = createReactions({
    raffleId,
    clock,
    bus,
    node,
    report,
    show: (counts) => publish({ type: 'reactions', data: { counts } }),
  });
  const greetings = createGreetings({
    async lines(person, wording) {
      const { rows } = await chatHistory(database, raffleId, person, { limit: RECENT_LINES });
      return rows.map((row) => presentHistoryLine(row, wording === 'full'));
    },
    peopleOfDirectLines: () => peopleOfDirectLines(database, raffleId),
    async rules() {
      const { mode, slow_seconds } = await chatRulesOf(database.query, raffleId);
      return { mode, slow_seconds };
    },
  });
  /** Who was shown last, in full. */
  let online = '';
  let lastReport = '';
  const names = new Map<string, string>();

  const publish = (event: RoomEvent): void => void room.publish(event);

  /** Where it could not be in the same write as the snapshot. */
  const greet = async (socket: LiveSocket, wording: Wording, person: ChatPerson): Promise<void> => {
    const frames = await greetings.read(wording, person);
    // It may have joined another room meanwhile.
    if (presence.personOf(socket) === person) socket.write(frames);
  };

  /** Ids travel between nodes, names are read. */
  const broadcastPresence = coalesce(
    clock,
    () => Math.max(PRESENCE_INTERVAL_MS, (1000 * room.size()) / PRESENCE_WRITES_A_SECOND),
    async () => {
      if (JSON.stringify(presence.onThisNode()) !== lastReport) reportPresence();
      const { count, inviteeIds, host } = presence.onAllNodes();
      const unknown = inviteeIds.filter((id) => !names.has(id));
      if (unknown.length > 0 || (host && !names.has('host'))) {
        for (const [id, name] of await namesIn(database, raffleId, unknown)) names.set(id, name);
      }
      const full = presentOnline(host ? ['host', ...inviteeIds] : inviteeIds, names);
      // Both in one turn of the event loop, so that they are one write.
      publish({ type: 'room-info', data: { watchers: count } });
      const shown = JSON.stringify(full);
      if (shown === online) return;
      online = shown;
      const short = full.map(shortened);
      greetings.onlineChanged({ full, short });
      const event = (users: OnlineUser[]) => ({ type: 'online-users', data: { users } }) satisfies RoomEvent;
      room.publishEach({ full: event(full), short: event(short) });
      // There may be thousands over an evening.
      if (names.size > MAX_CACHED_NAMES) names.clear();
    },
    report,
  );

  const reportPresence = (): void => {
    const present = presence.onThisNode();
    lastReport = JSON.stringify(present);
    bus.publish({ topic: 'presence', raffleId, node, ...present });
  };

  let cancelRepeat = (): void => {};
  const repeatReports = (): void => {
    cancelRepeat = clock.after(REPORT_EVERY_MS, () => {
      reportPresence();
      entrySockets.repeatReports();
      repeatReports();
    });
  };
  repeatReports();

  const broadcastRules = coalesce(
    clock,
    RULES_INTERVAL_MS,
    async () => publish({ type: 'chat-rules', data: await greetings.rules() }),
    report,
  );

  const broadcastLine = async (lineId: number): Promise<void> => {
    const row = await chatLineRow(database, raffleId, lineId);
    if (row === null) return;
    const message = (withIds: boolean) =>
      ({ type: 'chat-message', data: presentLine(row, withIds) }) satisfies RoomEvent;
    if (row.recipient_id === null) {
      room.publishEach({ full: message(true), short: message(false) });
      return;
    }
    for (const person of [row.sender_id, row.recipient_id]) {
      for (const socket of presence.socketsOf(person)) socket.sendMessage(message(true));
    }
  };

  const receiveLine = (socket: LiveSocket, frame: ChatFrame, mayTalk: boolean): void => {
    const { text, imageUrl, recipientId, clientId = randomBytes(12).toString('base64url') } = frame;
    const send = async (): Promise<void> => {
      const sender = mayTalk ? await parts.gate.ofIdentity(socket.identity, raffleId) : null;
      if (sender === null) throw new RefusalError('not_a_participant');
      await sendLine(parts, raffleId, sender, { text, imageUrl, recipientId, clientId });
    };
    send().catch((error: unknown) => {
      const { code, message, retryAfter } = toRefusal(error);
      if (code === 'internal') report(error);
      const wait = retryAfter === undefined ? {} : { retryAfter };
      socket.sendMessage({ type: 'chat-refused', data: { clientId, code, message, ...wait } });
    });
  };

  return {
    watchers: presence.count,
    greeting: greetings.ready,
    onJoin(socket, { wording, person, isGreeted }) {
      presence.onJoin(socket, person);
      broadcastPresence.trigger();
      if (person !== null && person !== 'host') entrySockets.onJoin(socket, person);
      if (!isGreeted) greet(socket, wording, person).catch(report);
    },
    onLeave(socket) {
      const person = presence.onLeave(socket);
      broadcastPresence.trigger();
      if (person !== null && person !== 'host') entrySockets.onLeave(socket, person);
    },
    onClientMessage(socket, message, mayTalk) {
      if (message.type === 'chat-message') return receiveLine(socket, message.data, mayTalk);
      const person = presence.personOf(socket) ?? null;
      if (mayTalk && person !== null) reactions.add(person, message.data.kind);
    },
    onBusMessage(message) {
      switch (message.topic) {
        case 'chat-line-sent':
          greetings.linesChanged();
          broadcastLine(message.lineId).catch(report);
          return;
        case 'chat-deleted':
          greetings.linesChanged();
          publish({ type: 'chat-deleted', data: { id: message.lineId } });
          return;
        case 'chat-rules-changed':
          greetings.rulesChanged();
          broadcastRules.trigger();
          return;
        case 'reactions':
          return reactions.onReport(message);
        case 'entry-sockets':
          return entrySockets.onReport(message);
        case 'presence':
          if (message.node === node) return;
          presence.storeReport(message.node, message);
          broadcastPresence.trigger();
      }
    },
    resync() {
      greetings.linesChanged();
      greetings.rulesChanged();
      for (const wording of ['full', 'short'] as const) {
        for (const socket of room.members(wording)) {
          greet(socket, wording, presence.personOf(socket) ?? null).catch(report);
        }
      }
      broadcastPresence.trigger();
      broadcastRules.trigger();
    },
    stop() {
      cancelRepeat();
      // Everybody here has left.
      bus.publish({ topic: 'presence', raffleId, node, count: 0, inviteeIds: [], host: false });
      for (const task of [broadcastPresence, broadcastRules, reactions, entrySockets]) task.stop();
    },
  };
}

/** The persons whose names are known, at most as many as are shown. */
function presentOnline(persons: readonly string[], names: ReadonlyMap<string, string>): OnlineUser[] {
  const users = persons.flatMap((person) => {
    const displayName = names.get(person);
    if (displayName === undefined) return [];
    const isHost = person === 'host';
    return [{ inviteeId: isHost ? null : person, displayName, isHost }];
  });
  return users.slice(0, MAX_ONLINE);
}

function shortened(user: OnlineUser): OnlineUser {
  return user.isHost ? user : { ...user, inviteeId: null, displayName: publicShortName(user.displayName) };
}
