/**
 * The stages of `npm test`: steps in order, and in each step what may run at the same time. Each runs one tool to its end and answers with counts and the tool's output.
 * `needsBuild` stages are not run when the build failed; they then count as one failure each.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { oneCheck, playwrightCounts, unittestCounts, vitestCounts } from './counts.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { findChromium } from './find-chromium.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { npm, root, run, tool } from './run.mjs';

/** Half of the time these tests wait: for disks, hashes and the database. */
const SERVER_WORKERS = `--maxWorkers=${Math.max(3, availableParallelism())}`;

const reports = join(root, '.cache', 'test');

/** Where a tool writes its JSON report; an old one never counts. */
function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** Runs commands one after the other until one fails. */
async function inTurn(...commands) {
  let output = '';
  for (const [command, args] of commands) {
    const result = await run(command, args);
    output += result.output;
    if (result.code !== 0) return { code: result.code, output };
  }
  return { code: 0, output };
}

const check = async (...commands) => {
  const { code, output } = await inTurn(...commands);
  return { counts: oneCheck(code), output };
};

/** Every tsconfig.json of the repository; packages have a second one for their tests. */
function typeProjects() {
  const workspaces = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return ['.', ...workspaces].flatMap((folder) =>
    ['tsconfig.json', 'tsconfig.test.json']
      .map((name) => `${folder}/${name}`)
      .filter((path) => existsSync(join(root, path))),
  );
}

async function types() {
  let output = '';
  let failed = 0;
  for (const project of typeProjects()) {
    const result = await run(...tool('typescript/bin/tsc', '--project', project));
    if (result.code !== 0) {
      failed += 1;
      output += `${project}\n${result.output}`;
    }
  }
  return { counts: oneCheck(failed), output };
}

async function vitest(project, { env = {}, args = [], onProgress, note } = {}) {
  const report = freshReport(project);
  let files = 0;
  const { code, output } = await run(
    ...tool(
      'vitest/vitest.mjs',
      'run',
      '--project',
      project,
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ),
    {
      env: { FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      limitMs: 2_700_000,
      onLine(line) {
        if (!/^ [✓❯×] /.test(line)) return;
        files += 1;
        onProgress?.(`${files} files`);
      },
    },
  );
  return { counts: vitestCounts(report, code), output, note };
}

/** Suites on both engines: SQLite always, PostgreSQL where there is one. */
async function databaseTests(project, { onProgress, args }) {
  const { TEST_DATABASE_URL: url } = process.env;
  if (url !== undefined) {
    return vitest(project, { args, onProgress, note: 'SQLite and PostgreSQL of TEST_DATABASE_URL' });
  }
  if (findPostgres() === null) {
    const note = 'SQLite only: no PostgreSQL server was found';
    const result = await vitest(project, { args, onProgress, note });
    return { ...result, counts: { ...result.counts, skipped: result.counts.skipped + 1 } };
  }
  const postgres = await startPostgres();
  try {
    const env = { TEST_DATABASE_URL: postgres.url };
    return await vitest(project, { env, args, onProgress, note: 'SQLite and a private PostgreSQL' });
  } finally {
    await postgres.stop();
  }
}

async function pythonTests() {
  const { code, output } = await run('python3', [
    '-B',
    '-m',
    'unittest',
    'discover',
    '-s',
    'verify-python',
    '-t',
    'verify-python',
  ]);
  if (code === 127)
    return { counts: { passed: 0, failed: 0, skipped: 1 }, output, note: 'no python3 was found' };
  return { counts: unittestCounts(output, code), output };
}

async function browserTests(project, { onProgress }) {
  const chromium = await findChromium();
  const report = freshReport(project);
  const args = ['test', `--project=${project}`, '--reporter=list,json'];
  const { code, output } = await run(...tool('@playwright/test/cli.js', ...args), {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, FORCE_COLOR: '0' },
    limitMs: 2_700_000,
    onLine(line) {
      const done = /^\s+[✓✘x-]\s+(\d+) /.exec(line)?.[1];
      if (done !== undefined) onProgress?.(`${done} tests`);
    },
  });
  return { counts: playwrightCounts(report, code), output, note: chromium };
}

async function build() {
  try {
    await ensureBuild();
    return { counts: oneCheck(0), output: '' };
  } catch (error) {
    return { counts: oneCheck(1), output: error instanceof Error ? error.message : String(error) };
  }
}

const runTool = (path, ...args) => check(tool(path, ...args));
const runScript = (path) => check([process.execPath, [path]]);

/** @typedef {{counts: import('./counts.mjs').Counts, output: string, note?: string}} StageResult */
/** @type {{name: string, title: string, needsBuild?: true, run: (options: {onProgress: (text: string) => void}) => Promise<StageResult>}[][]} */
export const STEPS = [
  [
    {
      name: 'messages',
      title: 'text catalogues',
      run: () => check(npm('run', 'messages', '--workspace', 'apps/web')),
    },
  ],
  [
    { name: 'build', title: 'build', run: build },
    { name: 'types', title: 'types', run: types },
    { name: 'lint', title: 'lint', run: () => runTool('oxlint/bin/oxlint', '.') },
    {
      name: 'format',
      title: 'format',
      run: () => runTool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    },
    { name: 'unused', title: 'unused code', run: () => runTool('knip/bin/knip.js', '--no-progress') },
    { name: 'imports', title: 'import rules', run: () => runScript('scripts/check-imports.mjs') },
  ],
  [
    {
      name: 'budget',
      title: 'first-load budget',
      needsBuild: true,
      run: () => runScript('apps/web/scripts/first-load-size.mjs'),
    },
  ],
  [{ name: 'unit', title: 'unit tests', run: (options) => vitest('unit', options) }],
  [
    { name: 'repository', title: 'repository tests', run: (options) => vitest('repository', options) },
    { name: 'slow', title: 'long-running tests', run: (options) => vitest('slow', options) },
    { name: 'python', title: 'second verifier', run: pythonTests },
  ],
  [
    {
      name: 'server',
      title: 'server tests',
      run: (options) => databaseTests('server', { ...options, args: [SERVER_WORKERS] }),
    },
  ],
  [{ name: 'faults', title: 'fault tests', run: (options) => databaseTests('faults', options) }],
  [
    {
      name: 'browser',
      title: 'browser tests',
      needsBuild: true,
      run: (options) => browserTests('calm', options),
    },
  ],
  [
    {
      name: 'watched',
      title: 'browser tests against the clock',
      needsBuild: true,
      run: (options) => browserTests('watched', options),
    },
  ],
];
