/**
 * Builds the package that others install, in `dist/package` or the folder that is named: plain JavaScript with types and
 * without dependencies. The workspace itself keeps using the TypeScript sources.
 *
 *     node scripts/build-package.mjs [FOLDER]      then `npm pack FOLDER`
 *
 * 1. One bundle of all entry points for Node and bundlers, one of the command line, and one file for plain pages.
 * 2. Declarations of every module, whose imports name the emitted files.
 * 3. A package.json of its own, README and licences.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const repository = join(workspace, '../..');
const output = process.argv[2] ?? join(workspace, 'dist/package');
/** What the sources import; `tsx` is only needed to run them as they are. */
const BUNDLED = ['@noble/curves', '@noble/hashes', '@scure/bip39'];
const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));

/** `./freeze-words` of the workspace's exports becomes `dist/freeze-words.js` and `dist/types/freeze-words.d.ts`. */
const entries = Object.entries(manifest.exports).map(([subpath, source]) => ({
  subpath,
  source: join(workspace, source),
  name: subpath === '.' ? 'index' : subpath.slice(2),
  types: `./dist/types/${source.slice('./src/'.length).replace(/\.ts$/, '.d.ts')}`,
}));

async function bundle(entry, options = {}) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: workspace,
    build: {
      outDir: join(output, 'dist'),
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: ['es'], fileName: (_format, name) => `${name}.js` },
      rollupOptions: { external: [/^node:/], ...options },
    },
  });
}

function emitTypes() {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const types = join(output, 'dist/types');
  const args = ['--project', workspace, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, ...args, '--rootDir', join(workspace, 'src'), '--outDir', types],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The types could not be written.\n${stdout}`);
  for (const name of readdirSync(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(types, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

/** Licences of the packages whose code is in the bundles. */
function bundledLicenses() {
  return BUNDLED.map((name) => {
    const text = readFileSync(join(repository, 'node_modules', name, 'LICENSE'), 'utf8');
    return `${name}\n\n${text.trim()}\n`;
  }).join('\n----\n\n');
}

function packageJson() {
  const { name, version, description, license, type, sideEffects } = manifest;
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const exports = Object.fromEntries(
    entries.map((entry) => [entry.subpath, { types: entry.types, default: `./dist/${entry.name}.js` }]),
  );
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    exports: {
      ...exports,
      './browser': { types: './dist/types/index.d.ts', default: './dist/fair-draw.browser.js' },
    },
    bin: { 'fair-draw': './dist/cli.js' },
    files: ['dist', 'draw-protocol.md', 'BUNDLED-LICENSES'],
  };
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await bundle(Object.fromEntries(entries.map(({ name, source }) => [name, source])));
await bundle({ cli: join(workspace, 'cli/run.ts') }, { output: { banner: '#!/usr/bin/env node' } });
await bundle({ 'fair-draw.browser': join(workspace, 'src/index.ts') });
chmodSync(join(output, 'dist/cli.js'), 0o755);
emitTypes();
writeFileSync(join(output, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
const readme = readFileSync(join(workspace, 'README.md'), 'utf8');
writeFileSync(join(output, 'README.md'), readme.replace('../../docs/draw-protocol.md', './draw-protocol.md'));
copyFileSync(join(repository, 'docs/draw-protocol.md'), join(output, 'draw-protocol.md'));
copyFileSync(join(repository, 'LICENSE'), join(output, 'LICENSE'));
writeFileSync(join(output, 'BUNDLED-LICENSES'), bundledLicenses());
