/**
 * Checks every import of the workspaces against the arrows of ARCHITECTURE.md, and that no shipped files import each other in a
 * circle.
 *
 *   node scripts/check-imports.mjs [ROOT]
 *
 * Exits with 1 and one line for each broken arrow and each circle; also when it read no file, because a checker that reads
 * nothing must never pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { brokenArrow, cyclesOf, isTest } from './lib/arrows.mjs';
import { importsOf, resolveImport } from './lib/imports.mjs';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const SOURCE = /\.(tsx?|mts|mjs|js)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'dist-programs', 'generated', 'data', 'coverage']);

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
const imports = new Map();
let broken = 0;
for (const group of ['packages', 'apps']) {
  for (const file of sourcesUnder(join(root, group))) {
    const from = relative(root, file).split(sep).join('/');
    const targets = new Set();
    imports.set(from, targets);
    for (const { specifier, line } of importsOf(file, readFileSync(file, 'utf8'))) {
      const target = resolveImport(from, specifier, packages);
      if (target.kind === 'file' && !isTest(from)) targets.add(target.path);
      const sentence = brokenArrow(from, target);
      if (sentence === null) continue;
      broken += 1;
      console.log(`${from}:${line}  '${specifier}'\n    ${sentence}`);
    }
  }
}
for (const cycle of cyclesOf(imports)) {
  broken += 1;
  console.log(`These files import each other in a circle:\n    ${cycle.join('\n    → ')}`);
}
const files = imports.size;
if (files === 0) console.log('No source file was found: nothing was checked.');
else
  console.log(`${files} files checked, ${broken === 0 ? 'every arrow holds' : `${broken} broken arrows`}.`);
process.exitCode = broken > 0 || files === 0 ? 1 : 0;
