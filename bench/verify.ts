/**
 * Checking a full hall in the browser: the proof of a draw with 10,000 entries, all of whose devices signed, of one prize and of
 * 200 with several pools, on the page that checks files. Once as fast as this machine is, once slowed down as Chromium's own tools do it, which is the page's main thread
 * only, and once with all threads of the page four times slower. The file has no log, so its verdict is "incomplete".
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { hallProof, MANY_PRIZES } from './big-proof.ts';
import { BUILT_SERVER, serve } from './children.ts';
import { report } from './measure.ts';
import { slowBrowser, slowMainThread } from './slow-browser.ts';

const HALL = 10_000;
const RUNS = 3;
const SLOWER = 4;
const fileOf = (buffer: Buffer) => ({ name: 'proof.json', mimeType: 'application/json', buffer });
const FILES = [
  { label: 'entries and signatures', file: fileOf(hallProof(HALL)) },
  {
    label: `entries and signatures, ${MANY_PRIZES.prizes.length} prizes`,
    file: fileOf(hallProof(HALL, MANY_PRIZES)),
  },
];

interface Checked {
  /** Milliseconds from the choice of the file. */
  firstProgress: number;
  passed: number;
}

/** When progress and verdict were on screen, by the page's own clock. */
async function check(page: Page, base: string, file: ReturnType<typeof fileOf>): Promise<Checked> {
  await page.goto(`${base}/verify`, { waitUntil: 'networkidle' });
  const input = page.locator('input[type=file]').first();
  await page.evaluate(() => {
    const seen = { chosen: 0, progress: 0, passed: 0 };
    Object.assign(globalThis, { seen });
    document.addEventListener('change', () => (seen.chosen = performance.now()), { capture: true });
    new MutationObserver(() => {
      const { textContent: text } = document.body;
      const progress = document.querySelector('[role=progressbar][aria-label^="Signature"]');
      if (seen.progress === 0 && progress !== null) seen.progress = performance.now();
      if (seen.passed === 0 && text.includes('Verification Incomplete')) seen.passed = performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await input.setInputFiles(file);
  await page.getByText('Verification Incomplete').first().waitFor({ timeout: 120_000 });
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Record<'chosen' | 'progress' | 'passed', number> };
    return { firstProgress: seen.progress - seen.chosen, passed: seen.passed - seen.chosen };
  });
}

async function measure(
  server: BrowserServer,
  base: string,
  { label: what, file }: (typeof FILES)[number],
): Promise<void> {
  const browser = await chromium.connect(server.wsEndpoint());
  const how = {
    full: 'as fast as this machine is',
    main: `main thread ${SLOWER}× slower`,
    all: `all threads of the page ${SLOWER}× slower`,
  };
  for (const slowed of ['full', 'main', 'all'] as const) {
    const page = await browser.newPage();
    if (slowed === 'main') await slowMainThread(page, SLOWER);
    const runs: Checked[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const goOn = slowed === 'all' ? slowBrowser(server.process().pid ?? 0, SLOWER) : null;
      try {
        runs.push(await check(page, base, file));
      } finally {
        goOn?.();
      }
    }
    // The first one also compiles the code.
    const median = (of: keyof Checked): number =>
      runs
        .slice(1)
        .map((one) => one[of])
        .sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    const label = `${HALL.toLocaleString('en')} ${what}`;
    report(`${label}: verdict on screen`, median('passed'), 'ms', `after choosing the file; ${how[slowed]}`);
    report(`${label}: first progress`, median('firstProgress'), 'ms', how[slowed]);
    await page.close();
  }
  await browser.close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const { base, stop } = await serve(BUILT_SERVER, { DATA_DIR: dataDir });
const server = await chromium.launchServer({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  for (const file of FILES) await measure(server, base, file);
} finally {
  await server.close();
  await stop();
  await rm(dataDir, { recursive: true });
}
