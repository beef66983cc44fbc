/**
 * One live room: many sockets, one order of events. Several audiences may see the same event in different words.
 *
 * 1. An event gets the room's next number and is made into one frame per wording, even for an empty audience.
 * 2. The frames of one tick are joined into one write per socket, the same bytes to every socket of an audience.
 * 3. A socket enters with a first frame that is true as of some number, and gets every later event exactly once.
 *    The last frames are stored for that, so that a snapshot may be a little old.
 * 4. A socket whose reader lags behind is closed; the others never wait for it (H4).
 */
import { LIVE_CLOSE } from '@glassdrum/contract';
import { textFrame } from './frame.ts';

/** What a room needs of a socket. */
export interface RoomSocket {
  /** Index in its audience's array; belongs to the room it is in. */
  seat: number;
  /** Bytes written that the other side has not taken yet. */
  readonly unread: number;
  /** Writes whole frames; nothing after closing began. */
  write(frames: Buffer): void;
  close(code: number, reason: string): void;
}

/** A socket with more unread bytes is closed (H4). */
const MAX_UNREAD_BYTES = 256 * 1024;
/** How many events back a first frame may lie. */
const STORED_EVENTS = 32;

export interface Room<Socket extends RoomSocket, Audience extends string> {
  /** Number of the newest event; 0 before the first. */
  seq(): number;
  /** Sockets of all audiences. */
  size(): number;
  members(audience: Audience): readonly Socket[];
  /** One event in the same words for all. Returns its number. */
  publish(event: object): number;
  /** One event, worded for each audience. Returns its number. */
  publishEach(wordings: Record<Audience, object>): number;
  /**
   * Lets a socket in: writes `first`, then every event after `asOf`, then all new ones.
   * False, and nothing written, when events after `asOf` are no longer stored.
   */
  enter(socket: Socket, audience: Audience, asOf: number, first: () => Buffer): boolean;
  leave(socket: Socket, audience: Audience): void;
}

export function createRoom<Socket extends RoomSocket, Audience extends string>(
  audiences: readonly Audience[],
): Room<Socket, Audience> {
  type Frames = Record<Audience, Buffer>;
  const sockets = new Map<Audience, Socket[]>(audiences.map((audience) => [audience, []]));
  const recent: Frames[] = [];
  let pending: Frames[] = [];
  let newest = 0;

  const members = (audience: Audience): Socket[] => sockets.get(audience) ?? [];

  const flush = (): void => {
    if (pending.length === 0) return;
    const tick = pending;
    pending = [];
    for (const audience of audiences) {
      const joined = joinFrames(tick.map((frames) => frames[audience]));
      // Closing a slow socket may take it out of the array, so the array is walked backwards.
      const present = members(audience);
      for (let seat = present.length - 1; seat >= 0; seat -= 1) {
        const socket = present[seat];
        if (socket === undefined) continue;
        if (socket.unread > MAX_UNREAD_BYTES) socket.close(LIVE_CLOSE.slow, 'Reading too slowly.');
        else socket.write(joined);
      }
    }
  };

  const append = (frames: Frames): number => {
    if (pending.length === 0) setImmediate(flush);
    pending.push(frames);
    recent.push(frames);
    if (recent.length > STORED_EVENTS) recent.shift();
    newest += 1;
    return newest;
  };

  return {
    seq: () => newest,
    size: () => audiences.reduce((sum, audience) => sum + members(audience).length, 0),
    members,
    publish(event) {
      const frame = textFrame(JSON.stringify({ ...event, seq: newest + 1 }));
      return append(Object.fromEntries(audiences.map((audience) => [audience, frame])) as Frames);
    },
    publishEach(wordings) {
      const worded = audiences.map((audience) => [
        audience,
        textFrame(JSON.stringify({ ...wordings[audience], seq: newest + 1 })),
      ]);
      return append(Object.fromEntries(worded) as Frames);
    },
    enter(socket, audience, asOf, first) {
      const missed = newest - asOf;
      if (missed > recent.length) return false;
      flush();
      const present = members(audience);
      present.push(socket);
      socket.seat = present.length - 1;
      const later = missed === 0 ? [] : recent.slice(-missed).map((frames) => frames[audience]);
      socket.write(joinFrames([first(), ...later]));
      return true;
    },
    leave(socket, audience) {
      const present = members(audience);
      if (present[socket.seat] !== socket) return;
      const last = present.pop();
      if (last !== undefined && last !== socket) {
        present[socket.seat] = last;
        last.seat = socket.seat;
      }
      socket.seat = -1;
    },
  };
}

function joinFrames(frames: Buffer[]): Buffer {
  const [only] = frames;
  return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames);
}
