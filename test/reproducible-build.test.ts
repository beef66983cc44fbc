/** R95: two builds of the same sources are equal, byte by byte, also elsewhere, in another language and time zone. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseSiteBuild, SITE_BUILD_PATH, withoutPreviewTags } from '@glassdrum/fair-draw/site-build';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'reproducible-build-'));
const SOURCES = ['package.json', 'tsconfig.base.json', 'apps/web', 'packages'];
const MADE = new Set(['node_modules', 'dist', 'generated', '.cache']);

/** The sources in a folder of their own, with the installed packages of the repository. */
function checkout(name: string): string {
  const folder = join(temporary, name);
  for (const source of SOURCES) {
    cpSync(join(repository, source), join(folder, source), {
      recursive: true,
      filter: (path) => !MADE.has(basename(path)),
    });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@glassdrum'), { recursive: true });
  for (const entry of readdirSync(join(repository, 'node_modules'))) {
    if (entry === '@glassdrum' || entry === '.vite-temp') continue;
    symlinkSync(join(repository, 'node_modules', entry), join(modules, entry));
  }
  for (const entry of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', entry), join(modules, '@glassdrum', entry));
  }
  return folder;
}

function build(folder: string, environment: Record<string, string>): string {
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');
  const output = join(folder, 'output');
  execFileSync(process.execPath, [vite, 'build', '--outDir', output], {
    cwd: join(folder, 'apps', 'web'),
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
  return output;
}

const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), sha256(readFileSync(path))]));
}

let first = '';
let second = '';

beforeAll(() => {
  first = build(checkout('here'), { TZ: 'UTC', LANG: 'C.UTF-8', NODE_ENV: 'production' });
  second = build(checkout('somewhere-else'), {
    TZ: 'Asia/Tokyo',
    LANG: 'de_DE.UTF-8',
    NODE_ENV: 'development',
  });
}, 300_000);
afterAll(() => rmSync(temporary, { recursive: true, force: true }), 120_000);

test('R95: two builds are the same files', () => {
  const files = hashesOf(first);
  expect(Object.keys(files).length).toBeGreaterThan(100);
  expect(hashesOf(second)).toEqual(files);
});

test('R95: the build lists every file that browsers may get, and its page', () => {
  const listed = parseSiteBuild(JSON.parse(readFileSync(join(first, SITE_BUILD_PATH), 'utf8')));
  const served = Object.entries(hashesOf(first)).filter(
    ([path]) => !/(?:^|\/)\./.test(path) && !/\.(?:br|gz)$/.test(path),
  );
  expect(listed?.files).toEqual(Object.fromEntries(served.map(([path, hash]) => [`/${path}`, hash])));
  expect(listed?.page).toBe(sha256(withoutPreviewTags(readFileSync(join(first, 'index.html'), 'utf8'))));
  // A copy of the sources without its history is of no known commit.
  expect(listed?.commit).toBeNull();
});
