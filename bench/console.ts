/**
 * The host console in Chromium, its processor slowed down four times: a host with 300 raffles, one of them with 10,000
 * entries. For each thing that the host does: how long until the first rows are there, and the longest task in which
 * the page could not answer. Tasks below 50 ms are not told by the browser and count as 0.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostRaffle } from '@glassdrum/contract';
import { chromium, type Page } from '@playwright/test';
import { type Caller, signUp } from '../apps/server/src/demo/fill.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { report } from './measure.ts';

const SLOWER = 4;
const RAFFLES = 300;
const ENTRIES = 10_000;
const CONNECTIONS = 50;
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };

interface Watched {
  longest: number;
  clickedAt: number;
}

declare global {
  var watched: Watched;
}

async function startServer(dataDir: string): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /ready at (\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return { base, child };
}

async function fill(base: string, host: Caller): Promise<void> {
  const { id, public_link: link } = await host.post<HostRaffle>('/api/raffles', {
    title: 'The great fair',
    allow_public_join: true,
    max_tickets: 10,
  });
  await host.post(`/api/raffles/${id}/open`);
  const client = fork(fileURLToPath(new URL('joins-client.ts', import.meta.url)), [
    new URL(base).port,
    String(CONNECTIONS),
    link ?? '',
  ]);
  const message = <T>(): Promise<T> =>
    new Promise((resolve) => client.once('message', (it) => resolve(it as T)));
  await message();
  client.send({ joins: ENTRIES });
  const { accepted } = await message<{ accepted: number }>();
  if (accepted !== ENTRIES) throw new Error(`${ENTRIES - accepted} joins were refused.`);
  client.disconnect();
  for (let number = 1; number < RAFFLES; number += 1) {
    const raffle = await host.post<HostRaffle>('/api/raffles', {
      title: `Raffle of team ${number}`,
      description: `The monthly raffle of team ${number}, with three baskets from the market.`,
      deadline_at: Date.now() + number * 3_600_000,
    });
    if (number % 3 === 0) await host.post(`/api/raffles/${raffle.id}/open`);
  }
}

/** Notes each long task and each press, in the page itself. */
async function watch(page: Page): Promise<void> {
  // What runs TypeScript here marks functions with their names; pages don't know how.
  await page.addInitScript('globalThis.__name = (it) => it;');
  await page.addInitScript(() => {
    globalThis.watched = { longest: 0, clickedAt: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        globalThis.watched.longest = Math.max(globalThis.watched.longest, duration);
      }
    }).observe({ type: 'longtask' });
    const press = (event: Event): void => {
      globalThis.watched.clickedAt = event.timeStamp;
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, press, { capture: true });
  });
}

/** Milliseconds from the last press until the page's text answers `seen`, as painted. */
function untilSeen(page: Page, selector: string, text: string): Promise<number> {
  return page.evaluate(
    ([where, what]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const found = [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(what));
          if (found) requestAnimationFrame(() => resolve(performance.now() - globalThis.watched.clickedAt));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text] as const,
  );
}

/** Does one thing, and tells the longest task that came with it. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.watched.longest = 0;
  });
  await act();
  // Long tasks are told a little later than they end.
  await page.waitForTimeout(300);
  return page.evaluate(() => globalThis.watched.longest);
}

async function timed(
  page: Page,
  name: string,
  act: () => Promise<void>,
  seen?: [string, string],
): Promise<void> {
  let shown = 0;
  const longest = await longestTask(page, async () => {
    await act();
    if (seen !== undefined) shown = await untilSeen(page, ...seen);
  });
  if (seen !== undefined) report(`${name}: first rows`, shown, 'ms', `after the press; ${SLOWER}× slower`);
  report(`${name}: longest task`, longest, 'ms', `${SLOWER}× slower`);
}

async function scrollThrough(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 25; step += 1) {
    await page.evaluate((where) => {
      (where === '' ? document.scrollingElement : document.querySelector(where))?.scrollBy(0, 2000);
    }, selector);
    await page.waitForTimeout(60);
  }
}

async function measure(base: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await watch(page);
  await page.request.post('/api/auth/login', { data: HOST, headers: { origin: base } });
  // Once before the clock runs: what is measured is the page, not the disk.
  await page.goto('/host');
  await page.getByRole('article').first().waitFor();
  await page.goto('/legal');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

  const raffles = `${RAFFLES} raffles`;
  await timed(
    page,
    `${raffles}, opening`,
    () => page.getByRole('link', { name: 'Host Console' }).first().click(),
    ['article h3', 'Raffle of team 299'],
  );
  await timed(
    page,
    `${raffles}, searching`,
    () => page.getByLabel('Find a raffle').pressSequentially('great', { delay: 60 }),
    ['article:first-of-type h3', 'The great fair'],
  );
  const entries = `${ENTRIES.toLocaleString('en')} entries`;
  await timed(
    page,
    `${entries}, opening`,
    () => page.getByRole('article').getByRole('button', { name: 'Entries' }).click(),
    ['[role=row]', 'Guest Number'],
  );
  await timed(
    page,
    `${entries}, searching`,
    () => page.getByLabel('Find by number, name or email').pressSequentially('9876', { delay: 60 }),
    ['[role=row][data-index="0"]', '9876'],
  );
  await page.getByLabel('Find by number, name or email').fill('');
  await timed(page, `${entries}, sorting`, () =>
    page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click(),
  );
  await timed(page, `${entries}, scrolling`, () =>
    scrollThrough(page, '[role=dialog] [role=rowgroup].overflow-y-auto'),
  );
  await page.keyboard.press('Escape');
  await page.getByLabel('Find a raffle').fill('');
  await timed(page, `${raffles}, scrolling`, () => scrollThrough(page, ''));
  await browser.close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const { base, child } = await startServer(dataDir);
try {
  await fill(base, await signUp(base, HOST));
  await measure(base);
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
