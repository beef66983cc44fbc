/**
 * A long chat in Chromium, its processor slowed down four times: 10,000 lines in one room. For opening it, reading all that is
 * older, scrolling and hearing new lines: the longest task in which the page could not answer. Only the lines in view may
 * be in the page; more ends the measurement.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatHistoryAnswer, HostRaffle, JoinAnswer } from '@glassdrum/contract';
import { chromium, type Page } from '@playwright/test';
import { openDatabase } from '../apps/server/src/database/database.ts';
import { insertMany } from '../apps/server/src/database/bulk.ts';
import { signIn, signUp, visitor } from '../apps/server/src/demo/fill.ts';
import { presentHistoryLine } from '../apps/server/src/features/chat/present.ts';
import { chatHistory } from '../apps/server/src/features/chat/queries.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { scrollThrough, serveBuild, slowDown, timed, watchTasks } from './browser-watch.ts';
import { report } from './measure.ts';

const LINES = 10_000;
/** Lines said while the page is open. */
const SAID = 20;
/** Those in view and a few on either side. */
const MOST_IN_PAGE = 60;
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const WORDS = 'How many tickets are left? I would love one more, and a second basket for my sister!';
const LIST = '[role=log]';

/** @returns all lines as the server's history has them, oldest first */
async function fill(
  dataDir: string,
  raffleId: string,
  speaker: JoinAnswer,
): Promise<ChatHistoryAnswer['messages']> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const start = Date.now() - LINES * 1000;
  await database.transaction(async (trx) => {
    const rows = Array.from({ length: LINES }, (_, index) => ({
      raffle_id: raffleId,
      id: index + 1,
      sender_id: speaker.invitee_id,
      display_name: speaker.display_name,
      message: `${index + 1}. ${WORDS.slice(0, 20 + ((index * 7) % WORDS.length))}`,
      image_url: null,
      recipient_id: null,
      recipient_name: null,
      client_id: `line-${index}`,
      created_at: start + index * 1000,
      deleted_at: null,
    }));
    await insertMany(database, trx, 'chat_messages', rows);
    await trx.insertInto('chat_rooms').values({ raffle_id: raffleId, last_id: LINES }).execute();
  });
  const { rows } = await chatHistory(database, raffleId, null, { limit: LINES });
  await database.close();
  return rows.map((row) => presentHistoryLine(row, true));
}

/** @throws when more lines are in the page than can be seen */
async function linesInPage(page: Page): Promise<number> {
  const count = await page.locator(`${LIST} article`).count();
  if (count > MOST_IN_PAGE) throw new Error(`${count} lines are in the page.`);
  return count;
}

/** What the first line in view says, up to its number. */
function topLine(page: Page): Promise<string> {
  return page.evaluate((selector) => {
    const list = document.querySelector(selector);
    const top = list?.getBoundingClientRect().top ?? 0;
    const lines = [...(list?.querySelectorAll('article p') ?? [])];
    const first = lines.find((line) => line.getBoundingClientRect().top >= top);
    return /^\d+\./.exec(first?.textContent ?? '')?.[0] ?? 'none';
  }, LIST);
}

/** The host's page of the raffle, where each line has the most about it; its older lines come in one answer. */
async function openPage(base: string, raffleId: string, older: ChatHistoryAnswer['messages']): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await watchTasks(page);
  // Fifty a press would be two hundred presses.
  await page.route('**/chat?before=*', (route) => route.fulfill({ json: { messages: older, more: false } }));
  await page.request.post('/api/auth/login', { data: HOST, headers: { origin: base } });
  await page.goto(`/draw/${raffleId}`);
  await page.locator('html[data-live=true]').waitFor({ state: 'attached' });
  await slowDown(page);
  return page;
}

async function measure(base: string, raffleId: string, older: ChatHistoryAnswer['messages']): Promise<void> {
  const host = await signIn(base, HOST);
  const page = await openPage(base, raffleId, older);
  const lines = `${LINES.toLocaleString('en')} lines`;
  const line = `${LIST} article`;
  await timed(page, 'chat, opening', () => page.getByRole('button', { name: /^Open chat/ }).click(), [
    line,
    `${LINES}.`,
  ]);
  let most = await linesInPage(page);
  await scrollThrough(page, LIST, -2000);
  const top = await topLine(page);
  await timed(
    page,
    `${lines}, reading all older ones`,
    () => page.getByRole('button', { name: 'Show older messages' }).click(),
    [line, `${LINES - 51}.`],
  );
  const later = await topLine(page);
  if (Math.abs(Number.parseInt(later, 10) - Number.parseInt(top, 10)) > 2) {
    throw new Error(`The reader was at ${top} and is taken to ${later}`);
  }
  const see = async (name: string, by: number): Promise<void> => {
    await timed(page, name, () => scrollThrough(page, LIST, by));
    most = Math.max(most, await linesInPage(page));
  };
  await see(`${lines}, scrolling up`, -4000);
  await see(`${lines}, scrolling down`, 4000);
  await timed(
    page,
    `${lines}, to the newest`,
    () => page.getByRole('button', { name: 'To the newest' }).click(),
    [line, `${LINES}.`],
  );
  await timed(page, `${lines}, ${SAID} more are said`, async () => {
    for (let number = 1; number <= SAID; number += 1) {
      await host.post(`/api/raffles/${raffleId}/chat`, {
        raffle_id: raffleId,
        message: `Said now: ${number}`,
      });
      await page.waitForTimeout(100);
    }
    await page
      .locator(line)
      .filter({ hasText: `Said now: ${SAID}` })
      .waitFor();
  });
  most = Math.max(most, await linesInPage(page));
  report(`${lines}, in the page at most`, most, 'lines', 'those in view and a few on either side');
}

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
let server = await serveBuild(dataDir);
try {
  const host = await signUp(server.base, HOST);
  const made = await host.post<HostRaffle>('/api/raffles', { title: 'A long chat', allow_public_join: true });
  const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
  const body = { public_link: link, display_name: 'Ada Lovelace' };
  const speaker = await visitor(server.base).post<JoinAnswer>('/api/join/public', body);
  await server.stop();
  const lines = await fill(dataDir, id, speaker);
  server = await serveBuild(dataDir);
  await measure(server.base, id, lines.slice(0, -50));
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
