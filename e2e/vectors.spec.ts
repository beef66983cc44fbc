/**
 * The published vectors in Chromium: the same verifier as on the results page passes and fails them as they say, and the
 * file that plain pages import does too. The page comes from memory alone; a request to anywhere fails the test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build } from 'vite';
import type * as runners from '../packages/fair-draw/test/run-vectors.ts';
import { test } from './support/test.ts';

const fairDraw = new URL('../packages/fair-draw/', import.meta.url);
const ORIGIN = 'http://vectors.test';

declare global {
  interface Window {
    vectors?: typeof runners;
  }
}

async function readVectors<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`test/vectors/${name}.json`, fairDraw), 'utf8')) as T;
}

/** The verifier and the vectors' runners as one classic script that sets `window.vectors`. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('test/run-vectors.ts', fairDraw)),
        formats: ['iife'],
        name: 'vectors',
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler gave no result.');
  return output.output[0].code;
}

/** Serves one page and its files from memory, and notes every other request. */
async function openPage(page: Page, files: Record<string, string> = {}): Promise<string[]> {
  const others: string[] = [];
  await page.route('**/*', async (route) => {
    const { href, pathname } = new URL(route.request().url());
    if (href === `${ORIGIN}/`) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const body = files[pathname];
    if (body !== undefined) return route.fulfill({ contentType: 'text/javascript', body });
    others.push(href);
    return route.abort();
  });
  await page.goto(ORIGIN);
  return others;
}

const notOk = (outcomes: readonly runners.VectorOutcome[]): readonly runners.VectorOutcome[] =>
  outcomes.filter(({ ok }) => !ok);

test('published vectors pass and fail in Chromium as they say', async ({ page }) => {
  const file = await readVectors<{ vectors: runners.ProofVector[] }>('draw-proof-vectors');
  const others = await openPage(page);
  await page.addScriptTag({ content: await bundle() });
  const run = (given: typeof file): Promise<runners.VectorOutcome[]> =>
    page.evaluate((vectors) => window.vectors?.runVectors(vectors) ?? [], given);

  const outcomes = await run(file);
  expect(outcomes.map(({ id }) => id)).toEqual(file.vectors.map(({ id }) => id));
  expect(outcomes).toHaveLength(127);
  expect(notOk(outcomes)).toEqual([]);

  // Vectors that say something else are all found out, so that a runner that says yes to everything fails here.
  const lying = file.vectors.map((vector) => ({ ...vector, skips: [...vector.skips, 'seed_commit'] }));
  expect((await run({ vectors: lying })).filter(({ ok }) => ok)).toEqual([]);
  expect(others).toEqual([]);
});

test('vectors of whole logs and recorded rounds hold in Chromium', async ({ page }) => {
  const logs = await readVectors<{ vectors: runners.LogVector[] }>('draw-log-vectors');
  const recorded = await readVectors<runners.RecordedRounds>('drand-quicknet');
  const others = await openPage(page);
  await page.addScriptTag({ content: await bundle() });

  const checked = await page.evaluate((file) => window.vectors?.runLogVectors(file) ?? [], logs);
  expect(checked).toHaveLength(41);
  expect(notOk(checked)).toEqual([]);
  const rounds = await page.evaluate((file) => window.vectors?.runRounds(file) ?? [], recorded);
  expect(rounds).toHaveLength(recorded.rounds.length);
  expect(notOk(rounds)).toEqual([]);
  const [first] = recorded.rounds;
  const moved = { rounds: first === undefined ? [] : [{ ...first, round: first.round + 1 }] };
  expect(notOk(await page.evaluate((file) => window.vectors?.runRounds(file) ?? [], moved))).toHaveLength(1);
  expect(others).toEqual([]);
});

test('a plain page verifies a proof with the one file of the package', async ({ page }) => {
  const { vectors } = await readVectors<{ vectors: runners.ProofVector[] }>('draw-proof-vectors');
  const folder = await mkdtemp(join(tmpdir(), 'fair-draw-page-'));
  try {
    const script = fileURLToPath(new URL('scripts/build-package.mjs', fairDraw));
    expect(spawnSync(process.execPath, [script, folder]).status).toBe(0);
    const library = await readFile(join(folder, 'dist/fair-draw.browser.js'), 'utf8');
    const others = await openPage(page, { '/fair-draw.browser.js': library });
    const verdictOf = (id: string): Promise<string> =>
      page.evaluate(
        async (text) => {
          const path = '/fair-draw.browser.js';
          const { verifyProofBytesAsync, webCryptoEd25519 } = (await import(path)) as {
            verifyProofBytesAsync: (bytes: Uint8Array, options: object) => Promise<{ verdict: string }>;
            webCryptoEd25519: (subtle: SubtleCrypto) => unknown;
          };
          const bytes = new TextEncoder().encode(text);
          // Pages on plain http have no subtle; the result is the same.
          const native = isSecureContext ? { ed25519: webCryptoEd25519(crypto.subtle) } : {};
          return (await verifyProofBytesAsync(bytes, native)).verdict;
        },
        JSON.stringify(vectors.find((vector) => vector.id === id)?.proof),
      );
    expect(await verdictOf('81-audience')).toBe('VERIFIED');
    expect(await verdictOf('150-bad-seed')).toBe('FAILED');
    expect(others).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
