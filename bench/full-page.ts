/**
 * Pages of a full hall: the longest task of the page's main thread, four times slower, while a host opens the list of people and
 * the table of entries, searches, puts them in another order and scrolls, and while a participant opens the chat, reads back to its
 * first line and scrolls. 10,000 rows, and 100 in the same run for comparison: what a task takes beyond that grows with the rows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaffle } from '@glassdrum/contract';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { type Caller, signUp } from '../apps/server/src/demo/fill.ts';
import { insertMany } from '../apps/server/src/platform/database/bulk.ts';
import { openDatabaseBeside } from '../apps/server/src/platform/database/database.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { BUILT_SERVER, serve } from './children.ts';
import { percentile, report } from './measure.ts';
import { slowMainThread } from './slow-browser.ts';

const SIZES = [100, 10_000];
const ROUNDS = 3;
const SLOWER = 4;
/** The browser tells of tasks from this length on. */
const TOLD_FROM_MS = 50;
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
/** Turns of the wheel, pixels. */
const WHEEL = [
  300, 600, 1200, 4_000, 20_000, 100_000, -300, -4_000, -100_000, -1_000_000, 500_000, 1_000_000,
];

interface Hall {
  rows: number;
  id: string;
  link: string;
}

const people = (count: number): string =>
  Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      line: number + 2,
      name: `${NAMES[number % NAMES.length]} Number ${number + 1}`,
      email: number % 7 === 0 ? undefined : `person${number + 1}@example.org`,
      groups: number % 10 === 0 ? ['VIP'] : [],
    }),
  ).join('\n');
const NAMES = ['Zoë', 'Ángel', 'Maximilian', 'Jo', 'Šárka', 'Wilhelmina'];

async function fill(host: Caller, rows: number): Promise<Hall> {
  const { id, public_link: link } = await host.post<HostRaffle>('/api/raffles', {
    title: `A hall of ${rows}`,
    allow_public_join: true,
    beacon_policy: 'none',
  });
  await host.post(`/api/raffles/${id}/open`);
  await host.post(`/api/raffles/${id}/people`, { mode: 'enter', people: people(rows) });
  return { rows, id, link: link ?? '' };
}

/** Lines of a whole evening, which nobody could write in the time that there is here. */
async function fillChat(dataDir: string, { id, rows }: Hall): Promise<void> {
  const database = await openDatabaseBeside({ databaseUrl: undefined, dataDir });
  const begun = Date.now() - rows * 1000;
  await database.transaction(async (trx) => {
    // What the raffle itself has said so far stays.
    const room = trx.updateTable('chat_rooms').where('raffle_id', '=', id);
    const { last_id } = await room
      .set((columns) => ({ last_id: columns('last_id', '+', rows) }))
      .returning('last_id')
      .executeTakeFirstOrThrow();
    const before = last_id - rows;
    await insertMany(
      database,
      trx,
      'chat_messages',
      Array.from({ length: rows }, (_, number) => ({
        raffle_id: id,
        id: before + number + 1,
        sender_id: 'host',
        client_id: `line ${number + 1}`,
        display_name: HOST.name,
        message: `Line ${number + 1}. ${'A few words more. '.repeat(number % 5)}`,
        image_url: null,
        recipient_id: null,
        recipient_name: null,
        created_at: begun + number * 1000,
        deleted_at: null,
      })),
    );
  });
  await database.close();
}

/** Notes every long task of the pages that are opened from now on. */
async function watchTasks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** @returns the longest task of this step, ms; 0: none was long */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.splice(0));
  await act();
  return page.evaluate(async () => {
    // What the step caused is over when the page has nothing to do.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks);
  });
}

async function scroll(page: Page, list: Locator): Promise<void> {
  await list.hover();
  for (const pixels of WHEEL) {
    await page.mouse.wheel(0, pixels);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

type Steps = Map<string, number[]>;

/** Does the steps one after the other. */
function stepsOf(page: Page, figures: Steps) {
  return async (name: string, act: () => Promise<void>): Promise<void> => {
    figures.set(name, [...(figures.get(name) ?? []), await longestTask(page, act)]);
  };
}

async function asHost(
  context: BrowserContext,
  base: string,
  { id, rows }: Hall,
  figures: Steps,
): Promise<void> {
  const page = await context.newPage();
  const step = stepsOf(page, figures);
  await page.goto(`${base}/host/raffles/${id}`);
  await page.getByRole('link', { name: 'People', exact: true }).first().waitFor();
  await slowMainThread(page, SLOWER);
  const table = page.getByRole('table').first();
  await step('people, opening', async () => {
    await page.getByRole('link', { name: 'People', exact: true }).first().click();
    await table.getByRole('row').nth(3).waitFor();
  });
  await step('people, searching', async () => {
    await page.getByRole('searchbox').pressSequentially(`number ${rows}`);
    await table.getByText(`Number ${rows}`).first().waitFor();
    await page.getByRole('searchbox').fill('');
    await table.getByRole('row').nth(3).waitFor();
  });
  await step('people, scrolling', () => scroll(page, table));
  const dialog = page.getByRole('dialog');
  await step('entries, opening', async () => {
    await page.getByRole('button', { name: 'Entries', exact: true }).click();
    await dialog.getByRole('row').nth(3).waitFor();
  });
  await step('entries, searching', async () => {
    await dialog.getByRole('searchbox').pressSequentially(`number ${rows}`);
    await dialog.getByText(`Number ${rows}`).first().waitFor();
    await dialog.getByRole('searchbox').fill('');
    await dialog.getByRole('row').nth(3).waitFor();
  });
  await step('entries, another order', async () => {
    for (const column of ['Name', 'Email', 'Joined', 'Tickets']) {
      for (let times = 0; times < 2; times += 1) {
        await dialog.getByRole('columnheader', { name: column }).getByRole('button').click();
      }
    }
  });
  await step('entries, scrolling', () => scroll(page, dialog.getByRole('row').nth(3)));
  await page.close();
}

async function asGuest(
  context: BrowserContext,
  base: string,
  { id, link, rows }: Hall,
  figures: Steps,
): Promise<void> {
  const page = await context.newPage();
  const step = stepsOf(page, figures);
  await page.goto(`${base}/join/${link}`);
  await page.getByLabel('Your Name').fill(`Guest of ${rows}`);
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await page.getByRole('heading', { name: "You're In!" }).waitFor();
  await page.goto(`${base}/draw/${id}`);
  const open = page.getByRole('button', { name: /^Open chat/ });
  await open.waitFor();
  await slowMainThread(page, SLOWER);
  const chat = page.getByRole('dialog', { name: 'Chat' });
  const log = chat.getByRole('log');
  await step('chat, opening', async () => {
    await open.click();
    await chat.getByText(`Line ${rows}.`).waitFor();
  });
  await step('chat, reading back to the first line', async () => {
    const older = chat.getByRole('button', { name: 'Show older messages' });
    while ((await older.count()) > 0) {
      const height = await log.evaluate((list) => list.scrollHeight);
      await older.click();
      await page.waitForFunction(({ list, before }) => list !== null && list.scrollHeight > before, {
        list: await log.elementHandle(),
        before: height,
      });
    }
  });
  await step('chat, scrolling', () => scroll(page, log));
  await page.close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const environment = { DATA_DIR: dataDir };
let server = await serve(BUILT_SERVER, environment);
const browser: Browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const host = await signUp(server.base, HOST);
  const halls: Hall[] = [];
  for (const rows of SIZES) halls.push(await fill(host, rows));
  await server.stop();
  for (const hall of halls) await fillChat(dataDir, hall);
  server = await serve(BUILT_SERVER, environment);
  const { base } = server;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await watchTasks(context);
  await context.request.post(`${base}/api/auth/login`, { data: HOST, headers: { origin: base } });
  for (const hall of halls) {
    const figures: Steps = new Map();
    for (let round = 0; round < ROUNDS; round += 1) {
      await asHost(context, base, hall, figures);
      const guest = await browser.newContext({
        viewport: { width: 390, height: 844 },
        serviceWorkers: 'block',
      });
      await watchTasks(guest);
      await asGuest(guest, base, hall, figures);
      await guest.close();
    }
    for (const [name, longest] of figures) {
      report(
        `${name}, ${hall.rows.toLocaleString('en')} rows`,
        percentile(longest, 0.5),
        'ms',
        `longest task, ${SLOWER}× slower, median of ${ROUNDS}; 0: none over ${TOLD_FROM_MS} ms`,
      );
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
}
