/**
 * R95: the verifier that no server serves, opened from a folder as people open it. The published vectors pass and fail in it
 * as they say, it opens no connection, and its list of checks has no accessibility problem.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { test } from './support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(root, 'apps/web/dist/glassdrum-verifier.html');
const VECTORS = join(root, 'packages/fair-draw/test/vectors/draw-proof-vectors.json');

interface Vector {
  id: string;
  proof?: unknown;
  base64?: string;
  options?: Record<string, unknown>;
  verdict: 'VERIFIED' | 'INCOMPLETE' | 'FAILED' | 'REFUSED';
  fails: string[];
}

const TITLES = {
  VERIFIED: 'Verification Passed',
  INCOMPLETE: 'Verification Incomplete',
  FAILED: 'Verification Failed',
} as const;

/** Enough of each verdict; all of them run in vectors.spec.ts. */
const EACH = 6;

async function chooseProof(page: Page, { proof, base64 }: Vector): Promise<void> {
  const buffer = base64 === undefined ? Buffer.from(JSON.stringify(proof)) : Buffer.from(base64, 'base64');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer });
}

test('R95: checks proofs from a folder, without any connection', async ({ page }) => {
  expect(existsSync(FILE), 'the build has made it').toBe(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const address = pathToFileURL(FILE).href;
  const { vectors } = JSON.parse(await readFile(VECTORS, 'utf8')) as { vectors: Vector[] };
  const alone = vectors.filter(({ options }) => Object.keys(options ?? {}).length === 0);
  for (const verdict of ['VERIFIED', 'INCOMPLETE', 'FAILED'] as const) {
    for (const vector of alone.filter((one) => one.verdict === verdict).slice(0, EACH)) {
      await page.goto(address);
      await chooseProof(page, vector);
      await expect(page.getByText(TITLES[verdict]), vector.id).toBeVisible();
      const failed = await page
        .locator('[data-check][data-status=FAIL]')
        .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-check')));
      expect(failed, vector.id).toEqual(vector.fails);
    }
  }
  expect(requests.filter((url) => url !== address)).toEqual([]);
  expect(problems).toEqual([]);
});

test('R95: says what is wrong with a file that is no proof, and is usable by everybody', async ({ page }) => {
  await page.goto(pathToFileURL(FILE).href);
  await chooseProof(page, { id: '', proof: {}, verdict: 'REFUSED', fails: [] });
  await expect(page.getByRole('alert')).toContainText('This is not a proof file');
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id }) => id)).toEqual([]);
});
