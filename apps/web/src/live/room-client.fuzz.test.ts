/**
 * R40 under a bad network, by seed: lines break, go dead without notice, lose events and take their time. Whatever happened,
 * a client that is left in peace ends with the room as the server has it. A seed that fails becomes a named test.
 */
import type { ClientMessage, NumberedRoomEvent, RoomSnapshot, ServerMessage } from '@glassdrum/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionStatus } from './connection-state.ts';
import type { SocketEvents } from './connection.ts';
import { connectRoom } from './room-client.ts';
import type { Room } from './room-reducer.ts';
import { createServerClock } from './server-clock.ts';

const SEEDS = 60;
const STEPS = 150;
/** Longer than any question, answer and pause of the client together. */
const PEACE_MS = 60_000;

/** Numbers from 0 to 1, always the same for a seed: the mixing function of splitmix32. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

interface Line {
  events: SocketEvents;
  /** Nothing arrives on either side any more, and nothing reports it. */
  isDead: boolean;
  isClosed: boolean;
  /** The server has sent a snapshot over it; events follow. */
  isInRoom: boolean;
}

/** A room that only counts, and the network between it and its one visitor. */
function badNetwork(chance: () => number) {
  const lines: Line[] = [];
  const server = { seq: 0, watchers: 0 };
  let isPeaceful = false;

  const deliver = (line: Line, message: ServerMessage): void => {
    const text = JSON.stringify(message);
    setTimeout(
      () => {
        if (!line.isDead && !line.isClosed) line.events.received(text);
      },
      isPeaceful ? 1 : 40,
    );
  };
  const close = (line: Line, code: number): void => {
    if (line.isClosed) return;
    line.isClosed = true;
    line.events.closed(code);
  };
  const snapshot = (line: Line): void => {
    const data = { protocol: 1, serverTime: Date.now(), raffle: { id: 'raffle' }, draw: null, ...server };
    line.isInRoom = true;
    deliver(line, { type: 'snapshot', data: data as unknown as RoomSnapshot });
  };
  const onMessage = (line: Line, message: ClientMessage): void => {
    if (line.isDead || line.isClosed) return;
    if (message.type === 'time')
      deliver(line, { type: 'time', data: { sent: message.data.sent, server: Date.now() } });
    if (message.type === 'join-room' || message.type === 'resync') snapshot(line);
  };

  return {
    server,
    open(events: SocketEvents) {
      const line: Line = { events, isDead: false, isClosed: false, isInRoom: false };
      lines.push(line);
      const fate = isPeaceful ? 1 : chance();
      if (fate < 0.15) setTimeout(() => close(line, 1006), 5);
      // A frozen node accepts the connection and never answers.
      else if (fate < 0.25) line.isDead = true;
      else setTimeout(() => line.isClosed || line.events.opened(), 5);
      return {
        send: (text: string) => onMessage(line, JSON.parse(text) as ClientMessage),
        close: () => close(line, 1006),
      };
    },
    happen() {
      server.seq += 1;
      server.watchers += 1;
      const event: NumberedRoomEvent = {
        type: 'room-info',
        seq: server.seq,
        data: { watchers: server.watchers },
      };
      for (const line of lines) if (line.isInRoom && (isPeaceful || chance() > 0.1)) deliver(line, event);
    },
    trouble() {
      const line = lines.at(-1);
      if (line === undefined) return;
      const kind = chance();
      if (kind < 0.04) close(line, 1012);
      else if (kind < 0.08) close(line, 1006);
      else if (kind < 0.11) line.isDead = true;
    },
    makePeace() {
      isPeaceful = true;
    },
  };
}

describe('a client on a bad network', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'R40 ends with the server’s room: seed %i',
    async (seed) => {
      const chance = chanceOf(seed);
      const network = badNetwork(chance);
      const rooms: Room[] = [];
      const statuses: ConnectionStatus[] = [];
      let wake: (sleptMs: number) => void = () => undefined;
      const client = connectRoom({
        raffleId: 'raffle',
        clock: createServerClock(() => Date.now()),
        hints: {},
        openSocket: network.open,
        onRoom: (room) => rooms.push(room),
        onStatus: (status) => statuses.push(status),
        onContinueRequests: () => undefined,
        onOwnEntryChanged: () => undefined,
        onTalk: () => undefined,
        random: chance,
        watchSleep(onWake) {
          wake = onWake;
          return () => undefined;
        },
      });
      for (let step = 0; step < STEPS; step += 1) {
        network.happen();
        network.trouble();
        if (chance() < 0.02) wake(0);
        await vi.advanceTimersByTimeAsync(chance() * 400);
      }
      network.makePeace();
      await vi.advanceTimersByTimeAsync(PEACE_MS);
      network.happen();
      await vi.advanceTimersByTimeAsync(PEACE_MS);

      expect(statuses.at(-1)).toBe('live');
      expect(rooms.at(-1)?.watchers).toBe(network.server.watchers);
      const seen = rooms.map(({ watchers }) => watchers);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      client.close();
    },
  );
});
