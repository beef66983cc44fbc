/**
 * Joining: how many joins a second are acknowledged, each durably stored before its answer, through the public link of
 * one raffle. Compared in the same run with a bare server of the same framework that answers the same calls with
 * nothing. Server and callers are processes of their own; afterwards the raffle is asked whether every acknowledged
 * join is there.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostRaffle, PublicJoinInfo } from '@glassdrum/contract';
import { signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { percentile, report } from './measure.ts';

const CONNECTIONS = 200;
const WARM_UP = 2_000;
const JOINS = 5_000;
const ROUNDS = 3;
const SERVER = 'apps/server/dist/main.js';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Served {
  base: string;
  stop(): Promise<void>;
}

interface Figures {
  /** Joins a second, the middle round. */
  rate: number;
  /** Time of one join, ms. */
  medianMs: number;
  slowMs: number;
}

async function end(child: ChildProcess, how: () => void): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  how();
  await ended;
}

/** @param script prints its address when it listens */
async function serve(script: string, environment: Record<string, string> = {}): Promise<Served> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}.`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /ready at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return { base, stop: () => end(child, () => child.kill('SIGTERM')) };
}

async function joinAll(base: string, publicLink: string): Promise<Figures> {
  const client = fork(fileURLToPath(new URL('joins-client.ts', import.meta.url)), [
    new URL(base).port,
    String(CONNECTIONS),
    publicLink,
  ]);
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`The callers ended with code ${code}.`));
      client.once('exit', ended);
      client.once('message', (message) => {
        client.off('exit', ended);
        resolve(message as T);
      });
    });
  await answer<{ ready: true }>();
  const rates: number[] = [];
  const times: number[] = [];
  for (const joins of [WARM_UP, ...Array.from({ length: ROUNDS }, () => JOINS)]) {
    const done = answer<{ ms: number; times: number[]; accepted: number }>();
    client.send({ joins });
    const result = await done;
    if (result.accepted !== joins) throw new Error(`${joins - result.accepted} joins were refused.`);
    if (joins === WARM_UP) continue;
    rates.push((1000 * joins) / result.ms);
    times.push(...result.times);
  }
  await end(client, () => client.disconnect());
  return {
    rate: percentile(rates, 0.5),
    medianMs: percentile(times, 0.5),
    slowMs: percentile(times, 0.99),
  };
}

async function measureProduct(kind: DatabaseKind): Promise<Figures> {
  const storage = await makeStorage(kind);
  const served = await serve(SERVER, {
    DATA_DIR: storage.dataDir,
    ...(storage.databaseUrl !== undefined && { DATABASE_URL: storage.databaseUrl }),
  });
  try {
    const host = await signUp(served.base, {
      name: 'Hanna Host',
      email: 'hanna@example.org',
      password: 'a long enough passphrase',
    });
    const { id, public_link: link } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Storm',
      allow_public_join: true,
    });
    await host.post(`/api/raffles/${id}/open`);
    if (link === null) throw new Error('The raffle has no public link.');
    const figures = await joinAll(served.base, link);
    const page = await visitor(served.base).get<PublicJoinInfo>(`/api/join/${link}`);
    const expected = WARM_UP + ROUNDS * JOINS;
    const gapless = page.takenNumbers.every((taken, index) => taken.entry_number === index + 1);
    if (page.takenNumbers.length !== expected || !gapless) {
      throw new Error(`${expected} joins were acknowledged, ${page.takenNumbers.length} are there.`);
    }
    return figures;
  } finally {
    await served.stop();
    await storage.drop();
  }
}

async function measureBare(): Promise<Figures> {
  const served = await serve('bench/joins-bare.mjs');
  try {
    return await joinAll(served.base, 'nothing-is-looked-up-here');
  } finally {
    await served.stop();
  }
}

const load = `${CONNECTIONS} connections, ${ROUNDS} × ${JOINS.toLocaleString('en')} joins`;

function reportFigures(name: string, figures: Figures, note: string): void {
  report(`joins, ${name}`, figures.rate, '/s', `${note}; ${load}`);
  report(
    `time of a join, ${name}`,
    figures.medianMs,
    'ms',
    `median; 99th percentile ${figures.slowMs.toFixed(0)} ms`,
  );
}

const bare = await measureBare();
reportFigures('bare fastify', bare, 'empty answer, nothing stored');
const kinds: [DatabaseKind, string][] = [['sqlite', 'SQLite']];
if (postgresServer !== undefined) kinds.push(['postgres', 'PostgreSQL']);
for (const [kind, name] of kinds) {
  const figures = await measureProduct(kind);
  reportFigures(name, figures, 'stored durably, with a signed receipt');
  report(`joins, ${name} to bare fastify`, figures.rate / bare.rate, '×', 'higher is better');
}
