/** Installs the packages that package-lock.json names when node_modules is not exactly that. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run, since } from './run.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Optional packages for other machines are left out by npm; those with a libc are npm's own choice. */
function belongsHere({ os, cpu, libc, optional }) {
  if (libc !== undefined) return false;
  if (os !== undefined && !os.includes(process.platform)) return false;
  if (cpu !== undefined && !cpu.includes(process.arch)) return false;
  return optional !== true || os !== undefined || cpu !== undefined;
}

/**
 * npm writes what it installed to node_modules/.package-lock.json, last of all; it is compared with the lockfile.
 * @returns {string | null} why an installation is needed, or null
 */
function installationGap() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'no packages are installed';
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  const present = readJson(record).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const found = present[path];
    if (found === undefined ? belongsHere(entry) : found.version !== entry.version) {
      return `${path.slice(path.lastIndexOf('node_modules/') + 13)} is not as the lockfile says`;
    }
  }
  const stray = Object.keys(present).find(
    (path) => path.includes('node_modules/') && wanted[path] === undefined,
  );
  return stray === undefined ? null : `${stray} is not in the lockfile`;
}

/** @throws {Error} with npm's own output when it fails */
export async function ensureInstall() {
  const gap = installationGap();
  if (gap === null) return;
  console.log(`Installing packages (${gap}) …`);
  const start = performance.now();
  const { code, output } = await run(...npm('ci', '--no-audit', '--no-fund', '--loglevel=error'));
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`);
  console.log(`Installed in ${since(start)}.`);
}
