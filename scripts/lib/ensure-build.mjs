/** Builds the web app and the server when their sources differ from those of the last build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run, since } from './run.mjs';

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages'];
const TARGETS = [
  { name: 'web', inputs: ['apps/web', ...SHARED], result: 'apps/web/dist/index.html' },
  { name: 'server', inputs: ['apps/server', ...SHARED], result: 'apps/server/dist/main.js' },
];
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'test', '.cache']);

function hashInto(hash, path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) hashInto(hash, inner);
    } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
      hash.update(`${inner}\0`).update(readFileSync(inner));
    }
  }
}

/** SHA-256 over names and contents of everything that the build reads. */
function fingerprint(inputs) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const input of inputs) {
    const path = join(root, input);
    if (input.endsWith('.json')) hash.update(readFileSync(path));
    else hashInto(hash, path);
  }
  return hash.digest('hex');
}

const stampOf = (name) => join(root, '.cache', 'builds', name);

async function ensure({ name, inputs, result }) {
  const now = fingerprint(inputs);
  const stamp = stampOf(name);
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  console.log(`Building the ${name} …`);
  const start = performance.now();
  rmSync(stamp, { force: true });
  const { code, output } = await run(...npm('run', 'build', '--workspace', `apps/${name}`));
  if (code !== 0) throw new Error(`Building the ${name} failed:\n${output}`);
  mkdirSync(join(root, '.cache', 'builds'), { recursive: true });
  writeFileSync(stamp, now);
  console.log(`Built the ${name} in ${since(start)}.`);
}

/** @throws {Error} with the build's own output when one fails */
export async function ensureBuild() {
  const results = await Promise.allSettled(TARGETS.map(ensure));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
