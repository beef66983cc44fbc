/**
 * A busy chat: one room with 5,000 watchers in which 20 lines a second are sent, each stored before it is broadcast. Measured are
 * the time until the last watcher has a line, beside bare connections in the same run, and what it costs the server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { answer, request, start } from './children.ts';
import { percentile, report } from './measure.ts';

const WATCHERS = 5000;
const EVERY_MS = 50;
const WARM_UP = 20;
const LINES = 200;
/** The presence of new watchers is broadcast first. */
const SETTLE_MS = 3000;

interface Result {
  lastMs: number[];
  loopMs: number;
  emptyBytes: number;
  calmBytes: number;
  busyBytes: number;
}

async function measure(way: 'bare' | 'chat'): Promise<Result> {
  const server = start('chat-server.ts', way);
  const { port, raffleId } = await answer<{ port: number; raffleId: string }>(server);
  const facts = (): Promise<{ rss: number; loopMs: number }> => request(server, { facts: true });
  const { rss: emptyBytes } = await facts();
  const watchers = start('chat-client.ts', String(port), String(WATCHERS), raffleId);
  await answer<{ ready: true }>(watchers);
  await pause(SETTLE_MS);
  const deliver = async (lines: number): Promise<number[]> => {
    await request(watchers, { lines });
    const reached = answer<{ lastAt: number[] }>(watchers);
    const { sentAt } = await request<{ sentAt: number[] }>(server, { send: lines, everyMs: EVERY_MS });
    const { lastAt } = await reached;
    return sentAt.map((at, n) => (lastAt[n] ?? Number.NaN) - at);
  };
  await deliver(WARM_UP);
  const { rss: calmBytes } = await facts();
  const lastMs = await deliver(LINES);
  const { rss: busyBytes, loopMs } = await facts();
  for (const child of [watchers, server]) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
  }
  return { lastMs, loopMs, emptyBytes, calmBytes, busyBytes };
}

const [bare, chat] = [await measure('bare'), await measure('chat')];
const [floor, last] = [percentile(bare.lastMs, 0.5), percentile(chat.lastMs, 0.5)];
const slow = ({ lastMs }: Result): string => `95th percentile ${percentile(lastMs, 0.95).toFixed(0)} ms`;
report('a line to the last of 5,000, bare connections', floor, 'ms', `20 lines/s; ${slow(bare)}`);
report('a line to the last of 5,000, chat', last, 'ms', `stored first, 20 lines/s; ${slow(chat)}`);
report('a line to the last of 5,000, chat to bare', last / floor, '×', 'lower is better');
report('event loop delay, chat', chat.loopMs, 'ms', '99th percentile while 20 lines/s are sent');
report('event loop delay, bare connections', bare.loopMs, 'ms', '99th percentile, the same');
report('memory of the whole server, no watcher', chat.emptyBytes / 1e6, 'MB', 'resident, after a collection');
report('memory with 5,000 watchers', chat.calmBytes / 1e6, 'MB', 'resident, after a collection');
report('memory after 200 more lines', chat.busyBytes / 1e6, 'MB', 'resident, after a collection');
