/** Somebody who watches a raffle through a proxy with the page's own live client, and what came to them when. */
import { onTestFinished } from 'vitest';
import type { ClientOptions } from 'ws';
import { connectRoom } from '../../apps/web/src/live/room-client.ts';
import type { Room } from '../../apps/web/src/live/room-reducer.ts';
import { createServerClock, localNow } from '../../apps/web/src/live/server-clock.ts';
import { openNodeSocket } from '../../e2e/support/node-socket.ts';

export interface Watcher {
  room(): Room | null;
  isLive(): boolean;
  /** The longest time without a live connection after the first one, ms. */
  longestGap(): number;
  /** The server's time as this page has it, epoch ms. */
  now(): number;
  /** How often a connection was opened. */
  connections(): number;
  /** What happened to its connections, with seconds since the start, to be read when something went wrong. */
  story(): string;
  /** When the winners came, epoch ms; null before. */
  wonAt(): number | null;
  /** When a line of the chat came, live or in the history of a new connection, epoch ms; null before. */
  readAt(text: string): number | null;
}

/** @param way how to get there, where that is special */
export function watchThrough(url: string, raffleId: string, way?: ClientOptions): Watcher {
  let room: Room | null = null;
  let live = false;
  let connections = 0;
  let wonAt: number | null = null;
  let lostAt: number | null = null;
  let longestGap = 0;
  const clock = createServerClock(localNow);
  const start = Date.now();
  const story: string[] = [];
  const note = (what: string): void => void story.push(`${((Date.now() - start) / 1000).toFixed(1)} ${what}`);
  let lastByteAt = 0;
  const lines = new Map<string, number>();
  const read = (message: string): void => {
    if (!lines.has(message)) lines.set(message, Date.now());
  };
  const client = connectRoom({
    raffleId,
    clock,
    openSocket(events) {
      connections += 1;
      note('opening');
      const noted: typeof events = {
        opened() {
          note('open');
          events.opened();
        },
        received(text) {
          lastByteAt = Date.now();
          if (text.startsWith('{"type":"snapshot"'))
            note(text.includes('"result":null') ? 'snapshot without winners' : 'snapshot with winners');
          else if (!text.startsWith('{"type":"time"')) note(text.slice(0, 40));
          events.received(text);
        },
        closed(code) {
          note(`closed ${code}`);
          events.closed(code);
        },
      };
      return openNodeSocket(url, null, noted, way);
    },
    onRoom(next) {
      room = next;
      if (next.result !== null) wonAt ??= Date.now();
    },
    onStatus(status) {
      if (live && status !== 'live') lostAt = performance.now();
      live = status === 'live';
      if (live && lostAt !== null) {
        longestGap = Math.max(longestGap, performance.now() - lostAt);
        lostAt = null;
      }
      note(status);
    },
    onContinueRequests: () => undefined,
    onOwnEntryChanged: () => undefined,
    onTalk(message) {
      if (message.type === 'chat-message') read(message.data.message);
      if (message.type === 'chat-history') for (const line of message.data.messages) read(line.message);
    },
    random: Math.random,
    hints: {},
  });
  onTestFinished(client.close);
  return {
    room: () => room,
    isLive: () => live,
    longestGap: () => longestGap,
    now: clock.now,
    connections: () => connections,
    story: () => [...story.slice(-40), `last byte at ${((lastByteAt - start) / 1000).toFixed(1)}`].join('\n'),
    wonAt: () => wonAt,
    readAt: (text) => lines.get(text) ?? null,
  };
}
