import type { ClientMessage, RoomSnapshot, ServerMessage } from '@glassdrum/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectRoom,
  type Connection,
  type ContinueNews,
  type LiveClient,
  reconnectPause,
  type SocketEvents,
  type TalkMessage,
} from './live-client.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock } from './server-clock.ts';

interface OpenedSocket {
  events: SocketEvents;
  sent: ClientMessage[];
  say(message: ServerMessage): void;
}

const snapshot = (seq: number): RoomSnapshot =>
  ({ protocol: 1, seq, serverTime: 1000, raffle: { id: 'raffle' }, watchers: 1 }) as RoomSnapshot;
const watchers = (seq: number, count: number): ServerMessage => ({
  type: 'room-info',
  seq,
  data: { watchers: count },
});

function start() {
  const sockets: OpenedSocket[] = [];
  const rooms: Room[] = [];
  const connections: Connection[] = [];
  const news: ContinueNews[] = [];
  const talk: TalkMessage[] = [];
  const client: LiveClient = connectRoom({
    raffleId: 'raffle',
    clock: createServerClock(() => 0),
    hints: { inviteeId: 'me' },
    openSocket(events) {
      const sent: ClientMessage[] = [];
      sockets.push({ events, sent, say: (message) => events.received(JSON.stringify(message)) });
      return { send: (text) => sent.push(JSON.parse(text)), close: () => events.closed(1006) };
    },
    onRoom: (room) => rooms.push(room),
    onConnection: (connection) => connections.push(connection),
    onContinue: (said) => news.push(said),
    onTalk: (message) => talk.push(message),
    random: () => 0,
  });
  const socket = (index: number): OpenedSocket => {
    const found = sockets[index];
    if (found === undefined) throw new Error(`Socket ${index} was not opened.`);
    return found;
  };
  return { client, sockets, socket, rooms, connections, news, talk };
}

const resyncs = ({ sent }: OpenedSocket): number => sent.filter(({ type }) => type === 'resync').length;

describe('connectRoom', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('joins, takes the snapshot and applies what follows', () => {
    const { socket, rooms, connections } = start();
    socket(0).events.opened();
    expect(socket(0).sent[0]).toEqual({ type: 'join-room', data: { raffleId: 'raffle', inviteeId: 'me' } });
    socket(0).say({ type: 'snapshot', data: snapshot(4) });
    socket(0).say(watchers(5, 12));
    expect(rooms.at(-1)).toMatchObject({ seq: 5, watchers: 12 });
    expect(connections).toEqual(['connecting', 'live']);
  });

  it('asks once for a new snapshot after a gap, and waits for it', () => {
    const { socket, rooms } = start();
    socket(0).events.opened();
    socket(0).say({ type: 'snapshot', data: snapshot(4) });
    socket(0).say(watchers(6, 12));
    socket(0).say(watchers(7, 13));
    expect(resyncs(socket(0))).toBe(1);
    expect(rooms).toHaveLength(1);
    socket(0).say({ type: 'snapshot', data: snapshot(7) });
    socket(0).say(watchers(8, 14));
    expect(rooms.at(-1)).toMatchObject({ seq: 8, watchers: 14 });
  });

  it('R40: opens a lost line again, and keeps the room meanwhile', () => {
    const { sockets, socket, rooms, connections } = start();
    socket(0).events.opened();
    socket(0).say({ type: 'snapshot', data: snapshot(4) });
    socket(0).events.closed(1006);
    expect(connections.at(-1)).toBe('connecting');
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    socket(1).events.opened();
    socket(1).say({ type: 'snapshot', data: snapshot(9) });
    expect(rooms.at(-1)?.seq).toBe(9);
    expect(connections.at(-1)).toBe('live');
  });

  it('gives up a line on which a time question stays unanswered', () => {
    const { sockets, socket } = start();
    socket(0).events.opened();
    vi.advanceTimersByTime(9000);
    expect(sockets).toHaveLength(2);
  });

  it('gives up a line that never opens', () => {
    const { sockets } = start();
    vi.advanceTimersByTime(7900);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });

  describe('silence', () => {
    const drawing = (seq: number): RoomSnapshot =>
      ({ ...snapshot(seq), draw: {}, result: null }) as RoomSnapshot;

    /** A line on which every question so far was answered. */
    function quietLine(shown: RoomSnapshot) {
      const started = start();
      const line = started.socket(0);
      const answer = (): void => {
        const question = line.sent.findLast(({ type }) => type === 'time');
        if (question?.type !== 'time') throw new Error('Nothing was asked.');
        line.say({ type: 'time', data: { sent: question.data.sent, server: 1000 } });
      };
      line.events.opened();
      line.say({ type: 'snapshot', data: shown });
      for (let n = 0; n < 5; n += 1) answer();
      return { ...started, line, answer };
    }

    it('in a draw a frozen node is left within five seconds', () => {
      const { sockets, answer } = quietLine(drawing(4));
      vi.advanceTimersByTime(2100);
      answer();
      vi.advanceTimersByTime(2100);
      expect(sockets).toHaveLength(1);
      vi.advanceTimersByTime(2000);
      expect(sockets).toHaveLength(2);
    });

    it('a line on which something is heard is asked nothing', () => {
      const { line } = quietLine(drawing(4));
      const asked = line.sent.length;
      for (let seq = 5; seq < 12; seq += 1) {
        vi.advanceTimersByTime(1900);
        line.say(watchers(seq, seq));
      }
      expect(line.sent).toHaveLength(asked);
    });

    it('a slow network is given the time that it takes', () => {
      const { sockets, answer } = quietLine(drawing(4));
      vi.advanceTimersByTime(2000);
      vi.advanceTimersByTime(1400);
      answer();
      vi.advanceTimersByTime(2000);
      vi.advanceTimersByTime(4000);
      expect(sockets).toHaveLength(1);
      answer();
      expect(sockets).toHaveLength(1);
    });

    it('before a draw, and once its winners are known, a quiet line costs a question in twenty seconds', () => {
      const done = { ...drawing(4), result: { winners: [], alternates: [] } } as unknown as RoomSnapshot;
      for (const quiet of [snapshot(4), done]) {
        const { line } = quietLine({ ...quiet, draw: quiet.draw ?? null });
        const asked = line.sent.length;
        vi.advanceTimersByTime(19_000);
        expect(line.sent).toHaveLength(asked);
      }
    });
  });

  it('does not come back to a room that is gone', () => {
    const { sockets, socket, connections } = start();
    socket(0).events.opened();
    socket(0).events.closed(4404);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(connections.at(-1)).toBe('gone');
  });

  it('tries at once when the device wakes up', () => {
    const { client, sockets, socket } = start();
    socket(0).events.opened();
    socket(0).events.closed(1006);
    client.wake(0);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(5000);
    expect(sockets).toHaveLength(2);
  });
});

describe('R40: a device that wakes up', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives up a line that died in its sleep within two seconds', () => {
    const { client, sockets, socket } = start();
    socket(0).events.opened();
    socket(0).say({ type: 'snapshot', data: snapshot(1) });
    for (let i = 0; i < 5; i += 1) socket(0).say({ type: 'time', data: { sent: 0, server: 0 } });
    client.wake(60_000);
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });
});

describe('R41: a joined device', () => {
  it('hears that another one asks to go on with its entry', () => {
    const { socket, news } = start();
    socket(0).events.opened();
    const requests = [{ requestId: 'request-0123456789', code: 'ABC234', expiresAt: 9 }];
    socket(0).say({ type: 'continue-requests', data: { requests, codeExpiresAt: null } });
    expect(news).toEqual([{ requests, codeExpiresAt: null }]);
  });
});

describe('reconnectPause', () => {
  it('grows, spreads and stays below eight seconds', () => {
    expect(reconnectPause(1006, 1, 0)).toBe(200);
    expect(reconnectPause(1006, 1, 1)).toBe(400);
    expect(reconnectPause(1006, 30, 1)).toBe(8000);
  });

  it('lets nobody who was too loud back for ten seconds', () => {
    expect(reconnectPause(1008, 1, 0)).toBeGreaterThanOrEqual(10_000);
  });

  it('hands on what is said, numbered or not, and sends only on a live line', () => {
    const { client, socket, rooms, talk } = start();
    const line: ClientMessage = { type: 'reaction', data: { kind: 'wow' } };
    expect(client.send(line)).toBe(false);
    socket(0).events.opened();
    socket(0).say({ type: 'snapshot', data: snapshot(4) });
    socket(0).say({ type: 'chat-you', data: { id: 'host' } });
    socket(0).say({ type: 'reactions', seq: 5, data: { counts: { wow: 1 } } });
    expect(talk.map(({ type }) => type)).toEqual(['chat-you', 'reactions']);
    expect(rooms.at(-1)?.seq).toBe(5);
    expect(client.send(line)).toBe(true);
    expect(socket(0).sent.at(-1)).toEqual(line);
    client.stop();
  });
});
