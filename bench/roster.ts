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

async function read({ pid }: Served, lines: readonly Line[], path: string): Promise<Round> {
  const call = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;
  const before = cpuOf(pid);
  const { ms, answers } = await callAll(lines, READS, () => call);
  const failed = answers.filter(({ status }) => status !== 200).length;
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
const [first] = (
  await callAll(
    toProduct,
    1,
    () => `GET ${page} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`,
  )
).answers;
const bytes = first?.body.length ?? 0;
const ways = [
  { name: 'the page of 10,000 entries', read: () => read(product, toProduct, page), rounds: [] as Round[] },
  { name: 'as many ready bytes', read: () => read(bare, toBare, `/bytes/${bytes}`), rounds: [] as Round[] },
];
for (const way of ways) await way.read();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) way.rounds.push(await way.read());
}
await Promise.all([product.stop(), bare.stop()]);
await storage.drop();

const median = (values: number[]): number => percentile(values, 0.5);
for (const { name, rounds } of ways) {
  const load = `${READERS} readers at once, ${(bytes / 1024).toFixed(0)} KiB each`;
  report(`answers, ${name}`, median(rounds.map(({ rate }) => rate)), '/s', load);
  report(`processor time, ${name}`, median(rounds.map(({ cpu }) => cpu)), 'µs', 'of the server, an answer');
}
const [own, ready] = ways;
const ratios = own?.rounds.map(({ rate }, round) => rate / (ready?.rounds[round]?.rate ?? Number.NaN)) ?? [];
report('the page of 10,000 entries to ready bytes', median(ratios), '×', 'higher is better');
process.exit(0);
