/**
 * `npm run test:nodes`: the unit and server tests on every version of Node.js that the product supports, and a table of what came
 * out. The runtimes come from the npm registry, like all other packages.
 *
 *   npm run test:nodes -- --only unit --node 22,24
 */
import './lib/check-node.mjs';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { npm, root, run, since } from './lib/run.mjs';

/** The newest of each line. */
const VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };
const STAGES = ['unit', 'server'];
const MOST_MS = 5_400_000;
const PLATFORM = { win32: 'win' }[process.platform] ?? process.platform;

const { values } = parseArgs({
  options: { only: { type: 'string' }, node: { type: 'string' } },
});
const stages = values.only?.split(',') ?? STAGES;
const majors = values.node?.split(',') ?? Object.keys(VERSIONS);
const unknown = majors.find((major) => VERSIONS[major] === undefined);
if (unknown !== undefined) {
  console.error(
    `Node.js ${unknown} is not among those that are tested: ${Object.keys(VERSIONS).join(', ')}.`,
  );
  process.exit(2);
}

const rows = [];
for (const major of majors) {
  const folder = dirname(await runtime(VERSIONS[major]));
  // Whatever a test starts finds this Node first.
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { output: found } = await run('node', ['--version'], { env });
  if (found.trim() !== `v${VERSIONS[major]}`) throw new Error(`Expected v${VERSIONS[major]}, found ${found}`);
  for (const stage of stages) {
    const start = performance.now();
    console.log(`Node.js ${VERSIONS[major]}: ${stage} …`);
    const { code, output } = await run('node', [join(root, 'scripts', 'test.mjs'), '--only', stage], {
      env,
      limitMs: MOST_MS,
    });
    if (code !== 0) console.log(output);
    rows.push({
      version: VERSIONS[major],
      stage,
      result: output.trimEnd().split('\n').at(-1),
      time: since(start),
    });
  }
}
console.log('\n| Node.js | tests | result | time |\n| --- | --- | --- | --- |');
for (const { version, stage, result, time } of rows)
  console.log(`| ${version} | ${stage} | ${result} | ${time} |`);
process.exitCode = rows.every(({ result }) => /^[1-9]\d* passed, 0 failed/.test(result)) ? 0 : 1;

/** @returns the program, installed if it is not yet */
async function runtime(version) {
  const name = `node-${PLATFORM}-${process.arch}`;
  const folder = join(root, '.cache', 'nodes', version);
  const program = join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const { code, output } = await run(
      ...npm('install', '--no-save', '--prefix', folder, `${name}@${version}`),
      { cwd: folder },
    );
    if (code !== 0) throw new Error(`${name}@${version} could not be installed:\n${output}`);
  }
  return program;
}
