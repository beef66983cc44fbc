/**
 * A raffle's room as its page sees it: one live connection, its messages sorted into the room's state, the chat, and what
 * concerns this visitor alone. A room that lacks what the draw must have shown by now is requested again, on a line that is
 * alive too.
 */
import type {
  ClientMessage,
  DirectMessage,
  LIVE_CLOSE,
  NumberedRoomEvent,
  ServerMessage,
} from '@glassdrum/contract';
import { dueTimes, SHOW_STARTS } from '@glassdrum/raffle-rules';
import type { ConnectionStatus } from './connection-state.ts';
import { connect, type Connection, type LineParts, SILENCE } from './connection.ts';
import { drawClockOf } from './draw-clock-of.ts';
import { type Room, applyEvent, roomFromSnapshot } from './room-reducer.ts';
import type { ServerClock } from './server-clock.ts';

/** Chat, votes and reactions: events of the room, and what is for this visitor alone. */
export type TalkMessage = Extract<
  ServerMessage,
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
const isTalk = (message: ServerMessage): message is TalkMessage => TALK_TYPES.has(message.type);
const isNumbered = (message: ServerMessage): message is NumberedRoomEvent => 'seq' in message;
export type ContinueRequestsMessage = Extract<DirectMessage, { type: 'continue-requests' }>['data'];

export interface RoomClientParts extends LineParts {
  raffleId: string;
  clock: ServerClock;
  onRoom(room: Room): void;
  onStatus(status: ConnectionStatus): void;
  /** R41: another device asks to continue with this visitor's entry, or that changed. */
  onContinueRequests(message: ContinueRequestsMessage): void;
  /** R94: something about this visitor's own entry changed. */
  onOwnEntryChanged(): void;
  onTalk(message: TalkMessage): void;
  /** What the page believes about itself; the server takes it for a hint only (R5). */
  hints: { displayName?: string; inviteeId?: string; stageKey?: string };
}

export interface RoomClient {
  /** False without a live line; nothing is queued. */
  send(message: ClientMessage): boolean;
  close(): void;
}

const ROOM_GONE: typeof LIVE_CLOSE.roomGone = 4404;
/** What is overdue is requested after this, then after pauses that double: a beacon may be late for long (R30). */
const FIRST_OVERDUE_MS = 1000;
const LONGEST_OVERDUE_MS = 30_000;

export function connectRoom(parts: RoomClientParts): RoomClient {
  let room: Room | null = null;
  let overdue: { from: number; pause: number; timer: ReturnType<typeof setTimeout> } | null = null;

  const show = (next: Room): void => {
    room = next;
    parts.onRoom(next);
    watchOverdue(overdueFrom(next));
  };
  const watchOverdue = (from: number | null): void => {
    if (overdue !== null && overdue.from === from) return;
    clearTimeout(overdue?.timer);
    overdue =
      from === null ? null : { from, pause: FIRST_OVERDUE_MS, timer: armOverdue(from, FIRST_OVERDUE_MS) };
  };
  const armOverdue = (from: number, pause: number): ReturnType<typeof setTimeout> =>
    setTimeout(requestOverdue, Math.max(0, from - parts.clock.now()) + pause * (1 + parts.random()));
  const requestOverdue = (): void => {
    if (overdue === null) return;
    const { from, pause } = overdue;
    const isDue = parts.clock.now() >= from;
    if (isDue) connection.resync();
    const next = isDue ? Math.min(2 * pause, LONGEST_OVERDUE_MS) : pause;
    overdue = { from, pause: next, timer: armOverdue(from, next) };
  };

  const connection: Connection = connect<ServerMessage>({
    ...parts,
    join: { type: 'join-room', data: { raffleId: parts.raffleId, ...parts.hints } },
    refusal: { closeCode: ROOM_GONE, error: 'unknown_room' },
    // Winners are the end of what must not be missed.
    silence: () => (room !== null && isDrawing(room) ? SILENCE.inDraw : SILENCE.outside),
    onStatus(status) {
      if (status === 'refused' || status === 'closed') watchOverdue(null);
      parts.onStatus(status);
    },
    onMessage(message, isInTurn) {
      switch (message.type) {
        case 'snapshot':
          return show(roomFromSnapshot(message.data, room));
        case 'continue-requests':
          return parts.onContinueRequests(message.data);
        case 'own-entry-changed':
          return parts.onOwnEntryChanged();
        default:
          // Lines of the chat have numbers of their own: one that arrives after a gap is one of them.
          if (isTalk(message)) parts.onTalk(message);
          if (isInTurn && room !== null && isNumbered(message)) show(applyEvent(room, message));
      }
    },
  });
  return connection;
}

function isDrawing({ draw, result }: Room): boolean {
  return draw !== null && draw.voided === null && result === null;
}

/**
 * Epoch ms on the server's clock from which something is missing in this room: the draw itself once its list is closed, the
 * beacon's value, or the winners. Null while the room has all that there can be.
 */
function overdueFrom({ raffle, draw, result }: Room): number | null {
  if (draw === null) return raffle.draw_started ? (raffle.contributing?.until ?? 0) : null;
  if (draw.voided !== null || result !== null) return null;
  return dueTimes(drawClockOf(draw)).revealAt ?? draw.t0 + SHOW_STARTS.runup;
}
