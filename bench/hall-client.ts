/**
 * Watchers of a large hall, some thousands in a process, with a loopback address of their own.
 *
 *   hall-client.ts PORT RAFFLE_ID ADDRESS
 *
 * On `{open: count}` it answers `{open: count}` when all have their snapshot; on `{frames: true}` what arrived since, by event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from './measure.ts';
import { openWatcher } from './watchers.ts';

export interface Arrivals {
  /** By event: when the first and the last of these watchers had it, on the machine's steady clock, and how many do. */
  events: Record<string, { first: number; last: number; count: number }>;
  /** Connections that were closed meanwhile. */
  lost: number;
  /** Of all these watchers together: until their connections were open, and since then. */
  bytes: { joining: number; watching: number };
  /** Processor time of these watchers since their connections were open, ms. */
  cpuMs: number;
}

const AT_ONCE = 100;
const RETRY_MS = 500;
const [portText = '', raffleId = '', address = '127.0.0.1'] = process.argv.slice(2);
const port = Number(portText);
const events: Arrivals['events'] = {};
let lost = 0;
let opened = process.cpuUsage();
const bytes = { joining: 0, watching: 0 };
let isJoining = true;

/** The steps of a draw, without what rooms say besides. */
function nameOf(beginning: string): string | null {
  const type = /^\{"type":"(draw:[a-z-]+)"/.exec(beginning)?.[1];
  if (type !== 'draw:frame') return type ?? null;
  const step = /"step":"([a-z-]+)"/.exec(beginning)?.[1];
  return step === undefined ? type : `${type} ${step}`;
}

/** A node that lost a message says it once more, which is not news. @param known what this watcher has */
function note(beginning: string, known: string[]): void {
  const name = nameOf(beginning);
  if (name === null || known.includes(name)) return;
  known.push(name);
  const now = monotonicMs();
  const event = events[name] ?? { first: now, last: now, count: 0 };
  event.last = now;
  event.count += 1;
  events[name] = event;
}

/** @returns false when it was refused before it had its snapshot */
function tryToOpen(): Promise<boolean> {
  let isThere = false;
  const known: string[] = [];
  return new Promise((resolve) => {
    openWatcher({
      port,
      address,
      raffleId,
      secret: null,
      onBytes: (count) => (bytes[isJoining ? 'joining' : 'watching'] += count),
      onFrame(beginning) {
        if (isThere) return note(beginning, known);
        isThere = beginning.startsWith('{"type":"snapshot"');
        if (isThere) resolve(true);
      },
      onClose() {
        if (isThere) lost += 1;
        resolve(false);
      },
    });
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
  opened = process.cpuUsage();
  isJoining = false;
  process.send?.({ open: count });
}

process.on('message', (order: { open: number } | { frames: true }) => {
  if ('open' in order) void openAll(order.open);
  else {
    const { user, system } = process.cpuUsage(opened);
    process.send?.({ events, lost, bytes, cpuMs: (user + system) / 1000 } satisfies Arrivals);
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
