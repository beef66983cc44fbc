/**
 * A busy chat: one room with 5,000 watchers in which 5 and 20 lines a second are sent by calls, each stored before it is broadcast.
 * Measured are the time from the call until the last watcher has a line, beside bare connections in the same run, and what it
 * costs the server.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, request, start } from './children.ts';
import { type Line, openLines, postCall } from './http-lines.ts';
import { CHAT_WORDS, monotonicMs, percentile, report } from './measure.ts';

const WATCHERS = 5000;
const PACES = [
  { name: '5 lines/s', everyMs: 200, lines: 75 },
  { name: '20 lines/s', everyMs: 50, lines: 200 },
] as const;
const WARM_UP = { everyMs: 50, lines: 20 };
/** Few, so that none is idle for as long as a server keeps one. */
const CALLS_AT_ONCE = 8;
/** The presence of new watchers is broadcast first. */
const SETTLE_MS = 5000;

interface Result {
  /** By pace. */
  lastMs: number[][];
  loopMs: number[];
  emptyBytes: number;
  calmBytes: number;
  busyBytes: number;
}

interface Side {
  port: number;
  raffleId: string;
  secrets: string[];
}

/** Says the n-th line. */
type Say = (n: number) => Promise<unknown>;

async function callsOf({ port, raffleId, secrets }: Side): Promise<Say> {
  const free: Line[] = await openLines(port, CALLS_AT_ONCE);
  return async (n) => {
    // A server that does not keep up is waited for: its lines are late.
    while (free.length === 0) await pause(1);
    const line = free.shift();
    if (line === undefined) return;
    const secret = secrets[n % secrets.length] ?? '';
    const body = { raffle_id: raffleId, message: `${CHAT_WORDS} ${n}` };
    const call = postCall(`/api/raffles/${raffleId}/chat`, body, `Authorization: Bearer ${secret}\r\n`);
    const { status, body: text } = await line.call(call);
    if (status !== 201) throw new Error(`A line was answered with ${status}: ${text}`);
    free.push(line);
  };
}

async function measure(way: 'bare' | 'chat'): Promise<Result> {
  const server = start('chat-server.ts', way);
  const side = await answer<Side>(server);
  const facts = (): Promise<{ rss: number; loopMs: number }> => request(server, { facts: true });
  const { rss: emptyBytes } = await facts();
  const watchers = start('chat-client.ts', String(side.port), String(WATCHERS), side.raffleId);
  await answer<{ ready: true }>(watchers);
  await pause(SETTLE_MS);
  const say: Say = way === 'chat' ? await callsOf(side) : async (n) => server.send({ say: n });
  const deliver = deliverer(watchers, say);
  await deliver(WARM_UP);
  const { rss: calmBytes } = await facts();
  const lastMs: number[][] = [];
  const loopMs: number[] = [];
  let busyBytes = calmBytes;
  for (const pace of PACES) {
    lastMs.push(await deliver(pace));
    const found = await facts();
    loopMs.push(found.loopMs);
    busyBytes = found.rss;
  }
  for (const child of [watchers, server]) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
  }
  return { lastMs, loopMs, emptyBytes, calmBytes, busyBytes };
}

/** Says lines at a pace. Answers with the time from saying each until the last watcher had it, ms. */
function deliverer(watchers: ChildProcess, say: Say) {
  let said = 0;
  return async ({ everyMs, lines }: { everyMs: number; lines: number }): Promise<number[]> => {
    await request(watchers, { lines });
    const reached = answer<{ lastAt: number[] }>(watchers);
    const sentAt: number[] = [];
    const all: Promise<unknown>[] = [];
    const begin = monotonicMs();
    for (let n = 0; n < lines; n += 1) {
      await pause(Math.max(0, begin + n * everyMs - monotonicMs()));
      sentAt.push(monotonicMs());
      all.push(say(said));
      said += 1;
    }
    await Promise.all(all);
    const { lastAt } = await reached;
    return sentAt.map((at, n) => (lastAt[n] ?? Number.NaN) - at);
  };
}

const [bare, chat] = [await measure('bare'), await measure('chat')];
for (const [n, { name }] of PACES.entries()) {
  const times = ({ lastMs }: Result): number[] => lastMs[n] ?? [];
  const slow = (result: Result): string =>
    `95th percentile ${percentile(times(result), 0.95).toFixed(0)} ms; event loop delay ${(result.loopMs[n] ?? 0).toFixed(0)} ms, 99th percentile`;
  const [floor, last] = [percentile(times(bare), 0.5), percentile(times(chat), 0.5)];
  report(`${name} to the last of 5,000, bare connections`, floor, 'ms', slow(bare));
  report(`${name} to the last of 5,000, chat`, last, 'ms', `by call, stored first; ${slow(chat)}`);
  report(`${name} to the last of 5,000, chat to bare`, last / floor, '×', 'lower is better');
}
report('memory of the whole server, no watcher', chat.emptyBytes / 1e6, 'MB', 'resident, after a collection');
report('memory with 5,000 watchers', chat.calmBytes / 1e6, 'MB', 'resident, after a collection');
report('memory after 275 more lines', chat.busyBytes / 1e6, 'MB', 'resident, after a collection');
