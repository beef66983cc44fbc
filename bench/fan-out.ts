/**
 * Broadcasting to a room: how long until the last of N watchers has a message, and how many messages a second arrive when
 * the room is busy. The product's hub is compared in the same run with plain `ws` and with bare connections.
 * Server and watchers are processes of their own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { answer, request, start } from './children.ts';
import { percentile, report } from './measure.ts';

const SIZES = [1_000, 5_000];
const WAYS = ['bare', 'ws', 'hub'] as const;
type Way = (typeof WAYS)[number];
const NAMES: Record<Way, string> = {
  bare: 'bare connections',
  ws: 'plain ws',
  hub: 'live hub',
};
/** Messages of the unhurried measurement, and the time between two of them. */
const CALM = { messages: 25, everyMs: 200 };
/** Messages of the busy measurement, sent ten a tick; their bytes stay below what a slow reader may leave unread. */
const BUSY = { messages: 200, rounds: 3 };

interface Result {
  /** Time until the last watcher has a message, median and 95th percentile, ms. */
  lastMs: number;
  slowMs: number;
  /** Deliveries a second. */
  rate: number;
  /** Bytes of the server's memory for each watcher. */
  perSocket: number;
}

async function measure(way: Way, size: number): Promise<Result> {
  const server = start('fan-out-server.ts', way);
  const { port } = await answer<{ port: number }>(server);
  const memory = (): Promise<{ rss: number }> => request(server, { memory: true });
  const before = await memory();
  const watchers = start('fan-out-client.ts', String(port), String(size));
  await answer<{ ready: true }>(watchers);
  const perSocket = ((await memory()).rss - before.rss) / size;

  let frames = 0;
  const deliver = async (messages: number): Promise<number> => {
    frames += messages * size;
    const reached = request<{ reachedAt: number }>(watchers, { until: frames });
    const { sentAt } = await request<{ sentAt: number }>(server, { send: messages });
    return (await reached).reachedAt - sentAt;
  };
  await deliver(5);
  const calm: number[] = [];
  for (let n = 0; n < CALM.messages; n += 1) {
    calm.push(await deliver(1));
    await pause(CALM.everyMs);
  }
  const busy: number[] = [];
  for (let n = 0; n < BUSY.rounds; n += 1) busy.push(await deliver(BUSY.messages));
  for (const child of [watchers, server]) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
  }
  return {
    lastMs: percentile(calm, 0.5),
    slowMs: percentile(calm, 0.95),
    rate: (BUSY.messages * size) / (percentile(busy, 0.5) / 1000),
    perSocket,
  };
}

for (const size of SIZES) {
  const results = new Map<Way, Result>();
  for (const way of WAYS) results.set(way, await measure(way, size));
  const watchers = `${size.toLocaleString('en')} watchers`;
  for (const [way, { lastMs, slowMs }] of results) {
    const note = `calm, ${1000 / CALM.everyMs} messages/s; 95th percentile ${slowMs.toFixed(0)} ms`;
    report(`last of ${watchers}, ${NAMES[way]}`, lastMs, 'ms', note);
  }
  for (const [way, { rate }] of results) {
    report(
      `deliveries, ${watchers}, ${NAMES[way]}`,
      rate,
      '/s',
      `busy, ${BUSY.messages} messages, 10 a tick`,
    );
  }
  const { hub, ws } = { hub: results.get('hub'), ws: results.get('ws') };
  if (hub === undefined || ws === undefined) continue;
  report(`deliveries, ${watchers}, hub to plain ws`, hub.rate / ws.rate, '×', 'higher is better');
  report(`time to the last of ${watchers}, hub to plain ws`, hub.lastMs / ws.lastMs, '×', 'lower is better');
  report(
    `memory of a watcher, ${watchers}, live hub`,
    hub.perSocket / 1000,
    'kB',
    'process memory, after a collection',
  );
  report(
    `memory of a watcher, ${watchers}, plain ws`,
    ws.perSocket / 1000,
    'kB',
    'process memory, after a collection',
  );
}
