/**
 * Joining: how many joins a second are acknowledged, each durably stored before its answer, through the public link of
 * one raffle. Compared in the same run with a bare server of the same framework that answers the same calls with
 * nothing, and with the same installation that counts everything for /metrics. Server and callers are processes of their own; afterwards every acknowledged join must be in
 * the raffle.
 */
import type { PublicJoinInfo } from '@glassdrum/contract';
import { visitor } from '../apps/server/src/demo/fill.ts';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { answer, BUILT_SERVER, end, request, serve, start } from './children.ts';
import { type Calls, openRaffle } from './full-hall.ts';
import { percentile, report } from './measure.ts';

const CONNECTIONS = 200;
const WARM_UP = 2_000;
const JOINS = 5_000;
const ROUNDS = 3;
/** A token for /metrics. */
const METRICS = 'measured-metrics-token';

interface Figures {
  /** Joins a second, the middle round. */
  rate: number;
  /** Time of one join, ms. */
  medianMs: number;
  slowMs: number;
}

async function joinAll(base: string, publicLink: string): Promise<Figures> {
  const client = start('joins-client.ts', new URL(base).port, String(CONNECTIONS), publicLink);
  await answer(client);
  const rates: number[] = [];
  const times: number[] = [];
  for (const joins of [WARM_UP, ...Array.from({ length: ROUNDS }, () => JOINS)]) {
    const result = await request<Calls>(client, { joins });
    if (result.accepted !== joins) throw new Error(`${joins - result.accepted} joins were refused.`);
    if (joins === WARM_UP) continue;
    rates.push((1000 * joins) / result.ms);
    times.push(...result.times);
  }
  await end(client);
  return {
    rate: percentile(rates, 0.5),
    medianMs: percentile(times, 0.5),
    slowMs: percentile(times, 0.99),
  };
}

async function measureProduct(kind: DatabaseKind, env: Record<string, string> = {}): Promise<Figures> {
  const storage = await makeStorage(kind);
  const served = await serve(BUILT_SERVER, {
    JOIN_LIMIT: 'off',
    DATA_DIR: storage.dataDir,
    ...env,
    ...(storage.databaseUrl !== undefined && { DATABASE_URL: storage.databaseUrl }),
  });
  try {
    const { link } = await openRaffle(served.base, 'storm');
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
  const served = await serve('bench/bare-fastify.mjs');
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
  const counted = await measureProduct(kind, { METRICS_TOKEN: METRICS });
  reportFigures(`${name}, with metrics`, counted, 'every call and statement counted for /metrics');
  report(`joins, ${name} with metrics to without`, counted.rate / figures.rate, '×', '1 is no cost');
}
