/**
 * Joining sockets: how many people a second open a connection and have the room's snapshot, half of them entrants, and what
 * that costs the server; in the same run, round by round, the same connections with a plain `ws` server that says a ready snapshot
 * of the same length; with `--against COMMIT` also an earlier version. Servers and watchers are processes of their own; the product's is the built one.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { HostRaffle, JoinAnswer } from '@glassdrum/contract';
import { WebSocket } from 'ws';
import { signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { answer, BUILT_SERVER, cpuOf, killChildren, request, serve, start } from './children.ts';
import { buildEarlierVersion } from './earlier-version.ts';
import { percentile, report } from './measure.ts';

const SOCKETS = 6_000;
const ENTRANTS = 3_000;
const JOINS_AT_ONCE = 100;
const ROUNDS = 5;
/** Until what leaving sockets cause is over. */
const SETTLE_MS = 2_500;

interface Round {
  /** Sockets a second. */
  rate: number;
  /** Processor time of the server a socket, µs. */
  cost: number;
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

function snapshotAt(url: string, raffleId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    socket.once('error', reject);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId } })));
    socket.once('message', (data: Buffer) => {
      resolve(data.toString());
      socket.close();
    });
  });
}

interface Side {
  name: string;
  pid: number | undefined;
  crowd: ChildProcess;
  secrets: (string | null)[];
  rounds: Round[];
}

const folders: string[] = [];
const stops: (() => Promise<void> | void)[] = [];

/** The whole product with an open raffle. */
async function product(name: string, script: string): Promise<Side & { snapshot: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
  folders.push(dataDir);
  const server = await serve(script, {
    DATA_DIR: dataDir,
    JOIN_LIMIT: 'off',
    BEACON_URLS: 'http://127.0.0.1:9',
  });
  stops.push(server.stop);
  const account = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
  const host = await signUp(server.base, account);
  const made = await host.post<HostRaffle>('/api/raffles', { title: 'Measured', allow_public_join: true });
  const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
  const entrants = await entrantsOf(server.base, link ?? '');
  // Visitors and entrants alternate.
  const secrets = Array.from({ length: SOCKETS }, (_, n) => (n % 2 === 0 ? (entrants[n / 2] ?? null) : null));
  const snapshot = await snapshotAt(server.base, id);
  const crowd = await crowdAt(Number(new URL(server.base).port), id);
  return { name, pid: server.pid, crowd, secrets, snapshot, rounds: [] };
}

async function plainWs({
  secrets,
  snapshot,
}: {
  secrets: (string | null)[];
  snapshot: string;
}): Promise<Side> {
  const plain = start('reconnect-server.ts', 'ws', '', '');
  await answer(plain);
  const { port } = await request<{ port: number }>(plain, { port: 0, snapshot });
  const crowd = await crowdAt(port, 'measured-raffle-0001');
  return { name: 'plain ws', pid: plain.pid, crowd, secrets, rounds: [] };
}

async function crowdAt(port: number, raffleId: string): Promise<ChildProcess> {
  const crowd = start('sockets-client.ts', String(port), raffleId);
  await answer(crowd);
  return crowd;
}

async function joinOnce({ pid, crowd, secrets }: Side): Promise<Round> {
  const before = cpuOf(pid);
  const { ms } = await request<{ ms: number }>(crowd, { secrets });
  const cost = (1000 * (cpuOf(pid) - before)) / SOCKETS;
  await request(crowd, { close: true });
  await pause(SETTLE_MS);
  return { rate: (1000 * SOCKETS) / ms, cost };
}

function middle({ rounds }: Side, figure: keyof Round): number {
  return percentile(
    rounds.map((round) => round[figure]),
    0.5,
  );
}

const { values } = parseArgs({ options: { against: { type: 'string' } } });
const earlier = values.against === undefined ? null : buildEarlierVersion(values.against);
try {
  const ours = await product('Glassdrum', BUILT_SERVER);
  const before = earlier === null ? [] : [await product(`Glassdrum at ${earlier.commit}`, earlier.script)];
  const theirs = await plainWs(ours);
  const sides = [ours, ...before, theirs];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of sides) {
      const measured = await joinOnce(side);
      // The first is to warm up.
      if (round > 0) side.rounds.push(measured);
    }
  }
  const crowd = `${SOCKETS.toLocaleString('en')} sockets, half of them entrants; median of ${ROUNDS} rounds`;
  for (const side of sides) report(`sockets that join, ${side.name}`, middle(side, 'rate'), '/s', crowd);
  for (const side of sides) {
    report(
      `processor time of a socket, ${side.name}`,
      middle(side, 'cost'),
      'µs',
      'of the server, all threads',
    );
  }
  for (const other of [...before, theirs]) {
    const rate = middle(ours, 'rate') / middle(other, 'rate');
    const cost = middle(ours, 'cost') / middle(other, 'cost');
    report(`sockets that join, Glassdrum to ${other.name}`, rate, '×', 'higher is better');
    report(`processor time, Glassdrum to ${other.name}`, cost, '×', 'lower is better');
  }
} finally {
  for (const stop of stops) await stop();
  killChildren();
  earlier?.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
