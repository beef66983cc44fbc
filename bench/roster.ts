/**
 * The page of a raffle with 10,000 entries, which everybody loads who opens its public link: answers a second to 200 readers at
 * once, compressed as browsers take it. Beside a bare server of the same framework that sends as many ready bytes, in the same
 * run, round by round.
 */
import { makeStorage } from '../apps/server/test/support/storage.ts';
import { answer, BUILT_SERVER, cpuOf, end, request, serve, type Served, start } from './children.ts';
import { type Calls, openRaffle } from './full-hall.ts';
import { callAll, type Line, openLines } from './http-lines.ts';
import { percentile, report } from './measure.ts';

const READERS = 200;
const ENTRIES = 10_000;
const READS = 5_000;
const ROUNDS = 3;

interface Round {
  rate: number;
  /** Of the server, µs a read. */
  cpu: number;
}

interface Way {
  name: string;
  served: Served;
  lines: readonly Line[];
  /** The text of the call, and the status of its answers. */
  call: string;
  status: number;
  load: string;
  rounds: Round[];
}

function callFor(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n${headers}\r\n`;
}

async function read({ served: { pid }, lines, call, status: wanted }: Way): Promise<Round> {
  const before = cpuOf(pid);
  const { ms, answers } = await callAll(lines, READS, () => call);
  const failed = answers.filter(({ status }) => status !== wanted).length;
  if (failed > 0) throw new Error(`${failed} reads failed.`);
  return { rate: (1000 * READS) / ms, cpu: (1000 * (cpuOf(pid) - before)) / READS };
}

const storage = await makeStorage('sqlite');
const product = await serve(BUILT_SERVER, { JOIN_LIMIT: 'off', DATA_DIR: storage.dataDir });
const bare = await serve('bench/bare-fastify.mjs');
const { link } = await openRaffle(product.base, 'full');
const client = start('joins-client.ts', new URL(product.base).port, String(READERS), link);
await answer(client);
const { accepted } = await request<Calls>(client, { joins: ENTRIES });
if (accepted !== ENTRIES) throw new Error(`${ENTRIES - accepted} joins were refused.`);
await end(client);

const portOf = ({ base }: Served): number => Number(new URL(base).port);
const [toProduct, toBare] = await Promise.all([
  openLines(portOf(product), READERS),
  openLines(portOf(bare), READERS),
]);
const page = `/api/join/${link}`;
const [first] = (await callAll(toProduct, 1, () => callFor(page))).answers;
const bytes = first?.bytes ?? 0;
const etag = /\r\netag: (.+?)\r\n/i.exec(first?.head ?? '')?.[1];
if (etag === undefined) throw new Error('The page has no tag.');
const whole = `${READERS} readers at once, ${(bytes / 1024).toFixed(0)} KiB each`;
const known = `${READERS} readers at once, who have it already: 304`;
const toPage = { served: product, lines: toProduct };
const toReady = { served: bare, lines: toBare };
const ways: [Way, Way, Way, Way] = [
  {
    ...toPage,
    name: 'the page of 10,000 entries',
    call: callFor(page),
    status: 200,
    load: whole,
    rounds: [],
  },
  {
    ...toReady,
    name: 'as many ready bytes',
    call: callFor(`/bytes/${bytes}`),
    status: 200,
    load: whole,
    rounds: [],
  },
  {
    ...toPage,
    name: 'the page unchanged',
    call: callFor(page, `If-None-Match: ${etag}\r\n`),
    status: 304,
    load: known,
    rounds: [],
  },
  { ...toReady, name: 'nothing at all', call: callFor('/unchanged'), status: 304, load: known, rounds: [] },
];
for (const way of ways) await read(way);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) way.rounds.push(await read(way));
}
await Promise.all([product.stop(), bare.stop()]);
await storage.drop();

const median = (values: number[]): number => percentile(values, 0.5);
for (const { name, load, rounds } of ways) {
  report(`answers, ${name}`, median(rounds.map(({ rate }) => rate)), '/s', load);
  report(`processor time, ${name}`, median(rounds.map(({ cpu }) => cpu)), 'µs', 'of the server, an answer');
}

function compare(own: Way, other: Way): void {
  const ratios = own.rounds.map(({ rate }, round) => rate / (other.rounds[round]?.rate ?? Number.NaN));
  report(`${own.name} to ${other.name}`, median(ratios), '×', 'higher is better');
}

compare(ways[0], ways[1]);
compare(ways[2], ways[3]);
process.exit(0);
