/**
 * The crowd of the measurement of joining sockets.
 *
 *   sockets-client.ts PORT RAFFLE_ID
 *
 * For each `{secrets}`, one a watcher and null for a visitor, opens that many connections and answers `{ms}`: the time from the
 * first connection to the last snapshot. Then it closes them all, and answers `{closed: true}` for `{close: true}`.
 */
import type { Socket } from 'node:net';
import { monotonicMs } from './measure.ts';
import { openWatcher } from './watchers.ts';

type Order = { secrets: (string | null)[] } | { close: true };

/** Connections that are on their way at the same time. */
const AT_ONCE = 500;
/** So that a crowd does not seem to sit behind one address. */
const ADDRESSES = 8;
const [portText = '', raffleId = ''] = process.argv.slice(2);
const port = Number(portText);
const open = new Set<Socket>();

function join(secret: string | null, n: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openWatcher({
      port,
      secret,
      raffleId,
      address: `127.0.0.${2 + (n % ADDRESSES)}`,
      onFrame: (beginning) => {
        if (beginning.startsWith('{"type":"snapshot"')) resolve();
      },
      onClose: () => {
        open.delete(socket);
        reject(new Error('A watcher lost its connection.'));
      },
    });
    open.add(socket);
  });
}

async function joinAll(secrets: readonly (string | null)[]): Promise<number> {
  let next = 0;
  const start = monotonicMs();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < secrets.length) {
        next += 1;
        await join(secrets[next - 1] ?? null, next);
      }
    }),
  );
  return monotonicMs() - start;
}

process.on('message', (order: Order) => {
  if ('secrets' in order) void joinAll(order.secrets).then((ms) => process.send?.({ ms }));
  else {
    for (const socket of open) socket.destroy();
    const wait = setInterval(() => {
      if (open.size > 0) return;
      clearInterval(wait);
      process.send?.({ closed: true });
    }, 20);
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
