/**
 * The package that others install: built, packed, and installed into an empty folder without network, where the command,
 * the library, its types and the file for plain pages work.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as library from '../packages/fair-draw/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const workspace = join(repository, 'packages/fair-draw');
const folder = mkdtempSync(join(tmpdir(), 'fair-draw-package-'));
const staged = join(folder, 'staged');
const home = join(folder, 'home');
const installed = join(home, 'node_modules/@glassdrum/fair-draw');
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: string[], cwd = home): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

const { vectors } = JSON.parse(
  readFileSync(join(workspace, 'test/vectors/draw-proof-vectors.json'), 'utf8'),
) as { vectors: { id: string; proof: unknown }[] };
const proofOf = (id: string): string => JSON.stringify(vectors.find((one) => one.id === id)?.proof);

beforeAll(() => {
  run(process.execPath, [join(workspace, 'scripts/build-package.mjs'), staged], repository);
  const [packed] = JSON.parse(
    run('npm', ['pack', staged, '--json', '--pack-destination', folder], folder),
  ) as [{ filename: string }];
  run('mkdir', [home], folder);
  writeFileSync(join(home, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  const archive = join(folder, packed.filename);
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', archive]);
  writeFileSync(join(home, 'proof.json'), proofOf('01-plain-unicode'));
  writeFileSync(join(home, 'bad.json'), proofOf('150-bad-seed'));
}, 120_000);

describe('the packed package', () => {
  test('depends on nothing and has the licences of what is in it', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    expect(readFileSync(join(installed, 'BUNDLED-LICENSES'), 'utf8')).toContain('Paul Miller');
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toContain('MIT');
  });

  test('verifies a proof with its command', () => {
    const command = join(home, 'node_modules/.bin/fair-draw');
    const good = spawnSync(command, ['verify', 'proof.json'], { cwd: home, encoding: 'utf8' });
    expect(good.stderr).toBe('');
    expect(good.stdout.trimEnd().split('\n').at(-1)).toBe('VERIFIED');
    expect(good.status).toBe(0);
    expect(spawnSync(command, ['verify', 'bad.json'], { cwd: home }).status).toBe(1);
    const { version } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(run(command, ['--version'])).toBe(`${version}\n`);
  });

  test('verifies a proof with the example of its README, which is ten lines', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(example.trim().split('\n')).toHaveLength(10);
    writeFileSync(join(home, 'example.js'), example);
    const output = run(process.execPath, ['example.js']).trimEnd().split('\n');
    expect(output).toContain('PASS beacon_signature ');
    expect(output.at(-1)).toBe('VERIFIED');
  });

  test('has types that need nothing else, also for strict compilers', () => {
    writeFileSync(
      join(home, 'typed.ts'),
      `import { type DrawProof, drawPrizes, type Verification, verifyProofBytes } from '@glassdrum/fair-draw';
import { freezeWords } from '@glassdrum/fair-draw/freeze-words';
export const verdict: Verification['verdict'] = verifyProofBytes(new Uint8Array()).verdict;
export const words: string[] = freezeWords('0'.repeat(64));
export const winner = (proof: DrawProof): number | undefined => proof.winners[0]?.entry_number;
export const rows = drawPrizes({ combinedSeed: '', plan: { policy: 'once', pools: 1, prizes: [] }, weights: [[1]] });
// @ts-expect-error a verdict is one of three words
export const wrong: Verification['verdict'] = 'MAYBE';
`,
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const strict = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--types', '', '--target', 'es2023'];
    for (const resolution of ['nodenext', 'bundler']) {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      run(process.execPath, [
        tsc,
        ...strict,
        '--module',
        module,
        '--moduleResolution',
        resolution,
        'typed.ts',
      ]);
    }
  }, 60_000);

  test('has one file for plain pages that imports nothing', async () => {
    const path = join(installed, 'dist/fair-draw.browser.js');
    expect(readFileSync(path, 'utf8')).not.toMatch(/^\s*import\b|\bimport\s*\(|\brequire\s*\(/m);
    const { verifyProofBytes } = (await import(path)) as typeof library;
    expect(verifyProofBytes(readFileSync(join(home, 'proof.json'))).verdict).toBe('VERIFIED');
    expect(verifyProofBytes(readFileSync(join(home, 'bad.json'))).verdict).toBe('FAILED');
  });
});
