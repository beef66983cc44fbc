/** What the documents say about this repository, checked against it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from 'vite';

const repository = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** The first cells of a Markdown table's rows below the heading. */
function firstCells(markdown: string, heading: string): string[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, cell]) => cell ?? '');
}

test('the README lists exactly the variables that the configuration reads', () => {
  const sources = ['config.ts', 'config-provider.ts']
    .map((file) => read(`apps/server/src/${file}`))
    .join('\n');
  const variables = [
    ...new Set([...sources.matchAll(/'([A-Z][A-Z0-9_]+)'[,)]/g)].map(([, name]) => name ?? '')),
  ];
  expect(variables.length).toBeGreaterThan(5);
  expect(firstCells(read('README.md'), 'Configuration').toSorted((a, b) => a.localeCompare(b))).toEqual(
    variables.toSorted((a, b) => a.localeCompare(b)),
  );
});

test('every npm command of the README exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = firstCells(read('README.md'), 'Commands').filter((command) => command.startsWith('npm '));
  expect(named.length).toBeGreaterThan(3);
  for (const command of named) expect(Object.keys(scripts)).toContain(command.split(' ').at(-1));
});

test('every script that a command runs exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const files = Object.values(scripts).flatMap((script) => script.match(/scripts\/\S+\.mjs/g) ?? []);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});

const NOT_OURS = new Set(['node_modules', 'dist', 'generated', 'data']);

/** All files of a folder whose names end so, without what is installed or built. */
function filesIn(folder: string, endings: readonly string[]): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

test('docs/rules.md explains every rule that code or a test names', () => {
  const explained = new Set(
    [...read('docs/rules.md').matchAll(/^\| ([RCHIM]\d+) +\|/gm)].map(([, rule]) => rule),
  );
  const folders = ['apps', 'bench', 'docs', 'e2e', 'packages', 'scripts', 'test'];
  const text = folders
    .flatMap((folder) => filesIn(folder, ['.ts', '.tsx', '.mjs', '.md']))
    .map(read)
    .join('\n');
  const rules = new Set([...text.matchAll(/\bR\d{1,2}\b/g)].map(([rule]) => rule));
  // Other letters with a number are many things; at the beginning of a title they are rules.
  const titles = text.matchAll(/\b(?:it|test)(?:\.\w+)*\(\s*['"`]((?:[RCHIM]\d+ )+)/g);
  for (const [, named = ''] of titles) for (const rule of named.trim().split(' ')) rules.add(rule);
  expect(rules.size).toBeGreaterThan(50);
  expect([...rules].filter((rule) => !explained.has(rule))).toEqual([]);
});

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/rules.md',
  'docs/security.md',
  'docs/hardening.md',
  'docs/install.md',
  'docs/operation.md',
  'docs/performance.md',
  'docs/scale.md',
  'docs/proxies.md',
  'docs/draw-protocol.md',
  'docs/threats.md',
  'docs/witnesses.md',
  ...readdirSync(join(repository, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

test.each(documents)('%s: every link inside the repository leads somewhere', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link ?? '');
  expect(links.filter((link) => !existsSync(join(repository, dirname(document), link)))).toEqual([]);
});

test('ARCHITECTURE.md: every file and folder of its table exists', () => {
  const section = read('ARCHITECTURE.md').split('## To change X, open Y')[1]?.split('\n## ')[0] ?? '';
  const paths = [...section.matchAll(/`((?:apps|packages|scripts|verify-python)\/[^`<]*)/g)].map(
    ([, path]) => path ?? '',
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

/** The folders that the map of ARCHITECTURE.md names directly below one of its folders. */
function foldersOfMap(markdown: string, parent: string): string[] {
  const map = /^```\n([^]*?)^```/m.exec(markdown)?.[1] ?? '';
  const above: { indent: number; path: string }[] = [];
  const paths = [...map.matchAll(/^( *)([\w./-]+\/)(?= )/gm)].map(
    ([, { length: indent } = '', name = '']) => {
      while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
      const path = `${above.at(-1)?.path ?? ''}${name}`;
      above.push({ indent, path });
      return path;
    },
  );
  return paths.filter((path) => dirname(path) === parent).map((path) => basename(path));
}

test.each([
  'packages',
  'apps/server/src',
  'apps/server/src/platform',
  'apps/server/src/features',
  'apps/web/src',
])('ARCHITECTURE.md: its map names exactly the folders of %s', (parent) => {
  const folders = readdirSync(join(repository, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && filesIn(`${parent}/${entry.name}`, ['']).length > 0)
    .map(({ name }) => name);
  expect(foldersOfMap(read('ARCHITECTURE.md'), parent).toSorted()).toEqual(folders.toSorted());
});

test('… and a folder that the map lacks or invents would be noticed', () => {
  const map = '```\nsrc/     code\n  one/   first\n    deep/   further down\n  two/   second\n```\n';
  expect(foldersOfMap(map, 'src')).toEqual(['one', 'two']);
  expect(foldersOfMap(map, 'src/one')).toEqual(['deep']);
});

/** The text of everything that a build of the server would write. */
async function builtServer(input: Record<string, string>): Promise<string> {
  const root = join(repository, 'apps/server');
  const result = await build({
    root,
    logLevel: 'error',
    build: { write: false, sourcemap: false, rollupOptions: { input } },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave no result.');
  return output.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}

/** Stands in the code of the test chain alone. */
const TEST_CHAIN_MARK = 'draw.test-chain.v2';

test('the built server has no beacon whose secret key is known', async () => {
  expect(await builtServer({ main: 'src/main.ts', cli: 'src/cli.ts' })).not.toContain(TEST_CHAIN_MARK);
});

test('… and this would be noticed', async () => {
  expect(await builtServer({ relay: '../../packages/fair-draw/src/test-chain.ts' })).toContain(
    TEST_CHAIN_MARK,
  );
});
