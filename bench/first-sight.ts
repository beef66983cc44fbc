/**
 * First sight on a phone. Each page that visitors and participants open first, as Lighthouse's mobile setting sees it (a phone of
 * the middle class on slow 4G): the median of five loads with an empty cache. Beside it what was transferred until the page could
 * be used, fonts among it, counted by a browser of this machine. Then the ticket on a phone that was here before: from the tap on
 * the draw's link until the entry number is on screen, slowed down, with the server and without any network. `--part NAME` measures
 * that page alone, or the ticket.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DrawAnswer, HostRaffle, Invitation } from '@glassdrum/contract';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Caller, raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { lighthouse } from '../scripts/lib/lighthouse.mjs';
import { BUILT_SERVER, serve } from './children.ts';
import { percentile, report } from './measure.ts';
import { slowMainThread } from './slow-browser.ts';

const RUNS = 5;
const SLOWER = 4;
/** Slow 4G as Lighthouse has it. */
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1024 * 1024) / 8;
/** The part that is no page. */
const TICKET = 'ticket';
const GUESTS = Array.from({ length: 60 }, (_, number) => `Guest number ${number + 1}`);
const FIELDS = {
  allow_public_join: true,
  beacon_policy: 'none',
  description: 'Three baskets of the season.',
};
/** After the freeze, of a draw without a beacon. */
const LONGEST_DRAW_MS = 120_000;

interface SeenPage {
  name: string;
  path: string;
  /** What people come for; its being operable is the first use. */
  control: string;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A raffle that people can still join, with an invitation that nobody has used, and one that was drawn. */
async function fill(base: string): Promise<{ pages: SeenPage[]; invitations: string[]; raffleId: string }> {
  const host = await signUp(base, {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  const drawn = await raffleWithEntrants(base, host, { title: 'Harvest raffle', ...FIELDS }, GUESTS);
  await host.post<DrawAnswer>(`/api/raffles/${drawn.id}/draw`, {});
  const open = await raffleWithEntrants(base, host, { title: 'Winter raffle', ...FIELDS }, GUESTS);
  const invitees = Array.from({ length: RUNS + 1 }, (_, number) => `Late guest ${number + 1}`).join('\n');
  await host.post(`/api/raffles/${open.id}/invites`, { invitees });
  const invites = await host.get<Invitation[]>(`/api/raffles/${open.id}/invites`);
  const invitations = invites.slice(GUESTS.length).map(({ token }) => token ?? '');
  await finished(host, drawn.id);
  return {
    invitations,
    raffleId: open.id,
    pages: [
      { name: 'landing', path: '/', control: 'main form button[type=submit]' },
      { name: 'legal', path: '/legal', control: 'main [role=tab]' },
      { name: 'sign-in', path: '/auth', control: 'main form button[type=submit]' },
      { name: 'invitation', path: `/r/${invitations[0]}`, control: 'main form button[type=submit]' },
      { name: 'public join', path: `/join/${open.public_link}`, control: 'main form button[type=submit]' },
      { name: 'live page', path: `/draw/${open.id}`, control: 'header button' },
      { name: 'results', path: `/results/${drawn.id}`, control: 'main button' },
    ],
  };
}

async function finished(host: Caller, raffleId: string): Promise<void> {
  const until = Date.now() + LONGEST_DRAW_MS;
  for (;;) {
    const { status } = await host.get<HostRaffle>(`/api/raffles/${raffleId}`);
    if (status === 'drawn') return;
    if (Date.now() > until) throw new Error('The draw takes too long.');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Bytes of content as they came over the line until React listens to the control, with the number of files. */
async function transferred(browser: Browser, base: string, { path, control }: SeenPage) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  // As on a phone: what comes after first use does not overtake what comes before it.
  await slowLine(page);
  const requests = new Map<string, { at: number; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    // The head of an answer: a proxy that speaks HTTP/2 sends it in some dozen bytes.
    if (request !== undefined) request.bytes = -response.encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
    requests.set(requestId, { at: wallTime * 1000, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.bytes += encodedDataLength;
  });
  await page.goto(base + path, { waitUntil: 'commit' });
  const usableAt = await page.waitForFunction(
    (selector) => {
      const element = document.querySelector(selector);
      const isListened =
        element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'));
      return isListened ? performance.timeOrigin + performance.now() : false;
    },
    control,
    { timeout: 60_000 },
  );
  const at = Number(await usableAt.jsonValue());
  await page.waitForLoadState('networkidle');
  await context.close();
  const before = [...requests.values()].filter((request) => request.at <= at);
  return { bytes: before.reduce((sum, { bytes }) => sum + bytes, 0), files: before.length };
}

async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}

async function measurePage(browser: Browser, base: string, seen: SeenPage): Promise<void> {
  const loads: Awaited<ReturnType<typeof lighthouse>>[] = [];
  for (let run = 0; run < RUNS; run += 1) loads.push(await lighthouse(base + seen.path, ['performance']));
  const millis = (audit: string): number => median(loads.map((load) => load.millis[audit] ?? 0));
  const note = `Lighthouse mobile, median of ${RUNS}`;
  report(
    `${seen.name}: performance`,
    median(loads.map(({ scores }) => scores['performance'] ?? 0)),
    'points',
    note,
  );
  report(`${seen.name}: largest paint`, millis('largest-contentful-paint'), 'ms', note);
  report(`${seen.name}: blocking`, millis('total-blocking-time'), 'ms', note);
  report(`${seen.name}: shift`, median(loads.map(({ shift }) => shift)), '', note);
  const { bytes, files } = await transferred(browser, base, seen);
  report(`${seen.name}: before first use`, bytes / 1000, 'kB', `${files} files, an empty cache, slow 4G`);
}

/** From the tap until the number is painted, on a phone whose service worker has seen this raffle. */
async function measureTicket(browser: Browser, base: string, token: string, raffleId: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${base}/r/${token}`);
  await page.locator('main form button[type=submit]').first().click();
  await page.getByText('Your entry').first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // Without functions of its own, whose names the loader of this file would note.
    for (;;) {
      const kept = await (await caches.open('tickets')).keys();
      if (kept.some(({ url }) => url.endsWith('/own-entry'))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.close();
  const open = async (isOffline: boolean): Promise<number> => {
    await context.setOffline(isOffline);
    const tapped = await context.newPage();
    await slowMainThread(tapped, SLOWER);
    if (!isOffline) await slowLine(tapped);
    await tapped.goto(`${base}/draw/${raffleId}`, { waitUntil: 'commit' });
    const shown = await tapped.waitForFunction(() => {
      const number = document.querySelector('main .text-ticket-print');
      return number !== null && number.getClientRects().length > 0 ? performance.now() : false;
    });
    const at = Number(await shown.jsonValue());
    await tapped.close();
    await context.setOffline(false);
    return at;
  };
  const online = await open(false);
  const offline = await open(true);
  await context.close();
  return { online, offline };
}

async function measureTickets(browser: Browser, base: string, tokens: readonly string[], raffleId: string) {
  const tickets: Awaited<ReturnType<typeof measureTicket>>[] = [];
  for (const token of tokens) tickets.push(await measureTicket(browser, base, token, raffleId));
  const how = `after the tap, main thread ${SLOWER}× slower, median of ${tickets.length}`;
  report(
    'ticket number on a warm phone',
    median(tickets.map(({ online }) => online)),
    'ms',
    `${how}, slow 4G`,
  );
  report('ticket number without network', median(tickets.map(({ offline }) => offline)), 'ms', how);
}

const { part: chosen } = parseArgs({
  options: { part: { type: 'string', multiple: true, default: [] } },
}).values;
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);

const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-bench-'));
const { base, stop } = await serve(BUILT_SERVER, { DATA_DIR: dataDir });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? (await findChromium()),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const { pages, invitations, raffleId } = await fill(base);
  const known = [...pages.map(({ name }) => name), TICKET];
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" of ${known.join(', ')}.`);
  for (const seen of pages) if (isChosen(seen.name)) await measurePage(browser, base, seen);
  if (isChosen(TICKET)) await measureTickets(browser, base, invitations.slice(1), raffleId);
} finally {
  await browser.close();
  await stop();
  await rm(dataDir, { recursive: true });
}
