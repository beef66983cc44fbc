/**
 * Joining: how many joins a second are acknowledged, each durably stored before its answer, through the public link of
 * one raffle. Compared in the same run, round by round, with
 * - the peer: a plain application of the same framework on PostgreSQL, one transaction a join (plain-joins.mjs),
 * - the version of an earlier commit, where one is named: `npm run bench -- joins --against REF`,
 * - the same installation that counts everything for /metrics,
 * - a bare server of the same framework that answers the same calls with nothing.
 *
 * Server and callers are processes of their own; each round has a new server and an empty database. Afterwards every
 * acknowledged join must be in the raffle.
 */
import { parseArgs } from 'node:util';
import type { PublicJoinInfo } from '@glassdrum/contract';
import { visitor } from '../apps/server/src/demo/fill.ts';
import { type DatabaseKind, makeStorage, postgresServer } from '../apps/server/test/support/storage.ts';
import { answer, BUILT_SERVER, cpuOf, end, request, serve, type Served, start } from './children.ts';
import { buildEarlierVersion } from './earlier-version.ts';
import { type Calls, openRaffle } from './full-hall.ts';
import { percentile, report } from './measure.ts';

const CONNECTIONS = 200;
const WARM_UP = 3_000;
const JOINS = 5_000;
const ROUNDS = 3;
/** A token for /metrics. */
const METRICS = 'measured-metrics-token';

interface Round {
  /** Joins a second. */
  rate: number;
  /** Of each join, ms. */
  times: number[];
  /** Processor time of the server's process for one join, µs; the database's own processes are not in it. */
  cpu: number;
}

interface Contestant {
  name: string;
  note: string;
  measure(): Promise<Round>;
}

async function joinAll({ base, pid }: Served, publicLink: string): Promise<Round> {
  const client = start('joins-client.ts', new URL(base).port, String(CONNECTIONS), publicLink);
  await answer(client);
  const joinMany = async (joins: number): Promise<Calls> => {
    const result = await request<Calls>(client, { joins });
    if (result.accepted !== joins) throw new Error(`${joins - result.accepted} joins were refused.`);
    return result;
  };
  await joinMany(WARM_UP);
  const cpuBefore = cpuOf(pid);
  const { ms, times } = await joinMany(JOINS);
  const cpu = (1000 * (cpuOf(pid) - cpuBefore)) / JOINS;
  await end(client);
  return { rate: (1000 * JOINS) / ms, times, cpu };
}

async function measureProduct(
  kind: DatabaseKind,
  script: string,
  env: Record<string, string> = {},
): Promise<Round> {
  const storage = await makeStorage(kind);
  const served = await serve(script, {
    JOIN_LIMIT: 'off',
    DATA_DIR: storage.dataDir,
    ...env,
    ...(storage.databaseUrl !== undefined && { DATABASE_URL: storage.databaseUrl }),
  });
  try {
    const { link } = await openRaffle(served.base, 'storm');
    const round = await joinAll(served, link);
    const page = await visitor(served.base).get<PublicJoinInfo>(`/api/join/${link}`);
    const expected = WARM_UP + JOINS;
    const gapless = page.takenNumbers.every((taken, index) => taken.entry_number === index + 1);
    if (page.takenNumbers.length !== expected || !gapless) {
      throw new Error(`${expected} joins were acknowledged, ${page.takenNumbers.length} are there.`);
    }
    return round;
  } finally {
    await served.stop();
    await storage.drop();
  }
}

async function measurePeer(): Promise<Round> {
  const storage = await makeStorage('postgres');
  const served = await serve('bench/plain-joins.mjs', { DATABASE_URL: storage.databaseUrl ?? '' });
  try {
    return await joinAll(served, 'plain-raffle');
  } finally {
    await served.stop();
    await storage.drop();
  }
}

async function measureBare(): Promise<Round> {
  const served = await serve('bench/bare-fastify.mjs');
  try {
    return await joinAll(served, 'nothing-is-looked-up-here');
  } finally {
    await served.stop();
  }
}

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;
const earlier = against === undefined ? null : buildEarlierVersion(against);
const kinds: [DatabaseKind, string][] = [['sqlite', 'SQLite']];
if (postgresServer !== undefined) kinds.push(['postgres', 'PostgreSQL']);

const contestants: Contestant[] = [
  { name: 'bare fastify', note: 'empty answer, nothing stored', measure: measureBare },
  ...(postgresServer === undefined
    ? []
    : [{ name: 'plain fastify and pg', note: 'one transaction a join', measure: measurePeer }]),
  ...kinds.flatMap(([kind, name]) => [
    {
      name,
      note: 'stored durably, with a signed receipt',
      measure: () => measureProduct(kind, BUILT_SERVER),
    },
    ...(earlier === null
      ? []
      : [
          {
            name: `${name}, earlier`,
            note: `the server of commit ${earlier.commit}`,
            measure: () => measureProduct(kind, earlier.script),
          },
        ]),
    {
      name: `${name}, with metrics`,
      note: 'every call and statement counted for /metrics',
      measure: () => measureProduct(kind, BUILT_SERVER, { METRICS_TOKEN: METRICS }),
    },
  ]),
];

const rounds = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]));
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, measure } of contestants) rounds.get(name)?.push(await measure());
  }
} finally {
  earlier?.remove();
}

const load = `${CONNECTIONS} connections, ${ROUNDS} × ${JOINS.toLocaleString('en')} joins`;
const median = (values: number[]): number => percentile(values, 0.5);

for (const { name, note } of contestants) {
  const all = rounds.get(name) ?? [];
  const times = all.flatMap((round) => round.times);
  report(`joins, ${name}`, median(all.map(({ rate }) => rate)), '/s', `${note}; ${load}`);
  const slow = percentile(times, 0.99).toFixed(0);
  report(`time of a join, ${name}`, median(times), 'ms', `median; 99th percentile ${slow} ms`);
  report(`processor time of a join, ${name}`, median(all.map(({ cpu }) => cpu)), 'µs', 'of the server alone');
}

/** The middle of the rounds' own ratios: what disturbs the machine for a while disturbs both. */
function compare(name: string, other: string, note: string): void {
  const [own = [], others = []] = [rounds.get(name), rounds.get(other)];
  if (others.length === 0) return;
  const ratios = own.map(({ rate }, round) => rate / (others[round]?.rate ?? Number.NaN));
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  report(`joins, ${name} to ${other}`, median(ratios), '×', `${note}; rounds: ${range}`);
}

for (const [, name] of kinds) {
  compare(name, `${name}, earlier`, 'higher is better');
  compare(`${name}, with metrics`, name, '1 is no cost');
}
compare('PostgreSQL', 'plain fastify and pg', 'higher is better');
