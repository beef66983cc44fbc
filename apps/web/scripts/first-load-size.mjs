/**
 * Guards what a participant's phone must load before it can do anything: the entry and, one at a time, the landing page and
 * those of participants, each with everything it imports statically, as sent (brotli). Exits 1 with a table when one is too big.
 * Needs a build: reads dist/.vite/manifest.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const LIMIT = 110_000;
const PAGES = [
  'src/features/landing/landing-page.tsx',
  'src/features/joining/invitation-page.tsx',
  'src/features/joining/public-join-page.tsx',
  'src/features/live-draw/live-draw-page.tsx',
];

/** Pages that must not reach people. */
const DEVELOPERS_ONLY = 'features/ui-gallery/';

const dist = join(import.meta.dirname, '..', 'dist');
const manifestFile = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.log('There is no build to measure. Run: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const missing = [entry ?? 'the entry', ...PAGES].filter((key) => manifest[key] === undefined);
if (missing.length > 0) {
  console.log(`Not in the build: ${missing.join(', ')}`);
  process.exit(1);
}

if (Object.keys(manifest).some((key) => key.includes(DEVELOPERS_ONLY))) {
  console.log(`${DEVELOPERS_ONLY} is in the build; it belongs to development only.`);
  process.exit(1);
}

/** The files of a chunk and of everything it imports statically. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

const sizes = new Map();

/** Bytes of one file as the server sends it: its .br beside it, else as it would compress. */
function sentSize(file) {
  let size = sizes.get(file);
  if (size === undefined) {
    const path = join(dist, file);
    size = existsSync(`${path}.br`)
      ? readFileSync(`${path}.br`).length
      : brotliCompressSync(readFileSync(path), {
          params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        }).length;
    sizes.set(file, size);
  }
  return size;
}

const shared = [...filesOf(entry)];
let tooBig = false;
for (const page of PAGES) {
  const files = [...new Set([...shared, ...filesOf(page)])].filter((file) => file.endsWith('.js'));
  const total = files.reduce((sum, file) => sum + sentSize(file), 0);
  const over = total > LIMIT;
  console.log(
    `${over ? '✗' : '✓'} ${page}: ${kilobytes(total)} of ${kilobytes(LIMIT)} in ${files.length} files`,
  );
  if (!over) continue;
  tooBig = true;
  for (const file of files.sort((a, b) => sentSize(b) - sentSize(a))) {
    console.log(`    ${kilobytes(sentSize(file)).padStart(9)}  ${file}`);
  }
}
process.exit(tooBig ? 1 : 0);

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
