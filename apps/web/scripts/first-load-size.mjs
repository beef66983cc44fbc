/**
 * Guards what a phone must load before it can do anything on a page with a first view: the page itself, its fonts, the entry and the
 * page's file, each with everything it imports statically, as sent (brotli). Exits 1 with a table when one is too big.
 * Needs a build: reads dist/.vite/manifest.json and dist/.server/view.html.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Of all that is transferred before first use, and of the scripts in it. */
const LIMIT = 150_000;
const SCRIPTS_LIMIT = 110_000;
/** What a page's words and answers add to it, compressed; the browser tests count real ones. */
const VIEW = 4000;
const PAGES = [
  'src/features/landing/landing-page.tsx',
  'src/features/legal/legal-page.tsx',
  'src/features/accounts/auth-page.tsx',
  'src/features/joining/invitation-page.tsx',
  'src/features/joining/public-join-page.tsx',
  'src/features/live-draw/live-draw-page.tsx',
  'src/features/results/results-page.tsx',
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
      : compressed(readFileSync(path), constants.BROTLI_MAX_QUALITY);
    sizes.set(file, size);
  }
  return size;
}

const shared = [...filesOf(entry)];
/** What comes with every first view: its page with styles and script, compressed as the server does it, and the fonts it names. */
const template = readFileSync(join(dist, '.server', 'view.html'), 'utf8');
const page = compressed(template.replace(/%view%|%data%/g, ''), 5);
const fonts = [...template.matchAll(/rel="preload" as="font"[^>]* href="\/([^"]+)"/g)].map(
  ([, file]) => file,
);
const fontBytes = fonts.reduce((sum, file) => sum + readFileSync(join(dist, file)).length, 0);
let tooBig = fonts.length === 0;
if (tooBig) console.log('✗ The first view names no fonts.');
for (const name of PAGES) {
  const files = [...new Set([...shared, ...filesOf(name)])].filter((file) => file.endsWith('.js'));
  const scripts = files.reduce((sum, file) => sum + sentSize(file), 0);
  const all = scripts + page + VIEW + fontBytes;
  const over = scripts > SCRIPTS_LIMIT || all > LIMIT;
  console.log(
    `${over ? '✗' : '✓'} ${name}: ${kilobytes(all)} of ${kilobytes(LIMIT)}, ` +
      `${kilobytes(scripts)} of ${kilobytes(SCRIPTS_LIMIT)} scripts in ${files.length} files`,
  );
  if (!over) continue;
  tooBig = true;
  console.log(
    `    ${kilobytes(page)} page, ${kilobytes(VIEW)} view and data, ${kilobytes(fontBytes)} fonts, scripts:`,
  );
  for (const file of files.sort((a, b) => sentSize(b) - sentSize(a))) {
    console.log(`    ${kilobytes(sentSize(file)).padStart(9)}  ${file}`);
  }
}
process.exit(tooBig ? 1 : 0);

/** @param {number} quality of Brotli */
function compressed(text, quality) {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
    },
  }).length;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
