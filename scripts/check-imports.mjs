/**
 * Checks every import of the workspaces against the arrows of ARCHITECTURE.md.
 *
 *   node scripts/check-imports.mjs [ROOT]
 *
 * Exits with 1 and one line for each broken arrow; also when it read no file, because a checker that reads
 * nothing must never pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { brokenArrow } from './lib/arrows.mjs';
import { importsOf, resolveImport } from './lib/imports.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const SOURCE = /\.(tsx?|mts|mjs|js)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'data', 'coverage']);

function* sourcesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sourcesUnder(path);
    else if (entry.isFile() && SOURCE.test(entry.name)) yield path;
  }
}

/** Workspace packages with the files that their `exports` name; '' holds the folder. */
function workspacePackages() {
  const packages = new Map();
  for (const group of ['packages', 'apps']) {
    for (const folder of readdirSync(join(root, group))) {
      const base = `${group}/${folder}`;
      const manifest = JSON.parse(readFileSync(join(root, base, 'package.json'), 'utf8'));
      const entries = { '': base };
      for (const [subpath, file] of Object.entries(manifest.exports ?? {})) {
        entries[subpath] = join(base, file).split(sep).join('/');
      }
      packages.set(manifest.name, entries);
    }
  }
  return packages;
}

const packages = workspacePackages();
let files = 0;
let broken = 0;
for (const group of ['packages', 'apps']) {
  for (const file of sourcesUnder(join(root, group))) {
    const from = relative(root, file).split(sep).join('/');
    files += 1;
    for (const { specifier, line } of importsOf(file, readFileSync(file, 'utf8'))) {
      const sentence = brokenArrow(from, resolveImport(from, specifier, packages));
      if (sentence === null) continue;
      broken += 1;
      console.log(`${from}:${line}  '${specifier}'\n    ${sentence}`);
    }
  }
}
if (files === 0) console.log('No source file was found: nothing was checked.');
else
  console.log(`${files} files checked, ${broken === 0 ? 'every arrow holds' : `${broken} broken arrows`}.`);
process.exitCode = broken > 0 || files === 0 ? 1 : 0;
