/** The host's own channel: in turn, joined again after a gap or a lost line, and silent after the session's end. */
import type { ConsoleMessage, HostRaffle } from '@glassdrum/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SocketEvents } from '../../live/live-client.ts';
import { connectConsole } from './console-socket.ts';
import { withRaffle } from './use-live-raffles.ts';

const raffle = (id: string, joined = 0) => ({ id, joined_count: joined }) as HostRaffle;

function setUp() {
  const log: string[] = [];
  const lines: SocketEvents[] = [];
  const stop = connectConsole({
    openSocket(events) {
      lines.push(events);
      return { send: (text) => log.push(text), close: () => undefined };
    },
    onJoined: () => log.push('joined'),
    onRaffle: ({ id }) => log.push(`raffle ${id}`),
    onGone: (id) => log.push(`gone ${id}`),
    onSignedOut: () => log.push('signed out'),
    random: () => 0.5,
  });
  const line = (): SocketEvents => lines.at(-1) as SocketEvents;
  const say = (message: ConsoleMessage): void => line().received(JSON.stringify(message));
  const joined = (seq: number) => say({ type: 'console:joined', data: { protocol: 1, seq, serverTime: 0 } });
  const changed = (seq: number, id: string) =>
    say({ type: 'console:raffle', seq, data: { raffle: raffle(id) } });
  return { log, lines, line, say, joined, changed, stop };
}

const JOIN = '{"type":"join-console"}';

describe('connectConsole', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('joins, then applies what comes in turn, each once', () => {
    const { log, line, joined, changed, say } = setUp();
    line().opened();
    changed(8, 'early');
    joined(7);
    changed(8, 'a');
    changed(8, 'a');
    say({ type: 'console:raffle-gone', seq: 9, data: { raffleId: 'b' } });
    expect(log).toEqual([JOIN, 'joined', 'raffle a', 'gone b']);
  });

  it('joins again after a gap, and believes nothing until then', () => {
    const { log, line, joined, changed } = setUp();
    line().opened();
    joined(1);
    changed(3, 'late');
    changed(4, 'later');
    joined(4);
    changed(5, 'a');
    expect(log).toEqual([JOIN, 'joined', JOIN, 'joined', 'raffle a']);
  });

  it('comes back after a lost line, and not after it was stopped', () => {
    const { line, lines, stop } = setUp();
    line().closed(1006);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(2);
    stop();
    line().closed(1006);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  });

  it('ends with the session', () => {
    const { log, line, lines } = setUp();
    line().closed(4401);
    vi.advanceTimersByTime(60_000);
    expect(log).toEqual(['signed out']);
    expect(lines).toHaveLength(1);
  });
});

describe('withRaffle', () => {
  it('replaces one raffle and leaves the others the same objects', () => {
    const list = [raffle('a'), raffle('b')];
    const next = withRaffle(list, raffle('b', 5));
    expect(next?.[0]).toBe(list[0]);
    expect(next?.[1]?.joined_count).toBe(5);
    expect(withRaffle(list, raffle('c'))).toHaveLength(3);
    expect(withRaffle(undefined, raffle('c'))).toBeUndefined();
  });
});
