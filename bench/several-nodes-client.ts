/**
 * Watchers of the measurement of several nodes, some thousands in a process, with a loopback address of their own.
 *
 *   several-nodes-client.ts PORT RAFFLE_ID ADDRESS
 *
 * On `{open: count}` it answers `{open: count}` when all have their snapshot; on `{frames: true}` what arrived since, by event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { monotonicMs } from './measure.ts';

export interface Arrivals {
  /** By event: when the first and the last of these watchers got it, on the machine's steady clock, and how many did. */
  events: Record<string, { first: number; last: number; count: number }>;
  /** Connections that were closed meanwhile. */
  lost: number;
}

const AT_ONCE = 50;
const RETRY_MS = 500;
const [port = '', raffleId = '', address = '127.0.0.1'] = process.argv.slice(2);
const events: Arrivals['events'] = {};
let lost = 0;

/** The steps of the draw, without what rooms say besides. */
function nameOf(text: string): string | null {
  const [, type] = /^\{"type":"(draw:[a-z-]+)"/.exec(text) ?? /"type":"(draw:[a-z-]+)"/.exec(text) ?? [];
  if (type === undefined || text.startsWith('{"type":"snapshot"')) return null;
  const [, step] = type === 'draw:frame' ? (/"step":"([a-z-]+)"/.exec(text) ?? []) : [];
  return step === undefined ? type : `${type} ${step}`;
}

function onMessage(data: Buffer): void {
  const name = nameOf(data.toString('utf8'));
  if (name === null) return;
  const now = monotonicMs();
  const event = events[name] ?? { first: now, last: now, count: 0 };
  event.last = now;
  event.count += 1;
  events[name] = event;
}

/** @returns false when it was refused before it was open */
function tryToOpen(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      localAddress: address,
      perMessageDeflate: false,
    });
    socket.once('error', () => resolve(false));
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } }));
      socket.on('close', () => (lost += 1));
    });
    socket.once('message', () => resolve(true));
    socket.on('message', onMessage);
  });
}

/** As pages do: whoever is refused tries again. */
async function open(): Promise<void> {
  while (!(await tryToOpen())) await pause(RETRY_MS);
}

async function openAll(count: number): Promise<void> {
  let left = count;
  const next = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await open();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  process.send?.({ open: count });
}

process.on('message', (order: { open: number } | { frames: true }) => {
  if ('open' in order) void openAll(order.open);
  else process.send?.({ events, lost } satisfies Arrivals);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
