/**
 * What people in a raffle's room say and show live (C1, C2, H4, H5): lines, who is there, votes, reactions.
 *
 * 1. Who speaks is the handshake's identity, proven again for every line; names and ids in frames are not asked.
 * 2. The bus says that something changed; the truth is read, and told to those who may know it. Visitors get entrants'
 *    names shortened and no ids (R43). A direct line goes to its two people's sockets and is no event of the room.
 * 3. What may come in floods is gathered: names once a second and only when the list changed, votes and reactions twice
 *    a second, reactions up to a count that a screen can still show.
 */
import { randomBytes } from 'node:crypto';
import type {
  ChatFrame,
  ChatHistoryLine,
  ChatLine,
  ChatRules,
  ChatSay,
  DirectMessage,
  OnlineUser,
  ReactionCounts,
  ReactionKind,
  RoomEvent,
  VoteCount,
} from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { coalesce } from '../../clock/coalesce.ts';
import { CallError, toCallError } from '../../http/errors.ts';
import { textFrame } from '../../live/frame.ts';
import type { LiveSocket, SocketIdentity } from '../../live/live-socket.ts';
import type { Room } from '../../live/room.ts';
import { createPresence, MOST_ONLINE, type PersonId, type Presence } from './presence.ts';

type Audience = 'full' | 'short';

/** A line in both wordings, with its two people when it is direct. */
interface SaidLine {
  full: ChatLine;
  short: ChatLine;
  /** Invitee ids or 'host'; null for a public line. */
  between: readonly [sender: string, recipient: string] | null;
}

interface RecentLines {
  full: ChatHistoryLine[];
  short: ChatHistoryLine[];
  /** Who has direct lines, and so a history of their own. */
  withDirect: ReadonlySet<string>;
}

/** What the talk reads and does; each answer is the truth of its moment. */
export interface TalkSources {
  /** @throws CallError with the reason why this identity may not say this line */
  say(raffleId: string, identity: SocketIdentity, line: ChatSay): Promise<void>;
  line(raffleId: string, lineId: number): Promise<SaidLine | null>;
  /** The last public lines. */
  recent(raffleId: string): Promise<RecentLines>;
  /** The last lines that this person may see, direct ones among them. */
  recentOf(raffleId: string, person: string): Promise<ChatHistoryLine[]>;
  rules(raffleId: string): Promise<ChatRules>;
  votes(raffleId: string): Promise<VoteCount[]>;
  /** Names by invitee id, and the host's as 'host'. */
  names(raffleId: string, inviteeIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface TalkParts {
  sources: TalkSources;
  room: Room<LiveSocket, Audience>;
  clock: Clock;
  bus: Bus;
  node: string;
  report: (error: unknown) => void;
}

export interface Talk {
  presence: Presence;
  /** A socket came in and has its snapshot. */
  came(socket: LiveSocket, audience: Audience, person: PersonId): void;
  went(socket: LiveSocket): void;
  /** @param mayTalk false for visitors, who are told to join first */
  say(socket: LiveSocket, frame: ChatFrame, mayTalk: boolean): void;
  react(kind: ReactionKind): void;
  heard(message: BusMessage): void;
  /** Tells the other nodes again who is here, so that they know that this node lives. */
  remind(): void;
  stop(): void;
}

const NAMES_SPAN_MS = 1000;
const SPAN_MS = 500;
/** More of a kind at once would be one blur on a screen. */
const MOST_REACTIONS = 40;

export function openTalk(raffleId: string, parts: TalkParts): Talk {
  const { sources, room, clock, bus, node, report } = parts;
  const presence = createPresence();
  let recent: Promise<RecentLines & { frames: Record<Audience, Buffer> }> | null = null;
  let rules: Promise<ChatRules> | null = null;
  let online: { text: string; frames: Record<Audience, Buffer> } | null = null;
  let told = '';
  let gathered: ReactionCounts = {};
  let floating: ReactionCounts = {};
  const names = new Map<string, string>();

  const publish = (event: RoomEvent): void => void room.publish(event);

  const readRecent = (): NonNullable<typeof recent> => {
    recent ??= sources.recent(raffleId).then((lines) => {
      const frame = (messages: ChatHistoryLine[]): Buffer =>
        frameOf({ type: 'chat-history', data: { messages } });
      return { ...lines, frames: { full: frame(lines.full), short: frame(lines.short) } };
    });
    recent.catch(() => (recent = null));
    return recent;
  };

  /** What the newest reading says: rules that changed during it are read again. */
  const readRules = async (): Promise<ChatRules> => {
    for (;;) {
      rules ??= sources.rules(raffleId);
      const reading = rules;
      reading.catch(() => {
        if (rules === reading) rules = null;
      });
      const read = await reading;
      if (rules === reading) return read;
    }
  };

  const greet = async (socket: LiveSocket, audience: Audience, person: PersonId): Promise<void> => {
    const [lines, chatRules] = await Promise.all([readRecent(), readRules()]);
    const hasOwn = person !== null && lines.withDirect.has(person);
    const messages = hasOwn ? await sources.recentOf(raffleId, person) : null;
    // It may have gone to another room meanwhile.
    if (presence.personOf(socket) !== person) return;
    // One write: when thousands come at once, writing is most of the work.
    socket.write(
      Buffer.concat([
        frameOf({ type: 'chat-you', data: { id: person } }),
        frameOf({ type: 'chat-rules', data: chatRules }),
        messages === null ? lines.frames[audience] : frameOf({ type: 'chat-history', data: { messages } }),
        ...(online === null ? [] : [online.frames[audience]]),
      ]),
    );
  };

  /** Ids travel between nodes, names are read. */
  const tellOnline = coalesce(
    clock,
    NAMES_SPAN_MS,
    async () => {
      const local = presence.here();
      const text = JSON.stringify(local);
      if (text !== told) {
        told = text;
        bus.publish({ topic: 'online', raffleId, node, ...local });
      }
      const { inviteeIds, host } = presence.everyone(clock.now());
      const unknown = inviteeIds.filter((id) => !names.has(id));
      if (unknown.length > 0 || (host && !names.has('host'))) {
        for (const [id, name] of await sources.names(raffleId, unknown)) names.set(id, name);
      }
      const users = usersOf(inviteeIds, host, names);
      const shown = JSON.stringify(users.full);
      if (shown === online?.text) return;
      const event = (list: OnlineUser[]) =>
        ({ type: 'online-users', data: { users: list } }) satisfies RoomEvent;
      online = {
        text: shown,
        frames: { full: frameOf(event(users.full)), short: frameOf(event(users.short)) },
      };
      room.publishEach({ full: event(users.full), short: event(users.short) });
      // Names of people who left are forgotten; there may be thousands over an evening.
      if (names.size > 1000) names.clear();
    },
    report,
  );

  const tellRules = coalesce(
    clock,
    SPAN_MS,
    async () => publish({ type: 'chat-rules', data: await readRules() }),
    report,
  );

  const tellVotes = coalesce(
    clock,
    SPAN_MS,
    async () => publish({ type: 'votes', data: { votes: await sources.votes(raffleId) } }),
    report,
  );

  const passOnReactions = coalesce(
    clock,
    SPAN_MS,
    async () => {
      const counts = gathered;
      gathered = {};
      if (Object.keys(counts).length > 0) bus.publish({ topic: 'reactions', raffleId, node, counts });
    },
    report,
  );

  const tellReactions = coalesce(
    clock,
    SPAN_MS,
    async () => {
      const counts = floating;
      floating = {};
      if (Object.keys(counts).length > 0) publish({ type: 'reactions', data: { counts } });
    },
    report,
  );

  const tellLine = async (lineId: number): Promise<void> => {
    const line = await sources.line(raffleId, lineId);
    if (line === null) return;
    if (line.between === null) {
      const event = (data: ChatLine) => ({ type: 'chat-message', data }) satisfies RoomEvent;
      room.publishEach({ full: event(line.full), short: event(line.short) });
      return;
    }
    for (const person of line.between) {
      for (const socket of presence.socketsOf(person)) {
        socket.tell({ type: 'chat-message', data: line.full });
      }
    }
  };

  return {
    presence,
    came(socket, audience, person) {
      presence.came(socket, person);
      if (person !== null) tellOnline.ask();
      greet(socket, audience, person).catch(report);
    },
    went(socket) {
      if (presence.went(socket) !== null) tellOnline.ask();
    },
    say(socket, frame, mayTalk) {
      const clientId = frame.clientId ?? randomBytes(12).toString('base64url');
      const { text, imageUrl, recipientId } = frame;
      const refuse = (error: unknown): void => {
        const { code, message, retryAfter } = toCallError(error);
        if (code === 'internal') report(error);
        const wait = retryAfter === undefined ? {} : { retryAfter };
        socket.tell({ type: 'chat-refused', data: { clientId, code, message, ...wait } });
      };
      if (!mayTalk) return refuse(new CallError('not_a_participant'));
      sources.say(raffleId, socket.identity, { text, imageUrl, recipientId, clientId }).catch(refuse);
    },
    react(kind) {
      gathered[kind] = Math.min(MOST_REACTIONS, (gathered[kind] ?? 0) + 1);
      passOnReactions.ask();
    },
    remind() {
      bus.publish({ topic: 'online', raffleId, node, ...presence.here() });
    },
    heard(message) {
      switch (message.topic) {
        case 'chat-said':
          recent = null;
          tellLine(message.lineId).catch(report);
          return;
        case 'chat-deleted':
          recent = null;
          publish({ type: 'chat-deleted', data: { id: message.lineId } });
          return;
        case 'chat-rules-changed':
          rules = null;
          tellRules.ask();
          return;
        case 'votes-changed':
          tellVotes.ask();
          return;
        case 'reactions':
          for (const [kind, count = 0] of Object.entries(message.counts) as [ReactionKind, number?][]) {
            floating[kind] = Math.min(MOST_REACTIONS, (floating[kind] ?? 0) + count);
          }
          tellReactions.ask();
          return;
        case 'online':
          if (message.node === node) return;
          presence.note(message.node, message, clock.now());
          tellOnline.ask();
          return;
        case 'resync':
          recent = null;
          rules = null;
          for (const audience of ['full', 'short'] as const) {
            for (const socket of room.members(audience)) {
              greet(socket, audience, presence.personOf(socket) ?? null).catch(report);
            }
          }
          for (const task of [tellOnline, tellRules, tellVotes]) task.ask();
          return;
        default:
      }
    },
    stop() {
      for (const task of [tellOnline, tellRules, tellVotes, passOnReactions, tellReactions]) task.stop();
    },
  };
}

function usersOf(
  inviteeIds: readonly string[],
  host: boolean,
  names: ReadonlyMap<string, string>,
): Record<Audience, OnlineUser[]> {
  const hostName = host ? names.get('host') : undefined;
  const hostUser: OnlineUser[] =
    hostName === undefined ? [] : [{ inviteeId: null, displayName: hostName, isHost: true }];
  const known = inviteeIds.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ inviteeId: id, displayName: name, isHost: false }];
  });
  const full = [...hostUser, ...known].slice(0, MOST_ONLINE);
  const short = full.map((user) =>
    user.isHost ? user : { ...user, inviteeId: null, displayName: publicShortName(user.displayName) },
  );
  return { full, short };
}

function frameOf(message: DirectMessage): Buffer {
  return textFrame(JSON.stringify(message));
}
