/**
 * `npm run assemble -- FOLDER`: what runs an installation and nothing else, in a new folder: the built server and screens, and
 * the packages that the server uses on this machine. Neither sources nor tools nor what browsers have bundled. Run
 * `npm run build` first; the folder then needs Node.js alone: `node FOLDER/apps/server/dist/main.js`.
 */
import './lib/check-node.mjs';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from './lib/run.mjs';
import { packagesAtRunTime } from './lib/run-time-packages.mjs';

const SERVER = 'apps/server';
/** Of the two apps; the server finds the screens beside itself. */
const BUILT = [`${SERVER}/dist`, 'apps/web/dist'];
const AS_THEY_ARE = ['LICENSE', `${SERVER}/package.json`, `${SERVER}/bin`];

/** Types, source maps and tests are for those who write code. */
const runs = (path) => basename(path) !== 'node_modules' && !/\.(?:map|[cm]?ts|test\.[cm]?js)$/.test(path);

const isTests = (path) => /^(?:tests?|__tests__)$/.test(basename(path));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const target = process.argv[2] === undefined ? null : resolve(process.argv[2]);
if (target === null) fail('Usage: npm run assemble -- FOLDER');
if (existsSync(target) && readdirSync(target).length > 0) {
  fail(`${target} is not empty. Name a new folder, so that what runs now stays whole until it is restarted.`);
}
for (const folder of BUILT) {
  if (!existsSync(join(root, folder))) fail(`${folder} is missing. Run "npm run build" first.`);
}

// Made beside it and renamed, so that nobody ever starts half of it.
const draft = `${target}.${process.pid}`;
const copy = (path, filter) =>
  cpSync(join(root, path), join(draft, path), { recursive: true, ...(filter && { filter }) });
try {
  mkdirSync(draft, { recursive: true });
  for (const path of AS_THEY_ARE) copy(path);
  for (const folder of BUILT) copy(folder, runs);
  const built = readdirSync(join(root, SERVER, 'dist'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(root, SERVER, 'dist', name), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const used = packagesAtRunTime(packages, SERVER, built);
  for (const path of used) {
    // Optional ones of other machines are not installed. What is nested in a package has a line of its own in the lockfile.
    if (!existsSync(join(root, path))) continue;
    const folder = join(root, path);
    copy(path, (from) => from === folder || (runs(from) && !(dirname(from) === folder && isTests(from))));
  }
  if (existsSync(target)) rmSync(target, { recursive: true });
  renameSync(draft, target);
  console.log(`${target} is ready: node ${join(target, SERVER, 'dist/main.js')}`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
