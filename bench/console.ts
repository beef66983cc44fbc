/**
 * The host console in Chromium, its processor slowed down four times: a host with 300 raffles, one of them with 10,000
 * entries. For each thing that the host does: how long until the first rows are there, and the longest task in which
 * the page could not answer. Tasks below 50 ms are not told by the browser and count as 0.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostRaffle } from '@glassdrum/contract';
import { chromium } from '@playwright/test';
import { type Caller, signUp } from '../apps/server/src/demo/fill.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { scrollThrough, serveBuild, slowDown, timed, watchTasks } from './browser-watch.ts';

const RAFFLES = 300;
const ENTRIES = 10_000;
const CONNECTIONS = 50;
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };

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

async function measure(base: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await watchTasks(page);
  await page.request.post('/api/auth/login', { data: HOST, headers: { origin: base } });
  // Once before the clock runs: what is measured is the page, not the disk.
  await page.goto('/host');
  await page.getByRole('article').first().waitFor();
  await page.goto('/legal');
  await slowDown(page);

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
const server = await serveBuild(dataDir);
try {
  await fill(server.base, await signUp(server.base, HOST));
  await measure(server.base);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
