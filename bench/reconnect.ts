/**
 * Everybody comes back at once: 8,000 of the product's own live clients watch one draw, half of them entrants; in its middle
 * the server is killed (-9) and started again. How long until the last is back, in the right phase, and what the database
 * is asked meanwhile; in the same run the same clients with a plain `ws` server that says a ready snapshot.
 * Servers and clients are processes of their own; the next server is loaded before the kill.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrawAnswer, HostRaffle, JoinAnswer, ResultsAnswer } from '@glassdrum/contract';
import { WebSocket } from 'ws';
import { signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { startRelay } from '../e2e/support/relay.ts';
import { answer, request, start, killChildren } from './children.ts';
import { percentile, report } from './measure.ts';

const SOCKETS = 8_000;
const ENTRANTS = 4_000;
const JOINS_AT_ONCE = 100;
/** Milliseconds of show at which the server is killed: countdown and warm-up are over when people are back. */
const KILLED_AT = 6_000;
const SHOW_MS = 40_000;

type Way = 'glassdrum' | 'ws';

interface Back {
  backMs: number[];
  inPhase: number;
}

interface Facts {
  statements: number;
  stoodStillMs: number;
}

async function loaded(way: Way, dataDir: string, relayUrl: string): Promise<ChildProcess> {
  const child = start('reconnect-server.ts', way, dataDir, relayUrl);
  await answer(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Kills the server that the clients are at, starts the next one on its port, and waits until all are back. */
async function loseServer(
  clients: ChildProcess,
  {
    killed,
    next,
    port,
    snapshot,
  }: { killed: ChildProcess; next: ChildProcess; port: number; snapshot: string },
): Promise<Back & Facts> {
  const back = answer<Back>(clients);
  clients.send({ lose: true });
  await end(killed, 'SIGKILL');
  await request(next, { port, snapshot });
  const found = await back;
  return { ...found, ...(await request<Facts>(next, { facts: true })) };
}

async function entrantsOf(url: string, link: string): Promise<string[]> {
  const secrets: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: JOINS_AT_ONCE }, async () => {
      while (next < ENTRANTS) {
        next += 1;
        const body = { public_link: link, display_name: `Guest ${next}` };
        const joined = await visitor(url).post<JoinAnswer>('/api/join/public', body);
        secrets.push(joined.participant_token ?? '');
      }
    }),
  );
  return secrets;
}

function snapshotAt(port: number, raffleId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.once('error', reject);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } })));
    socket.once('message', (data: Buffer) => {
      resolve(data.toString());
      socket.close();
    });
  });
}

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const relay = await startRelay();
try {
  const killed = await loaded('glassdrum', dataDir, relay.url);
  const { port } = await request<{ port: number }>(killed, { port: 0, snapshot: '' });
  const url = `http://127.0.0.1:${port}`;
  const account = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
  const host = await signUp(url, account);
  const made = await host.post<HostRaffle>('/api/raffles', { title: 'Measured', allow_public_join: true });
  const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
  const entrants = await entrantsOf(url, link ?? '');
  const secrets = [...entrants, ...Array.from({ length: SOCKETS - ENTRANTS }, () => null)];
  const clients = start('reconnect-client.ts', String(port), id);
  await request(clients, { secrets });
  const next = await loaded('glassdrum', dataDir, relay.url);

  const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, {});
  if (t0 === null) throw new Error('This raffle asks devices for no randomness.');
  await pause(t0 + KILLED_AT - Date.now());
  const snapshot = await snapshotAt(port, id);
  const ours = await loseServer(clients, { killed, next, port, snapshot });
  await pause(t0 + SHOW_MS - Date.now());
  const { ends } = await request<{ ends: [end: string, clients: number][] }>(clients, { end: true });
  const { winners } = await visitor(url).get<ResultsAnswer>(`/api/raffles/${id}/results`);
  const won = winners.map((row) => row.entry_number).join();
  for (const child of [clients, next]) await end(child, 'SIGTERM');

  const [plain, plainNext] = [await loaded('ws', dataDir, relay.url), await loaded('ws', dataDir, relay.url)];
  const at = await request<{ port: number }>(plain, { port: 0, snapshot });
  const others = start('reconnect-client.ts', String(at.port), id);
  await request(others, { secrets });
  const theirs = await loseServer(others, { killed: plain, next: plainNext, port: at.port, snapshot });

  const crowd = `${SOCKETS.toLocaleString('en')} sockets`;
  const how = ({ backMs }: Back): string =>
    `from the kill to the last snapshot; median ${percentile(backMs, 0.5).toFixed(0)} ms`;
  const [ourMs, theirMs] = [Math.max(...ours.backMs), Math.max(...theirs.backMs)];
  report(`${crowd} back in mid-draw, Glassdrum`, ourMs, 'ms', how(ours));
  report(`${crowd} back, plain ws`, theirMs, 'ms', how(theirs));
  report('Glassdrum to plain ws', ourMs / theirMs, '×', 'lower is better; both with the time of their start');
  report('in the right phase', ours.inPhase, 'sockets', '2 s after each was back');
  const same = ends.find(([one]) => one === won)?.[1] ?? 0;
  report('with the stored winners at the end', same, 'sockets', 'as the results say');
  report(
    'statements to the database',
    ours.statements,
    'statements',
    'from the start of the new server until 2 s after the last was back',
  );
  report('event loop blocked, Glassdrum', ours.stoodStillMs, 'ms', 'longest turn of the event loop');
  report('event loop blocked, plain ws', theirs.stoodStillMs, 'ms', 'longest turn of the event loop');
} finally {
  killChildren();
  await relay.stop();
  await rm(dataDir, { recursive: true, force: true });
}
