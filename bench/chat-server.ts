/**
 * The server's side of the chat measurement, a process of its own, in one of two ways:
 *
 *   chat  the whole product with its database; participants of an open raffle send lines through the product's own command
 *   bare  a ready frame of the same size written to each connection in a loop: what Node itself costs
 *
 * The parent asks it to send lines (`{send: count, everyMs}`) and gets when each was asked for; `{facts: true}` gives memory
 * and the event loop's delay since the last asking.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { composeApp } from '../apps/server/src/compose.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { sendLine } from '../apps/server/src/features/chat/commands.ts';
import { createLog } from '../apps/server/src/platform/http/log.ts';
import { textFrame } from '../apps/server/src/platform/live/frame.ts';
import { acceptBare } from './bare-sockets.ts';
import { monotonicMs } from './measure.ts';

const SPEAKERS = 40;
/** What a line of some fifty letters looks like on its way. */
const WORDS = 'How many tickets are left? I would love one more!';

interface Side {
  port: number;
  raffleId: string;
  send(n: number): Promise<unknown>;
}

async function chat(): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
  const config = readConfig({
    JOIN_LIMIT: 'off',
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    BEACON_URLS: 'http://127.0.0.1:9',
  });
  const app = await composeApp({ config, log: createLog('silent') });
  const { port } = new URL(await app.listen());
  const call = async (path: string, body: object, cookie = '') => {
    const answer = await app.http.inject({ method: 'POST', url: path, payload: body, headers: { cookie } });
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
    return { body: answer.json<Record<string, string>>(), cookie: cookies.join('; ') };
  };
  const host = await call('/api/auth/register', {
    name: 'Hanna Host',
    email: 'bench@example.org',
    password: randomBytes(12).toString('hex'),
  });
  const raffle = { title: 'Measured', allow_public_join: true };
  const { id = '' } = (await call('/api/raffles', raffle, host.cookie)).body;
  const opened = await call(`/api/raffles/${id}/open`, {}, host.cookie);
  const people: { id: string; displayName: string }[] = [];
  for (let n = 0; n < SPEAKERS; n += 1) {
    const displayName = `Person ${n}`;
    const joined = await call('/api/join/public', {
      public_link: opened.body['public_link'],
      display_name: displayName,
    });
    people.push({ id: joined.body['invitee_id'] ?? '', displayName });
  }
  const { database, clock, bus } = app.parts;
  // The talk is measured, not the limit that no real talk reaches.
  const lines = { consume: async () => {}, forgive: async () => {} };
  const parts = { database, clock, bus, images: null as never, lines };
  return {
    port: Number(port),
    raffleId: id,
    send(n) {
      const sender = people[n % people.length];
      if (sender === undefined) throw new Error('Nobody is there to speak.');
      return sendLine(parts, id, sender, { text: `${WORDS} ${n}`, clientId: `measured-${n}` });
    },
  };
}

async function bare(): Promise<Side> {
  const server = createServer();
  const streams = acceptBare(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    raffleId: 'measured-raffle-0001',
    async send(n) {
      const data = { id: n, displayName: 'Person 1', message: `${WORDS} ${n}`, timestamp: Date.now() };
      const rest = { inviteeId: null, isHost: false, isSystem: false, isPrivate: false, imageUrl: null };
      const frame = textFrame(JSON.stringify({ type: 'chat-message', data: { ...data, ...rest }, seq: n }));
      for (const stream of streams) stream.write(frame);
    },
  };
}

const side = await (process.argv[2] === 'bare' ? bare() : chat());
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let sent = 0;

async function sendAll(count: number, everyMs: number): Promise<void> {
  const sentAt: number[] = [];
  const all: Promise<unknown>[] = [];
  const start = monotonicMs();
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, start + n * everyMs - monotonicMs()));
    sentAt.push(monotonicMs());
    all.push(side.send(sent));
    sent += 1;
  }
  await Promise.all(all);
  process.send?.({ sentAt });
}

process.on('message', (order: { send: number; everyMs: number } | { facts: true }) => {
  if ('send' in order) void sendAll(order.send, order.everyMs);
  else {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss(), loopMs: delay.percentile(99) / 1e6 });
    delay.reset();
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: side.port, raffleId: side.raffleId });
