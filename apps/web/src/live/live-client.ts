/**
 * One raffle's live connection: joins its room, applies what comes, and comes back by itself (R40).
 *
 * 1. Open, say join-room, take the snapshot; ask the time a few times in a row, later once in a while.
 * 2. Events in turn are applied; after a gap a new snapshot is asked for, once.
 * 3. A lost line is opened again after a random pause that grows, or at once when the device says it is back.
 * 4. An unanswered time question means that the line is dead although nobody said so: the node froze, or the network is gone.
 *    While a draw runs, silence is such a question's occasion, so that nobody misses it at a dead line.
 */
import type {
  ClientMessage,
  DirectMessage,
  LIVE_CLOSE,
  NumberedRoomEvent,
  RoomSnapshot,
} from '@glassdrum/contract';
import { type Room, applyEvent, roomFromSnapshot } from './room-reducer.ts';
import { localNow, type ServerClock } from './server-clock.ts';

/** What a client in a raffle's room hears. */
type RoomMessage = DirectMessage | NumberedRoomEvent;
/** What is said and shown in the room beside the raffle itself: events of the room, and what is for this visitor alone. */
export type TalkMessage = Extract<
  RoomMessage,
  { type: `chat-${string}` | 'online-users' | 'votes' | 'reactions' }
>;
const TALK_TYPES: ReadonlySet<string> = new Set<TalkMessage['type']>([
  'chat-you',
  'chat-history',
  'chat-message',
  'chat-deleted',
  'chat-rules',
  'chat-refused',
  'online-users',
  'votes',
  'reactions',
]);
const isTalk = (message: RoomMessage): message is TalkMessage => TALK_TYPES.has(message.type);
const isNumbered = (message: RoomMessage): message is NumberedRoomEvent => 'seq' in message;
export type ContinueNews = Extract<DirectMessage, { type: 'continue-requests' }>['data'];

export type Connection = 'connecting' | 'live' | 'gone';

export interface LiveSocket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  /** @param code the close code; 1006 when the line broke */
  closed(code: number): void;
}

export interface LiveClientParts {
  raffleId: string;
  clock: ServerClock;
  openSocket(events: SocketEvents): LiveSocket;
  onRoom(room: Room): void;
  onConnection(connection: Connection): void;
  /** R41: another device asks to go on with this visitor's entry, or that changed. */
  onContinue(news: ContinueNews): void;
  onTalk(message: TalkMessage): void;
  /** 0 … 1, for spreading reconnects. */
  random(): number;
  /** What the page believes about itself; the server takes it for a hint only (R5). */
  hints: { displayName?: string; inviteeId?: string; stageKey?: string };
}

export interface LiveClient {
  /** False without a live line; nothing is kept for later. */
  send(message: ClientMessage): boolean;
  /**
   * The device woke up or found a network: try at once, and measure the clock anew.
   *
   * @param sleptMs for how long its monotonic clock stood still
   */
  wake(sleptMs: number): void;
  stop(): void;
}

const ROOM_GONE: typeof LIVE_CLOSE.roomGone = 4404;
const RESTART: typeof LIVE_CLOSE.restart = 1012;
const FLOOD: typeof LIVE_CLOSE.flood = 1008;

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const FLOOD_PAUSE_MS = 10_000;
const FIRST_QUESTIONS = 5;
const QUESTION_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 8000;
/** Lines rarely survive a sleep, and who comes back wants to see the draw: the first answer must come sooner. */
const AWAKE_WITHIN_MS = 1500;

/** While a draw runs, so long a silence is looked into. With the answer's time and a new line that is within five seconds. */
const SILENCE_MS = 2000;

/** @param failures connections lost in a row, from 1 @param random 0 … 1 */
export function reconnectPause(code: number, failures: number, random: number): number {
  if (code === FLOOD) return FLOOD_PAUSE_MS * (1 + random);
  // After a restart everybody comes at once: spread them, but keep the first ones waiting little.
  if (code === RESTART && failures === 1) return 200 + 1500 * random;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return longest * (0.5 + 0.5 * random);
}

export function connectRoom(parts: LiveClientParts): LiveClient {
  let socket: LiveSocket | null = null;
  let room: Room | null = null;
  let resyncing = false;
  let failures = 0;
  let stopped = false;
  let questionsLeft = 0;
  let asked: number | null = null;
  let reopen: ReturnType<typeof setTimeout> | undefined;
  let nextQuestion: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** What the last answer took, ms: a slow network is not a dead one. */
  let roundTrip = 0;

  const send = (message: ClientMessage): void => socket?.send(JSON.stringify(message));

  const ask = (within = ANSWER_WITHIN_MS): void => {
    clearTimeout(nextQuestion);
    clearTimeout(deadline);
    asked = localNow();
    send({ type: 'time', data: { sent: asked } });
    const current = socket;
    deadline = setTimeout(() => current?.close(), within);
  };
  const answered = (sent: number, serverTime: number): void => {
    if (sent !== asked) return;
    asked = null;
    clearTimeout(deadline);
    const receivedAt = localNow();
    roundTrip = receivedAt - sent;
    parts.clock.add({ sentAt: sent, receivedAt, serverTime });
    questionsLeft -= 1;
    if (questionsLeft > 0) ask();
    else nextQuestion = setTimeout(() => ask(), QUESTION_EVERY_MS);
  };
  /** Something was heard. Winners are the end of what must not be missed. */
  const listen = (): void => {
    clearTimeout(silence);
    if (room === null || room.draw === null || room.result !== null) return;
    silence = setTimeout(() => ask(AWAKE_WITHIN_MS + 2 * roundTrip), SILENCE_MS);
  };
  const measure = (within?: number): void => {
    questionsLeft = FIRST_QUESTIONS;
    ask(within);
  };

  const tell = (next: Room): void => {
    room = next;
    parts.onRoom(next);
  };
  const snapshot = (data: RoomSnapshot): void => {
    resyncing = false;
    failures = 0;
    parts.clock.hint(data.serverTime);
    tell(roomFromSnapshot(data, room));
    parts.onConnection('live');
  };
  const end = (): void => {
    stopped = true;
    parts.onConnection('gone');
    socket?.close();
  };

  const receive = (message: RoomMessage): void => {
    switch (message.type) {
      case 'snapshot':
        return snapshot(message.data);
      case 'time':
        return answered(message.data.sent, message.data.server);
      case 'error':
        if (message.data.code === 'unknown_room') end();
        return;
      case 'continue-requests':
        return parts.onContinue(message.data);
      default: {
        if (isTalk(message)) parts.onTalk(message);
        if (!isNumbered(message) || room === null || resyncing) return;
        const step = applyEvent(room, message);
        if (step.kind === 'applied') tell(step.room);
        if (step.kind !== 'gap') return;
        resyncing = true;
        send({ type: 'resync' });
      }
    }
  };

  const open = (): void => {
    clearTimeout(reopen);
    let over = false;
    socket = parts.openSocket({
      opened() {
        resyncing = true;
        send({ type: 'join-room', data: { raffleId: parts.raffleId, ...parts.hints } });
        measure();
      },
      received(text) {
        const message = parseMessage(text);
        if (message === null || over) return;
        receive(message);
        if (!stopped) listen();
      },
      closed(code) {
        if (over) return;
        over = true;
        socket = null;
        clearTimeout(deadline);
        clearTimeout(nextQuestion);
        clearTimeout(silence);
        if (stopped) return;
        if (code === ROOM_GONE) return end();
        failures += 1;
        parts.onConnection('connecting');
        reopen = setTimeout(open, reconnectPause(code, failures, parts.random()));
      },
    });
    // A frozen node takes connections and never says a word.
    const opening = socket;
    deadline = setTimeout(() => opening.close(), ANSWER_WITHIN_MS);
  };

  parts.onConnection('connecting');
  open();
  return {
    send(message) {
      if (socket === null || room === null) return false;
      send(message);
      return true;
    },
    wake(sleptMs) {
      if (stopped) return;
      parts.clock.forget(sleptMs);
      if (socket === null) open();
      else if (room !== null) measure(AWAKE_WITHIN_MS);
    },
    stop() {
      stopped = true;
      clearTimeout(reopen);
      clearTimeout(deadline);
      clearTimeout(nextQuestion);
      clearTimeout(silence);
      socket?.close();
    },
  };
}

/** Null for what this page can't read; such a message is passed over. */
function parseMessage(text: string): RoomMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? (value as RoomMessage) : null;
  } catch {
    return null;
  }
}
