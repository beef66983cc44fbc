/**
 * The published vectors in Chromium: the same verifier as on the results page passes and fails them as they say.
 * The page comes from memory alone; a request to anywhere fails the test.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import type { runVectors, VectorOutcome } from '../packages/fair-draw/test/run-vectors.ts';

const fairDraw = new URL('../packages/fair-draw/', import.meta.url);
const ORIGIN = 'http://vectors.test';

type VectorFile = Parameters<typeof runVectors>[0];

declare global {
  interface Window {
    vectors?: { runVectors: typeof runVectors };
  }
}

/** The verifier and the vectors' runner as one classic script that sets `window.vectors`. */
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

/** Serves one empty page from memory, and notes every request beside it. */
async function openEmptyPage(page: Page): Promise<string[]> {
  const others: string[] = [];
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === `${ORIGIN}/`) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    others.push(url);
    return route.abort();
  });
  await page.goto(ORIGIN);
  return others;
}

test('published vectors pass and fail in Chromium as they say', async ({ page }) => {
  const text = await readFile(new URL('test/vectors/draw-proof-vectors.json', fairDraw), 'utf8');
  const file = JSON.parse(text) as VectorFile;
  const others = await openEmptyPage(page);
  await page.addScriptTag({ content: await bundle() });
  const run = (given: VectorFile): Promise<VectorOutcome[]> =>
    page.evaluate((vectors) => window.vectors?.runVectors(vectors) ?? [], given);

  const outcomes = await run(file);
  expect(outcomes.map(({ id }) => id)).toEqual(file.vectors.map(({ id }) => id));
  expect(outcomes.length).toBeGreaterThan(10);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);

  // Vectors that say the opposite are all found out, so that a runner that says yes to everything fails here.
  const opposite = { PASS: 'FAIL', FAIL: 'PASS' } as const;
  const lying = file.vectors.map((vector) => ({
    ...vector,
    expect: opposite[vector.expect],
    expect_with_bls: opposite[vector.expect_with_bls],
  }));
  const contradicted = await run({ vectors: lying });
  expect(contradicted.filter(({ ok }) => ok)).toEqual([]);
  expect(others).toEqual([]);
});
