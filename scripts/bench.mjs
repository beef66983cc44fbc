/**
 * `npm run bench`: runs measurements of bench/ one after the other, each alone in a process of its own, prints one table
 * for each and writes it to bench/RESULTS.md with the commit, the date and the command.
 *
 *   npm run bench                     all
 *   npm run bench -- draw fan-out     some; the others' tables stay as they are
 *   npm run bench -- joins --against v0.1.0
 *                                     beside an earlier version's server, where a measurement can do that
 *   npm run bench -- first-sight --part landing --part results
 *                                     parts of a long measurement; a table of parts is printed, and not written
 */
import './lib/check-node.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/ensure-build.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { findPostgres, startPostgres } from './lib/postgres.mjs';
import { root, run, since, tool } from './lib/run.mjs';

const ALL = [
  { name: 'draw', title: 'Drawing and checking' },
  { name: 'verify', title: 'Checking in the browser', built: true },
  { name: 'joins', title: 'Joining', built: true, database: true, compares: true },
  { name: 'syncs', title: 'Joins and flushes', built: true, database: true },
  { name: 'roster', title: 'The page of a full raffle', built: true },
  { name: 'people-list', title: 'A list of people', built: true, database: true },
  { name: 'paper', title: 'Paper tickets', built: true },
  { name: 'results-pdf', title: 'Results as PDF' },
  { name: 'audience', title: 'An audience that signs', database: true },
  { name: 'freeze', title: 'Freezing the list' },
  { name: 'start', title: 'Start and size', built: true },
  { name: 'first-sight', title: 'First sight on a phone', built: true, divides: true },
  { name: 'sockets', title: 'Sockets that join', built: true, compares: true },
  { name: 'fan-out', title: 'Broadcasting to a room' },
  { name: 'show', title: 'The show, frame by frame' },
  { name: 'full-page', title: 'Pages of a full hall', built: true },
  { name: 'winners', title: 'Very many winners', built: true },
  { name: 'chat', title: 'A busy chat' },
  { name: 'reconnect', title: 'Everyone reconnects at once' },
  { name: 'several-nodes', title: 'Several nodes', database: true },
  { name: 'hall-one', title: 'A very large hall, one process' },
  { name: 'hall-three', title: 'A very large hall, three nodes', database: true },
  { name: 'flood', title: 'Floods', built: true },
];

const FILE = join(root, 'bench', 'RESULTS.md');
const HEAD = `# Results

Absolute times vary from machine to machine; compare the rows of one table. Made by \`npm run bench\`.`;

const { names, against, parts } = chosen();
const selected = names.length === 0 ? ALL : ALL.filter(({ name }) => names.includes(name));

let failed = 0;
const tables = [];
try {
  await ensureInstall();
  if (selected.some(({ built }) => built)) await ensureBuild();
  for (const bench of selected) tables.push(await measure(bench));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const text = resultsText(tables, await origin());
console.log(`\n${text}`);
if (failed === 0 && parts.length === 0) {
  writeFileSync(FILE, text);
  await run(...tool('prettier/bin/prettier.cjs', '--write', FILE));
  console.log('Written to bench/RESULTS.md.');
}
process.exitCode = failed > 0 ? 1 : 0;

/** The measurements that the command line names, and the commit that they are compared with. */
function chosen() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { against: { type: 'string' }, part: { type: 'string', multiple: true, default: [] } },
    });
    const unknown = positionals.find((name) => !ALL.some((bench) => bench.name === name));
    if (unknown === undefined) return { names: positionals, against: values.against, parts: values.part };
    console.error(`There is no "${unknown}".`);
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Choose from: ${ALL.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

/** Runs one file of bench/ to its end and collects the values that it reports. */
async function measure({ name, title, database = false, compares = false, divides = false }) {
  console.log(`${title} …`);
  const start = performance.now();
  const rows = [];
  // Flushes to disk as in production: without them a database is fast for nothing.
  const postgres = database && findPostgres() !== null ? await startPostgres({ durable: true }) : null;
  try {
    const { code, output } = await run(
      process.execPath,
      [
        '--expose-gc',
        '--import',
        'tsx',
        `bench/${name}.ts`,
        ...(compares && against !== undefined ? ['--against', against] : []),
        ...(divides ? parts.flatMap((part) => ['--part', part]) : []),
      ],
      {
        env: postgres === null ? {} : { TEST_DATABASE_URL: postgres.url },
        limitMs: 1_800_000,
        onLine(line) {
          const row = parseRow(line);
          if (row === null) return;
          rows.push(row);
          console.log(`  ${row.name}: ${shown(row)}`);
        },
      },
    );
    if (code !== 0) {
      failed += 1;
      console.error(output);
    }
  } finally {
    await postgres?.stop();
  }
  const without = database && postgres === null ? 'No PostgreSQL was found; SQLite only.' : null;
  console.log(`  (${since(start)})`);
  return { title, rows, without };
}

/** A line of bench/measure.ts, or null. */
function parseRow(line) {
  if (!line.startsWith('{"name":')) return null;
  return JSON.parse(line);
}

function shown({ value, unit }) {
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.replace(' /s', '/s');
}

/** What stands under the title of a table: how it came about. */
async function origin() {
  const commit = await run('git', ['describe', '--always', '--dirty', '--abbrev=12']);
  const [cpu] = cpus();
  const options = [...names, ...(against === undefined ? [] : ['--against', against])];
  return [
    `- command: \`${['npm run bench', ...(options.length === 0 ? [] : ['--', ...options])].join(' ')}\``,
    `- commit: ${commit.code === 0 ? commit.output.trim() : 'unknown'}, ${new Date().toISOString().slice(0, 10)}`,
    `- machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, Node.js ${process.versions.node}`,
  ].join('\n');
}

/** The whole file: the new tables, and the others of earlier runs. */
function resultsText(measured, from) {
  const earlier = readFileSync(FILE, 'utf8').split(/^(?=## )/m);
  const sections = ALL.map(({ title }) => {
    const table = measured.find((one) => one.title === title);
    return table === undefined
      ? earlier.find((section) => section.startsWith(`## ${title}\n`))?.trimEnd()
      : tableText(table, from);
  });
  return `${HEAD}\n\n${sections.filter((section) => section !== undefined).join('\n\n')}\n`;
}

function tableText({ title, rows, without }, from) {
  const lines = [`## ${title}`, '', from, '', '| what | value | how |', '| --- | ---: | --- |'];
  for (const row of rows)
    lines.push(`| ${row.name} | ${shown(row)} | ${row.note.replaceAll('|', String.raw`\|`)} |`);
  if (without !== null) lines.push('', without);
  return lines.join('\n');
}
