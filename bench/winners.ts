/**
 * Very many winners in a browser whose main thread is four times slower (R65). The results page: how long until its list is there,
 * and until a search that is typed at once has its answer; with 1,000 wins and, in the same run, with only the first of them. The
 * pages of winners after the show: what the main thread works in each frame while they turn, for 20 prizes and for 1,000 wins.
 */
import type { ResultsAnswer } from '@glassdrum/contract';
import { SHOW_STARTS } from '@glassdrum/raffle-rules';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Filled, startFilledInstallation } from '../e2e/support/filled-installation.ts';
import { withoutFirstViews } from '../e2e/support/without-first-views.ts';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { percentile, report } from './measure.ts';
import { slowMainThread } from './slow-browser.ts';

const SLOWER = 4;
const RUNS = 5;
const ALL = 1000;
/** As of any small raffle, and the least that has a search. */
const FEW = [10, 20];
/** How long the pages of winners are watched. */
const TURNING_MS = 20_000;
/** In microseconds, as traces count. */
const FRAME = 1e6 / 60;

async function newPage(browser: Browser, filled: Filled): Promise<Page> {
  const page = await browser.newPage({
    baseURL: filled.url,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  page.setDefaultTimeout(60_000);
  return page;
}

interface Opened {
  /** From the start of loading, ms. */
  list: number;
  /** From the key to the count of what was found, ms; null where nothing can be looked for. */
  search: number | null;
}

type Seen = Record<'list' | 'typed' | 'found', number>;

/** By the page's own clock. @param wins how many of all the page is told */
async function openResults(browser: Browser, filled: Filled, wins: number): Promise<Opened> {
  const page = await newPage(browser, filled);
  await slowMainThread(page, SLOWER);
  await withoutFirstViews(page);
  await page.route('**/api/raffles/*/results', async (route) => {
    const answer = (await (await route.fetch()).json()) as ResultsAnswer;
    const winners = answer.winners.slice(0, wins);
    const prizes = answer.prizes.slice(0, winners.at(-1)?.prize ?? 0);
    const alternates = answer.alternates.filter(({ prize }) => prize <= prizes.length);
    await route.fulfill({ json: { ...answer, winners, prizes, alternates } });
  });
  await page.addInitScript(() => {
    const seen: Seen = { list: 0, typed: 0, found: 0 };
    Object.assign(globalThis, { seen });
    document.addEventListener('input', ({ timeStamp }) => (seen.typed ||= timeStamp), { capture: true });
    new MutationObserver(() => {
      const status = document.querySelector('[role=search] [role=status]')?.textContent ?? '';
      if (document.querySelector('main ol ol > li') !== null) seen.list ||= performance.now();
      if (status !== '') seen.found ||= performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(`/results/${filled.raffles.thousandDrawn.id}`);
  await page.locator('main ol ol > li').first().waitFor();
  const search = page.getByRole('searchbox');
  const canSearch = (await search.count()) > 0;
  if (canSearch) {
    await search.press('1');
    await page.locator('[role=search] [role=status]:not(:empty)').waitFor();
  }
  const { list, typed, found } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await page.context().close();
  return { list, search: canSearch ? found - typed : null };
}

async function measureResults(browser: Browser, filled: Filled): Promise<void> {
  for (const wins of [...FEW, ALL]) {
    const runs: Opened[] = [];
    for (let run = 0; run <= RUNS; run += 1) runs.push(await openResults(browser, filled, wins));
    // The first one also fills the server's caches.
    const measured = runs.slice(1);
    const lists = measured.map(({ list }) => list);
    const searches = measured.flatMap(({ search }) => search ?? []);
    const label = `${wins.toLocaleString('en')} wins`;
    report(`results on screen, ${label}`, percentile(lists, 0.5), 'ms', `from the start of loading`);
    if (searches.length === 0) continue;
    report(
      `search answered, ${label}`,
      percentile(searches, 0.5),
      'ms',
      'typed as soon as the list is there',
    );
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: { name?: string };
}

/** The tasks of the busiest page's main thread, in the order of their starts. */
function mainThreadTasks(events: readonly TraceEvent[]): { ts: number; dur: number }[] {
  const threads = new Map<string, { ts: number; dur: number }[]>();
  for (const { name, args, pid, tid } of events) {
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, []);
  }
  for (const { name, ph, pid, tid, ts, dur } of events) {
    if (ph === 'X' && name.endsWith('RunTask')) threads.get(`${pid} ${tid}`)?.push({ ts, dur: dur ?? 0 });
  }
  const sum = (tasks: readonly { dur: number }[]): number => tasks.reduce((all, { dur }) => all + dur, 0);
  return [...threads.values()].sort((a, b) => sum(b) - sum(a))[0]?.toSorted((a, b) => a.ts - b.ts) ?? [];
}

/** What the main thread works in each sixtieth of a second, ms; a task counts where it begins. */
function workOfFrames(tasks: readonly { ts: number; dur: number }[]): number[] {
  const start = tasks[0]?.ts ?? 0;
  const frames = Array.from({ length: Math.floor((TURNING_MS * 1000) / FRAME) }, () => 0);
  for (const { ts, dur } of tasks) {
    const frame = Math.floor((ts - start) / FRAME);
    const before = frames[frame];
    if (before !== undefined) frames[frame] = before + dur / 1000;
  }
  return frames;
}

async function measurePages(
  browser: Browser,
  filled: Filled,
  raffle: 'prizesDrawn' | 'thousandDrawn',
  label: string,
): Promise<void> {
  const page = await newPage(browser, filled);
  await page.goto(`/draw/${filled.raffles[raffle].id}?replay=true`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('slider', { name: 'Position in the show' }).fill(String(SHOW_STARTS.complete));
  await page.getByRole('button', { name: 'Show All Winners' }).waitFor();
  await slowMainThread(page, SLOWER);
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel'] });
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(TURNING_MS);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await page.context().close();
  const tasks = mainThreadTasks(traceEvents);
  const frames = workOfFrames(tasks);
  const longest = Math.max(...tasks.map(({ dur }) => dur / 1000)).toFixed(0);
  const slow = percentile(frames, 0.95).toFixed(1);
  report(
    `frame, pages of ${label}`,
    percentile(frames, 0.5),
    'ms',
    `95th percentile ${slow} ms; longest task ${longest} ms, when a page turns`,
  );
}

const filled = await startFilledInstallation({ crowd: 12, spareInvites: 0 });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  await measureResults(browser, filled);
  await measurePages(browser, filled, 'prizesDrawn', '20 prizes');
  await measurePages(browser, filled, 'thousandDrawn', '1,000 wins');
} finally {
  await browser.close();
  await filled.stop();
}
