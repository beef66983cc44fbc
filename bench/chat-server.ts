/**
 * The server's side of the chat measurement, a process of its own, in one of two ways:
 *
 *   chat  the whole product with its database; participants of an open raffle send lines by calls
 *   bare  a ready frame of the same size written to each connection in a loop: what Node itself costs
 *
 * The parent is told the sessions of participants (`{port, raffleId, secrets}`); a bare loop has none and says a line on
 * `{say: n}`. `{facts: true}` gives memory and the event loop's delay since the last asking.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { composeApp } from '../apps/server/src/compose.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createLog } from '../apps/server/src/platform/http/log.ts';
import { textFrame } from '../apps/server/src/platform/live/frame.ts';
import { acceptBare } from './bare-sockets.ts';
import { CHAT_WORDS } from './measure.ts';

const SPEAKERS = 40;
interface Side {
  port: number;
  raffleId: string;
  /** Of those who speak. */
  secrets: string[];
  say(n: number): void;
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
  const secrets: string[] = [];
  for (let n = 0; n < SPEAKERS; n += 1) {
    const body = { public_link: opened.body['public_link'], display_name: `Person ${n}` };
    const joined = await call('/api/join/public', body);
    secrets.push(joined.body['participant_token'] ?? '');
  }
  return { port: Number(port), raffleId: id, secrets, say: () => undefined };
}

async function bare(): Promise<Side> {
  const server = createServer();
  const streams = acceptBare(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    raffleId: 'measured-raffle-0001',
    secrets: [],
    say(n) {
      const data = { id: n, displayName: 'Person 1', message: `${CHAT_WORDS} ${n}`, timestamp: Date.now() };
      const rest = { inviteeId: null, isHost: false, isSystem: false, isPrivate: false, imageUrl: null };
      const frame = textFrame(JSON.stringify({ type: 'chat-message', data: { ...data, ...rest }, seq: n }));
      for (const stream of streams) stream.write(frame);
    },
  };
}

const side = await (process.argv[2] === 'bare' ? bare() : chat());
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', (order: { say: number } | { facts: true }) => {
  if ('say' in order) side.say(order.say);
  else {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss(), loopMs: delay.percentile(99) / 1e6 });
    delay.reset();
  }
});
process.on('disconnect', () => process.exit(0));
const { port, raffleId, secrets } = side;
process.send?.({ port, raffleId, secrets });
