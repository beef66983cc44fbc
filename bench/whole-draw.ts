/**
 * A whole draw with 2,000 watchers on sockets and five pages in Chromium, all on this machine: how far apart the five show
 * each phase, how far apart the watchers hear each event, and how soon a page that lost its network is right again.
 * The pages run as on devices without WebGL: five worlds painted by the processor would time the rasteriser.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DrawAnswer } from '@glassdrum/contract';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { startInstallation } from '../e2e/support/installation.ts';
import { cuttableNetwork, type Network } from '../e2e/support/network.ts';
import { firstTimes, phaseChanges, watchPhases } from '../e2e/support/phase-watch.ts';
import { startRelay } from '../e2e/support/relay.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { report } from './measure.ts';

const WATCHERS = 2_000;
const PAGES = 5;
const PHASES = [
  'countdown',
  'animation/warmup',
  'animation/main',
  'animation/slowdown',
  'animation/pause',
  'animation/runup',
  'reveal',
  'complete',
];
/** Seconds of show: within the main phase, away from its changes. */
const LOST_AT = 10;
const BACK_AT = 13;

interface Heard {
  event: string;
  watchers: number;
  spreadMs: number;
}

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The watchers ended with code ${code}.`)));
    child.once('message', (message) => resolve(message as T));
  });
}

const relay = await startRelay();
const installation = await startInstallation(relay.url);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-3d-apis'],
});
let crowd: ChildProcess | null = null;

async function openPage(path: string): Promise<{ page: Page; network: Network }> {
  const context: BrowserContext = await browser.newContext({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  // The runner keeps functions' names with a helper that pages don't have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await watchPhases(page);
  const network = await cuttableNetwork(page);
  await page.goto(path);
  await page.locator('html[data-live=true]').waitFor({ state: 'attached' });
  return { page, network };
}

/** Cuts the page's network in the middle of a phase. @returns ms until it is live and in the right phase again */
async function loseNetwork({ page, network }: { page: Page; network: Network }, t0: number): Promise<number> {
  await pause(t0 + LOST_AT * 1000 - Date.now());
  await network.cut();
  await page.locator('html[data-live=false]').waitFor({ state: 'attached' });
  await pause(t0 + BACK_AT * 1000 - Date.now());
  await network.mend();
  const start = performance.now();
  await page.locator('html[data-live=true][data-step=main]').waitFor({ state: 'attached' });
  return performance.now() - start;
}

try {
  const host = await signUp(installation.url, {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  const people = Array.from({ length: 60 }, (_, index) => `Person ${index + 1}`);
  const { id } = await raffleWithEntrants(installation.url, host, { title: 'Summer party' }, people);
  crowd = fork(fileURLToPath(new URL('draw-watchers.ts', import.meta.url)), [
    new URL(installation.url).port,
    String(WATCHERS),
    id,
  ]);
  await told(crowd);
  const opened: { page: Page; network: Network }[] = [];
  for (let n = 0; n < PAGES; n += 1) opened.push(await openPage(`/draw/${id}`));
  const pages = opened.map(({ page }) => page);
  const [first] = opened;
  if (first === undefined) throw new Error('No page was opened.');

  const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, {});
  const backMs = await loseNetwork(first, t0);
  for (const page of pages)
    await page.locator('html[data-phase=complete]').waitFor({ state: 'attached', timeout: 60_000 });

  const seen = (await Promise.all(pages.map((page) => phaseChanges(page)))).map(firstTimes);
  for (const phase of PHASES) {
    const times = seen.map((of) => of.get(phase) ?? Number.NaN);
    const how = `the first to the last of ${PAGES} pages, without WebGL`;
    report(
      `${phase}, ${WATCHERS.toLocaleString('en')} watchers`,
      Math.max(...times) - Math.min(...times),
      'ms',
      how,
    );
  }
  const answered = told<{ heard: Heard[] }>(crowd);
  crowd.send({});
  for (const { event, watchers, spreadMs } of (await answered).heard)
    report(
      `${event}, told to all`,
      spreadMs,
      'ms',
      `the first to the last of ${watchers.toLocaleString('en')} sockets`,
    );
  report('back after 3 s without network', backMs, 'ms', 'until live, and in the right phase');
} finally {
  crowd?.disconnect();
  await browser.close();
  await installation.stop();
  await relay.stop();
}
