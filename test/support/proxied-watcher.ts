/** Somebody who watches a raffle through a proxy with the page's own live client, and what came to them when. */
import type { LIVE_CLOSE } from '@glassdrum/contract';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from 'ws';
import { connectRoom } from '../../apps/web/src/live/room-client.ts';
import type { Room } from '../../apps/web/src/live/room-reducer.ts';
import { createServerClock, localNow } from '../../apps/web/src/live/server-clock.ts';
import { openNodeSocket } from '../../e2e/support/node-socket.ts';

export interface Watcher {
  room(): Room | null;
  isLive(): boolean;
  /** How often its node said that it restarts, and closed the connection. */
  closings(): number;
  /** How often an open connection ended without such a word, unless this page gave it up itself. */
  breaks(): number;
  /** What this page knew of the draw and then lost, or saw change; empty as it must be. */
  unlearned(): string[];
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

const RESTART: typeof LIVE_CLOSE.restart = 1012;

/** What a draw tells step by step, each once and for all; null while it is not known. */
export function factsOf(
  room: Room | null,
): Record<'plan' | 't0' | 'beacon' | 'seed' | 'winners', string | null> {
  const { draw = null, result = null } = room ?? {};
  return {
    plan: draw?.freeze_hash ?? null,
    t0: draw === null ? null : String(draw.t0),
    beacon: draw?.beacon_value ?? null,
    seed: draw?.seed_reveal ?? null,
    winners: result === null ? null : result.winners.map((row) => row.entry_number).join(' '),
  };
}

/** @param way how to get there, where that is special */
export function watchThrough(url: string, raffleId: string, way?: ClientOptions): Watcher {
  let room: Room | null = null;
  let live = false;
  let connections = 0;
  let wonAt: number | null = null;
  let closings = 0;
  let breaks = 0;
  const unlearned: string[] = [];
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
      let isOpen = false;
      note('opening');
      const noted: typeof events = {
        opened() {
          isOpen = true;
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
          if (isOpen && code === RESTART) closings += 1;
          else if (isOpen) breaks += 1;
          events.closed(code);
        },
      };
      const socket = openNodeSocket(url, null, noted, way);
      return {
        send: socket.send,
        close() {
          isOpen = false;
          socket.close();
        },
      };
    },
    onRoom(next) {
      const known = Object.entries(factsOf(room));
      const now = new Map(Object.entries(factsOf(next)));
      for (const [fact, value] of known) {
        if (value !== null && now.get(fact) !== value) unlearned.push(`${fact} ${value}: ${now.get(fact)}`);
      }
      room = next;
      if (next.result !== null) wonAt ??= Date.now();
    },
    onStatus(status) {
      live = status === 'live';
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
    closings: () => closings,
    breaks: () => breaks,
    unlearned: () => unlearned,
    now: clock.now,
    connections: () => connections,
    story: () => [...story.slice(-40), `last byte at ${((lastByteAt - start) / 1000).toFixed(1)}`].join('\n'),
    wonAt: () => wonAt,
    readAt: (text) => lines.get(text) ?? null,
  };
}
