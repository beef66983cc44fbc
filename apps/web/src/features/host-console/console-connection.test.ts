/** The host's own channel: in turn, a new snapshot after a gap or a lost line, and no reconnect after the session's end. */
import type { ClientMessage, ConsoleMessage, HostRaffle } from '@glassdrum/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocketEvents } from '../../live/connection.ts';
import { connectConsole } from './console-connection.ts';
import { withRaffle } from './use-live-raffles.ts';

const raffle = (id: string, joined = 0) => ({ id, joined_count: joined }) as HostRaffle;

function setUp() {
  /** What the console was notified of, and what it sent beside time requests. */
  const log: string[] = [];
  const lines: SocketEvents[] = [];
  let requestedAt = 0;
  const connection = connectConsole({
    openSocket(events) {
      lines.push(events);
      return {
        send(text) {
          const message = JSON.parse(text) as ClientMessage;
          if (message.type === 'time') requestedAt = message.data.sent;
          else log.push(`sent ${message.type}`);
        },
        close: () => events.closed(1006),
      };
    },
    onJoined: () => log.push('joined'),
    onRaffle: ({ id }) => log.push(`raffle ${id}`),
    onRaffleGone: (id) => log.push(`gone ${id}`),
    onWinnersChanged: (id) => log.push(`winners of ${id}`),
    onSignedOut: () => log.push('signed out'),
    random: () => 0.5,
  });
  const line = (): SocketEvents => lines.at(-1) as SocketEvents;
  const receive = (message: ConsoleMessage): void => line().received(JSON.stringify(message));
  const answer = (): void => receive({ type: 'time', data: { sent: requestedAt, server: 1 } });
  const joined = (seq: number): void => {
    line().opened();
    receive({ type: 'console:joined', data: { protocol: 1, seq, serverTime: 0 } });
    for (let n = 0; n < 5; n += 1) answer();
  };
  const changed = (seq: number, id: string) =>
    receive({ type: 'console:raffle', seq, data: { raffle: raffle(id) } });
  return { log, lines, line, receive, answer, joined, changed, connection };
}

describe('connectConsole', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('joins, then applies what arrives in turn, each once', () => {
    const { log, joined, changed, receive } = setUp();
    changed(8, 'early');
    joined(7);
    changed(8, 'a');
    changed(8, 'a');
    receive({ type: 'console:raffle-gone', seq: 9, data: { raffleId: 'b' } });
    receive({ type: 'console:winners-changed', seq: 10, data: { raffleId: 'a' } });
    expect(log).toEqual(['sent join-console', 'joined', 'raffle a', 'gone b', 'winners of a']);
  });

  it('requests the state after a gap, and applies nothing until then', () => {
    const { log, joined, changed, receive } = setUp();
    joined(1);
    changed(3, 'late');
    changed(4, 'later');
    receive({ type: 'console:joined', data: { protocol: 1, seq: 4, serverTime: 0 } });
    changed(5, 'a');
    expect(log).toEqual(['sent join-console', 'joined', 'sent resync', 'joined', 'raffle a']);
  });

  it('reconnects after a lost line, and not after it was closed', () => {
    const { line, lines, connection } = setUp();
    line().closed(1006);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    connection.close();
    line().closed(1006);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  });

  it('D4: leaves a frozen node within ten seconds, also when the next line leads to it again, and fetches again', () => {
    const { log, lines, joined, answer } = setUp();
    joined(1);
    vi.advanceTimersByTime(5_000);
    answer();
    vi.advanceTimersByTime(6_900);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(lines).toHaveLength(3);
    joined(9);
    expect(log).toEqual(['sent join-console', 'joined', 'sent join-console', 'joined']);
  });

  it.each([
    ['a close code', ({ line }: ReturnType<typeof setUp>) => line().closed(4401)],
    [
      'an error',
      ({ receive }: ReturnType<typeof setUp>) =>
        receive({ type: 'error', data: { code: 'not_signed_in', message: 'Sign in.' } }),
    ],
  ])('ends with the session, by %s', (_by, end) => {
    const started = setUp();
    started.joined(1);
    end(started);
    vi.advanceTimersByTime(60_000);
    expect(started.log.filter((entry) => entry === 'signed out')).toHaveLength(1);
    expect(started.lines).toHaveLength(1);
  });
});

describe('withRaffle', () => {
  it('replaces one raffle and leaves the others the same objects', () => {
    const list = [raffle('a'), raffle('b')];
    const next = withRaffle(list, raffle('b', 5));
    expect(next?.[0]).toBe(list[0]);
    expect(next?.[1]?.joined_count).toBe(5);
    expect(withRaffle(list, raffle('c'))).toHaveLength(3);
    // R81: of another workspace than the list's.
    expect(withRaffle(list, raffle('c'), false)).toBe(list);
    expect(withRaffle(undefined, raffle('c'))).toBeUndefined();
  });
});
