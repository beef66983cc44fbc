import type { ClientMessage, RoomSnapshot, ServerMessage } from '@glassdrum/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionStatus } from './connection-state.ts';
import { SILENCE, type SocketEvents } from './connection.ts';
import {
  connectRoom,
  type ContinueRequestsMessage,
  type RoomClient,
  type TalkMessage,
} from './room-client.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock, localNow } from './server-clock.ts';

interface OpenedSocket {
  events: SocketEvents;
  sent: ClientMessage[];
  receive(message: ServerMessage): void;
}

const snapshot = (seq: number): RoomSnapshot =>
  ({ protocol: 1, seq, serverTime: 1000, raffle: { id: 'raffle' }, watchers: 1, draw: null }) as RoomSnapshot;
const watchers = (seq: number, count: number): ServerMessage => ({
  type: 'room-info',
  seq,
  data: { watchers: count },
});

function start(clock = createServerClock(() => 0)) {
  const sockets: OpenedSocket[] = [];
  const rooms: Room[] = [];
  const statuses: ConnectionStatus[] = [];
  const continueRequests: ContinueRequestsMessage[] = [];
  let wake: (sleptMs: number) => void = () => undefined;
  const talk: TalkMessage[] = [];
  let ownEntryChanges = 0;
  const client: RoomClient = connectRoom({
    raffleId: 'raffle',
    clock,
    hints: { inviteeId: 'me' },
    openSocket(events) {
      const sent: ClientMessage[] = [];
      sockets.push({ events, sent, receive: (message) => events.received(JSON.stringify(message)) });
      return { send: (text) => sent.push(JSON.parse(text)), close: () => events.closed(1006) };
    },
    onRoom: (room) => rooms.push(room),
    onStatus: (status) => statuses.push(status),
    onContinueRequests: (message) => continueRequests.push(message),
    onOwnEntryChanged: () => {
      ownEntryChanges += 1;
    },
    onTalk: (message) => talk.push(message),
    random: () => 0,
    watchSleep(onWake) {
      wake = onWake;
      return () => undefined;
    },
  });
  const socket = (index: number): OpenedSocket => {
    const found = sockets[index];
    if (found === undefined) throw new Error(`Socket ${index} was not opened.`);
    return found;
  };
  return {
    client,
    sockets,
    socket,
    rooms,
    statuses,
    continueRequests,
    talk,
    wake: (sleptMs: number) => wake(sleptMs),
    ownEntryChanges: () => ownEntryChanges,
  };
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
    const { socket, rooms, statuses } = start();
    socket(0).events.opened();
    expect(socket(0).sent[0]).toEqual({ type: 'join-room', data: { raffleId: 'raffle', inviteeId: 'me' } });
    socket(0).receive({ type: 'snapshot', data: snapshot(4) });
    socket(0).receive(watchers(5, 12));
    expect(rooms.at(-1)).toMatchObject({ watchers: 12 });
    expect(statuses).toEqual(['connecting', 'live']);
  });

  it('R94: notifies when something about the own entry changed', () => {
    const { socket, ownEntryChanges, rooms } = start();
    socket(0).events.opened();
    socket(0).receive({ type: 'snapshot', data: snapshot(4) });
    socket(0).receive({ type: 'own-entry-changed', data: {} });
    expect(ownEntryChanges()).toBe(1);
    expect(rooms).toHaveLength(1);
  });

  it('requests a new snapshot once after a gap, and waits for it', () => {
    const { socket, rooms } = start();
    socket(0).events.opened();
    socket(0).receive({ type: 'snapshot', data: snapshot(4) });
    socket(0).receive(watchers(6, 12));
    socket(0).receive(watchers(7, 13));
    expect(resyncs(socket(0))).toBe(1);
    expect(rooms).toHaveLength(1);
    socket(0).receive({ type: 'snapshot', data: snapshot(7) });
    socket(0).receive(watchers(8, 14));
    expect(rooms.at(-1)).toMatchObject({ watchers: 14 });
  });

  describe('a room that lacks what is due', () => {
    const T0 = 100_000;
    const draw = { draw_id: 'one', voided: null, t0: T0, beacon: { kind: 'drand' }, beacon_at: T0 + 23_000 };
    const inDraw = (seq: number, fields: object = {}): RoomSnapshot =>
      ({
        ...snapshot(seq),
        serverTime: T0 + 20_000,
        draw,
        result: null,
        ...fields,
      }) as unknown as RoomSnapshot;

    /** In the room since T0 + 20 s, on a line that lives. */
    function enter(first: RoomSnapshot) {
      const ahead = T0 + 20_000 - localNow();
      const started = start(createServerClock(localNow));
      const line = started.socket(0);
      const live = (ms: number): void => {
        for (let passed = 0; passed < ms; passed += 500) {
          vi.advanceTimersByTime(500);
          const request = line.sent.findLast(({ type }) => type === 'time');
          if (request?.type === 'time')
            line.receive({ type: 'time', data: { sent: request.data.sent, server: ahead + localNow() } });
        }
      };
      line.events.opened();
      line.receive({ type: 'snapshot', data: first });
      live(500);
      return { ...started, line, live };
    }

    it('D1: requests winners that nobody sent, until they come', () => {
      const { line, live, rooms, sockets } = enter(inDraw(4));
      live(7500);
      expect(resyncs(line)).toBe(0);
      live(1500);
      expect(resyncs(line)).toBe(1);
      line.receive({ type: 'snapshot', data: inDraw(4) });
      live(2500);
      expect(resyncs(line)).toBe(2);
      line.receive({ type: 'snapshot', data: inDraw(5, { result: { winners: [], alternates: [] } }) });
      live(60_000);
      expect(resyncs(line)).toBe(2);
      expect(rooms.at(-1)?.result).not.toBeNull();
      expect(sockets).toHaveLength(1);
    });

    it('D1: is not kept from it by other news', () => {
      const { line, live } = enter(inDraw(4));
      for (let seq = 5; seq < 25; seq += 1) {
        live(500);
        line.receive(watchers(seq, seq));
      }
      expect(resyncs(line)).toBe(1);
    });

    it('D1: requests a beacon that nobody sent, ever less often', () => {
      const { line, live } = enter(inDraw(4, { draw: { ...draw, beacon_at: null } }));
      const answers = (): void =>
        line.receive({ type: 'snapshot', data: inDraw(4, { draw: { ...draw, beacon_at: null } }) });
      for (let second = 0; second < 120; second += 1) {
        live(1000);
        answers();
      }
      expect(resyncs(line)).toBeGreaterThanOrEqual(5);
      expect(resyncs(line)).toBeLessThanOrEqual(8);
    });

    it('D1: requests a draw that has begun, but not while devices add randomness', () => {
      const raffle = {
        id: 'raffle',
        draw_started: true,
        contributing: { until: T0 + 30_000, expected: 'one' },
      };
      const { line, live } = enter(inDraw(4, { draw: null, raffle }));
      live(9500);
      expect(resyncs(line)).toBe(0);
      live(2000);
      expect(resyncs(line)).toBe(1);
    });
  });

  it('R40: opens a lost line again, and keeps the room meanwhile', () => {
    const { sockets, socket, rooms, statuses } = start();
    socket(0).events.opened();
    socket(0).receive({ type: 'snapshot', data: snapshot(4) });
    socket(0).events.closed(1006);
    expect(statuses.at(-1)).toBe('reconnecting');
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    socket(1).events.opened();
    socket(1).receive({ type: 'snapshot', data: snapshot(9) });
    expect(rooms).toHaveLength(2);
    expect(statuses.at(-1)).toBe('live');
  });

  it('gives up a line on which a time question stays unanswered', () => {
    const { sockets, socket } = start();
    socket(0).events.opened();
    vi.advanceTimersByTime(9000);
    expect(sockets).toHaveLength(2);
  });

  it('D4: gives up a line that answers time requests but delivers no snapshot', () => {
    const { socket, sockets, rooms } = start();
    const answerTime = (line: OpenedSocket): void => {
      const request = line.sent.findLast(({ type }) => type === 'time');
      if (request?.type === 'time')
        line.receive({ type: 'time', data: { sent: request.data.sent, server: 1000 } });
    };
    const live = (line: OpenedSocket, ms: number): void => {
      for (let passed = 0; passed < ms; passed += 500) {
        vi.advanceTimersByTime(500);
        answerTime(line);
      }
    };
    socket(0).events.opened();
    live(socket(0), 14_500);
    expect(sockets).toHaveLength(1);
    live(socket(0), 1500);
    expect(sockets).toHaveLength(2);
    socket(1).events.opened();
    socket(1).receive({ type: 'snapshot', data: snapshot(4) });
    live(socket(1), 20_000);
    expect(sockets).toHaveLength(2);
    // The same for a snapshot that is requested again.
    socket(1).receive(watchers(6, 12));
    live(socket(1), 14_500);
    expect(sockets).toHaveLength(2);
    live(socket(1), 1500);
    expect(sockets).toHaveLength(3);
    expect(rooms).toHaveLength(1);
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
      ({
        ...snapshot(seq),
        draw: { voided: null, t0: 60_000, beacon: { kind: 'drand' }, beacon_at: null },
        result: null,
      }) as RoomSnapshot;

    /** A line on which every question so far was answered. */
    function quietLine(shown: RoomSnapshot) {
      const started = start();
      const line = started.socket(0);
      const answer = (): void => {
        const request = line.sent.findLast(({ type }) => type === 'time');
        if (request?.type !== 'time') throw new Error('Nothing was requested.');
        line.receive({ type: 'time', data: { sent: request.data.sent, server: 1000 } });
      };
      line.events.opened();
      line.receive({ type: 'snapshot', data: shown });
      for (let n = 0; n < 5; n += 1) answer();
      return { ...started, line, answer };
    }

    it.each([
      ['in a draw within five seconds', drawing(4), SILENCE.inDraw, 5000],
      ['outside of one within ten', { ...snapshot(4), draw: null }, SILENCE.outside, 10_000],
    ])('D4: a frozen node is left %s, also when the next line leads to it again', (...row) => {
      const [_when, shown, { afterMs }, within] = row;
      const { sockets, socket, answer, statuses } = quietLine(shown);
      vi.advanceTimersByTime(afterMs + 1);
      answer();
      expect(sockets).toHaveLength(1);
      // The second line is taken by the frozen node, too, which never opens it.
      vi.advanceTimersByTime(within - 100);
      expect(sockets).toHaveLength(3);
      socket(2).events.opened();
      socket(2).receive({ type: 'snapshot', data: shown });
      expect(statuses.at(-1)).toBe('live');
      expect(sockets).toHaveLength(3);
    });

    it('D4: lines that don’t open are given ever more time', () => {
      const { sockets } = quietLine(drawing(4));
      vi.advanceTimersByTime(20_000);
      expect(sockets.length).toBeLessThanOrEqual(6);
    });

    it('a line on which messages arrive is asked nothing', () => {
      const { line } = quietLine(drawing(4));
      const asked = line.sent.length;
      for (let seq = 5; seq < 12; seq += 1) {
        vi.advanceTimersByTime(1400);
        line.receive(watchers(seq, seq));
      }
      expect(line.sent).toHaveLength(asked);
    });

    it('a slow network is given the time that it takes', () => {
      const { sockets, answer } = quietLine(drawing(4));
      vi.advanceTimersByTime(SILENCE.inDraw.afterMs);
      vi.advanceTimersByTime(1400);
      answer();
      vi.advanceTimersByTime(SILENCE.inDraw.afterMs);
      vi.advanceTimersByTime(4000);
      expect(sockets).toHaveLength(1);
      answer();
      expect(sockets).toHaveLength(1);
    });

    it('before a draw, and once its winners are known, a quiet line costs a question in five seconds', () => {
      const done = { ...drawing(4), result: { winners: [], alternates: [] } } as unknown as RoomSnapshot;
      for (const quiet of [snapshot(4), done]) {
        const { line } = quietLine({ ...quiet, draw: quiet.draw ?? null });
        const asked = line.sent.length;
        vi.advanceTimersByTime(4_900);
        expect(line.sent).toHaveLength(asked);
        vi.advanceTimersByTime(200);
        expect(line.sent).toHaveLength(asked + 1);
      }
    });
  });

  it('does not come back to a room that is gone', () => {
    const { sockets, socket, statuses } = start();
    socket(0).events.opened();
    socket(0).events.closed(4404);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(statuses.at(-1)).toBe('refused');
  });

  it('reconnects at once when the device wakes up', () => {
    const { wake, sockets, socket } = start();
    socket(0).events.opened();
    socket(0).events.closed(1006);
    wake(0);
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
    const { wake, sockets, socket } = start();
    socket(0).events.opened();
    socket(0).receive({ type: 'snapshot', data: snapshot(1) });
    for (let i = 0; i < 5; i += 1) socket(0).receive({ type: 'time', data: { sent: 0, server: 0 } });
    wake(60_000);
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });
});

describe('R41: a joined device', () => {
  it('receives the requests of others to continue with its entry', () => {
    const { socket, continueRequests } = start();
    socket(0).events.opened();
    const requests = [{ requestId: 'request-0123456789', code: 'ABC234', expiresAt: 9 }];
    socket(0).receive({ type: 'continue-requests', data: { requests, codeExpiresAt: null } });
    expect(continueRequests).toEqual([{ requests, codeExpiresAt: null }]);
  });
});

describe('chat', () => {
  it('passes on messages of the chat, numbered or not, and sends only on a live line', () => {
    const { client, socket, rooms, talk } = start();
    const line: ClientMessage = { type: 'reaction', data: { kind: 'wow' } };
    expect(client.send(line)).toBe(false);
    socket(0).events.opened();
    socket(0).receive({ type: 'snapshot', data: snapshot(4) });
    socket(0).receive({ type: 'chat-you', data: { id: 'host' } });
    socket(0).receive({ type: 'reactions', seq: 5, data: { counts: { wow: 1 } } });
    expect(talk.map(({ type }) => type)).toEqual(['chat-you', 'reactions']);
    socket(0).receive(watchers(6, 14));
    expect(rooms.at(-1)?.watchers).toBe(14);
    expect(client.send(line)).toBe(true);
    expect(socket(0).sent.at(-1)).toEqual(line);
    client.close();
  });
});
