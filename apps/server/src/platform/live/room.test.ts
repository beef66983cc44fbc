/** The room against plain sockets in memory, and against its frames' bytes. */
import { describe, expect, it } from 'vitest';
import { createRoom, type RoomSocket } from './room.ts';
import { textFrame } from './frame.ts';
import { readFrames } from './testing/read-frames.ts';

type Audience = 'full' | 'short';

interface FakeSocket extends RoomSocket {
  writes: Buffer[];
  unread: number;
  closed: number | null;
}

function fakeSocket(): FakeSocket {
  const socket: FakeSocket = {
    seat: -1,
    unread: 0,
    writes: [],
    closed: null,
    write: (frames) => void socket.writes.push(frames),
    close: (code) => {
      socket.closed = code;
    },
  };
  return socket;
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const texts = (socket: FakeSocket): string[] => readFrames(Buffer.concat(socket.writes));
const hello = (): Buffer => textFrame('"hello"');

function roomWith(count: number) {
  const room = createRoom<FakeSocket, Audience>(['full', 'short']);
  const sockets = Array.from({ length: count }, fakeSocket);
  for (const socket of sockets) room.enter(socket, 'full', room.seq(), hello);
  for (const socket of sockets) socket.writes = [];
  return { room, sockets };
}

describe('frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_001])('carry %i bytes and nothing else', (length) => {
    const text = 'x'.repeat(length);
    expect(readFrames(textFrame(text))).toEqual([text]);
  });

  it('count bytes, not characters', () => {
    const text = '🎉 Łukasz '.repeat(40);
    expect(readFrames(Buffer.concat([textFrame(text), textFrame('next')]))).toEqual([text, 'next']);
  });
});

describe('a room', () => {
  it('joins the events of one tick into one write, the same bytes for every socket', async () => {
    const { room, sockets } = roomWith(3);
    room.publish({ type: 'a' });
    room.publish({ type: 'b' });
    room.publish({ type: 'c' });
    await tick();
    for (const socket of sockets) {
      expect(socket.writes).toHaveLength(1);
      expect(socket.writes[0]).toBe(sockets[0]?.writes[0]);
      expect(texts(socket)).toEqual(['{"type":"a","seq":1}', '{"type":"b","seq":2}', '{"type":"c","seq":3}']);
    }
  });

  it('numbers events once for all audiences, each in its own words', async () => {
    const room = createRoom<FakeSocket, Audience>(['full', 'short']);
    const [full, short] = [fakeSocket(), fakeSocket()];
    room.enter(full, 'full', 0, hello);
    room.enter(short, 'short', 0, hello);
    room.publishEach({ full: { name: 'Ada Lovelace' }, short: { name: 'Ada L.' } });
    room.publish({ type: 'both' });
    await tick();
    expect(texts(full).slice(1)).toEqual(['{"name":"Ada Lovelace","seq":1}', '{"type":"both","seq":2}']);
    expect(texts(short).slice(1)).toEqual(['{"name":"Ada L.","seq":1}', '{"type":"both","seq":2}']);
    expect(room.size()).toBe(2);
  });

  it('gives a newcomer every event after its first frame, once, even in mid-tick', async () => {
    const { room, sockets } = roomWith(1);
    room.publish({ n: 1 });
    const asOf = room.seq();
    room.publish({ n: 2 });
    const late = fakeSocket();
    expect(room.enter(late, 'full', asOf, hello)).toBe(true);
    room.publish({ n: 3 });
    await tick();
    expect(texts(late)).toEqual(['"hello"', '{"n":2,"seq":2}', '{"n":3,"seq":3}']);
    expect(texts(sockets[0] ?? late)).toEqual(['{"n":1,"seq":1}', '{"n":2,"seq":2}', '{"n":3,"seq":3}']);
  });

  it('refuses a newcomer whose first frame is too old to be caught up with', async () => {
    const { room } = roomWith(1);
    for (let n = 0; n < 33; n += 1) room.publish({ n });
    const late = fakeSocket();
    expect(room.enter(late, 'full', 0, hello)).toBe(false);
    expect(late.writes).toEqual([]);
    expect(room.enter(late, 'full', 1, hello)).toBe(true);
    expect(texts(late)).toHaveLength(33);
  });

  it('H4 closes a slow reader with 4408 and leaves the others unharmed', async () => {
    const { room, sockets } = roomWith(3);
    const slow = sockets[1];
    if (slow === undefined) throw new Error('no socket');
    slow.close = (code) => {
      slow.closed = code;
      room.leave(slow, 'full');
    };
    slow.unread = 256 * 1024;
    room.publish({ n: 1 });
    await tick();
    expect(slow.closed).toBeNull();
    slow.unread += 1;
    room.publish({ n: 2 });
    await tick();
    expect(slow.closed).toBe(4408);
    expect(texts(slow)).toEqual(['{"n":1,"seq":1}']);
    for (const other of [sockets[0], sockets[2]]) {
      expect(other?.closed).toBeNull();
      expect(texts(other ?? slow)).toEqual(['{"n":1,"seq":1}', '{"n":2,"seq":2}']);
    }
  });

  it('keeps everybody else in place when sockets leave in any order', async () => {
    const { room, sockets } = roomWith(6);
    for (const seat of [2, 5, 0]) {
      const socket = sockets[seat];
      if (socket !== undefined) room.leave(socket, 'full');
    }
    const left = sockets[2];
    if (left !== undefined) room.leave(left, 'full');
    room.publish({ n: 1 });
    await tick();
    expect(sockets.map((socket) => socket.writes.length)).toEqual([0, 1, 0, 1, 1, 0]);
    expect(room.size()).toBe(3);
  });
});
