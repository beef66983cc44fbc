/**
 * The crowd of the whole-draw measurement: plain sockets in one process that note when each heard what.
 *
 *   draw-watchers.ts PORT COUNT RAFFLE_ID
 *
 * Tells its parent `{ready: true}` when every one has its snapshot, and on any message `{heard}`: for each event of the draw
 * how many heard it, and the time between the first and the last of them in ms.
 */
import { WebSocket } from 'ws';
import { monotonicMs } from './measure.ts';

const AT_ONCE = 100;
const EVENTS = ['draw:starting', 'draw:seed', 'draw:beacon', 'draw:done'] as const;
const [port = '', count = '', raffleId = ''] = process.argv.slice(2);
const heard = new Map<string, { watchers: number; first: number; last: number }>();

function note(event: string): void {
  const now = monotonicMs();
  const known = heard.get(event) ?? { watchers: 0, first: now, last: now };
  heard.set(event, { ...known, watchers: known.watchers + 1, last: now });
}

function watch(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } })));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"snapshot"')) resolve();
      for (const event of EVENTS) if (text.includes(`"${event}"`)) note(event);
    });
  });
}

process.on('message', () =>
  process.send?.({
    heard: [...heard].map(([event, { watchers, first, last }]) => ({
      event,
      watchers,
      spreadMs: last - first,
    })),
  }),
);
process.on('disconnect', () => process.exit(0));
let opened = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (opened < Number(count)) {
      opened += 1;
      await watch();
    }
  }),
);
process.send?.({ ready: true });
