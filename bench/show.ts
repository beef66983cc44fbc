/**
 * The show's own work per frame: update and draw calls, in Chromium with its processor slowed down four times and the smallest
 * picture, so that the rasteriser is not what is measured. 60 and 5,000 entrants in every style, and 60 whose winners get prizes
 * with names and images; in the same run the plain way with the same engine, an object for each of the entrants. Also what opening a show costs with and without having
 * waited for it, and what ten shows one after the other leave in memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHOW_STYLES } from '@glassdrum/show';
import { type Browser, chromium, type CDPSession, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { findChromium } from '../scripts/lib/find-chromium.mjs';
import { percentile, report } from './measure.ts';

const SLOWER = 4;
const ENTRANTS = [60, 5_000];
/** The last: the winners' cards show prizes. */
const CASES = [
  ...ENTRANTS.map((entrants) => ({ entrants, hasPrizes: false })),
  { entrants: 60, hasPrizes: true },
] as const;
/** Seconds of show in every phase and across every change. */
const INSTANTS = [2, 2.9, 6, 11, 17.9, 20, 24.9, 26.5, 27.9, 29, 31];
const FRAMES_EACH = 12;
const REPLAYS = 10;

const root = join(import.meta.dirname, 'show');
const outDir = mkdtempSync(join(tmpdir(), 'glassdrum-bench-'));
const options = { root, configFile: false, logLevel: 'error' } as const;
await build({ ...options, build: { outDir, emptyOutDir: true } });
const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } });
const base = server.resolvedUrls?.local[0] ?? '';
const browser: Browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});

/** A page of its own, so that nothing of one style is still there for the next. */
async function slowPage(): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 195, height: 422 } });
  const session = await page.context().newCDPSession(page);
  await page.goto(base);
  await page.waitForFunction(() => window.measured !== undefined);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, session };
}

async function measureStyle(style: (typeof SHOW_STYLES)[number]): Promise<void> {
  for (const { entrants, hasPrizes } of CASES) {
    const { page } = await slowPage();
    const label = `${style}, ${entrants.toLocaleString('en')} entrants${hasPrizes ? ', prizes with images' : ''}`;
    const opened = await page.evaluate(([s, n, prizes]) => window.measured?.open(s, n, true, prizes), [
      style,
      entrants,
      hasPrizes,
    ] as const);
    const work = await page.evaluate(([instants, each]) => window.measured?.frames(instants, each), [
      INSTANTS,
      FRAMES_EACH,
    ] as const);
    const calls = await page.evaluate(() => window.measured?.drawCalls());
    if (work === undefined || opened === undefined) throw new Error('The page measured nothing.');
    const slow = percentile(work, 0.95).toFixed(1);
    report(`frame, ${label}`, percentile(work, 0.5), 'ms', `95th percentile ${slow} ms; ${calls} draw calls`);
    await page.close();
    if (entrants !== ENTRANTS[0] || hasPrizes) continue;
    const { page: cold } = await slowPage();
    const unprepared = await cold.evaluate(([s, n]) => window.measured?.open(s, n, false, false), [
      style,
      entrants,
    ] as const);
    await cold.close();
    if (unprepared === undefined) throw new Error('The page measured nothing.');
    const longest = (ms: number): string =>
      ms === 0 ? 'no task of 50 ms' : `longest task ${ms.toFixed(0)} ms`;
    report(`opened at the draw, ${label}`, unprepared.ms, 'ms', longest(unprepared.longestTask));
    report(`opened after waiting, ${label}`, opened.ms, 'ms', longest(opened.longestTask));
  }
}

async function measurePlain(): Promise<void> {
  for (const entrants of ENTRANTS) {
    const { page } = await slowPage();
    const work = await page.evaluate((n) => window.measured?.plain(n, 60), entrants);
    if (work === undefined) throw new Error('The page measured nothing.');
    const how = `the same engine, a mesh for each; 95th percentile ${percentile(work, 0.95).toFixed(1)} ms`;
    report(`frame, plain, ${entrants.toLocaleString('en')} entrants`, percentile(work, 0.5), 'ms', how);
    await page.close();
  }
}

/**
 * What lies on the JavaScript heap after a collection, in MB: the program's own objects, and what the engine keeps to run
 * its functions faster. The latter grows while a page is new, whatever it does.
 */
async function heapOf(session: CDPSession): Promise<{ objects: number; code: number }> {
  const chunks: string[] = [];
  const gather = ({ chunk }: { chunk: string }): number => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', gather);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', gather);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const sizeAt = fields.indexOf('self_size');
  const sums = { objects: 0, code: 0 };
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + fields.indexOf('type')] ?? -1] ?? '';
    const megabytes = (nodes[node + sizeAt] ?? 0) / 1e6;
    if (CODE.has(type)) sums.code += megabytes;
    else if (!BROWSERS_OWN.has(type)) sums.objects += megabytes;
  }
  return sums;
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  /** One after the other, each as many numbers as there are fields. */
  nodes: number[];
}

const CODE = new Set(['code', 'object shape']);
/** Among them the entries of the performance timeline, which this measurement itself asks for. */
const BROWSERS_OWN = new Set(['native', 'synthetic', 'hidden']);

/** What lies on the heap after the first replays and after ten of them. */
async function measureMemory(style: (typeof SHOW_STYLES)[number]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 195, height: 422 } });
  const session = await page.context().newCDPSession(page);
  await page.goto(base);
  await page.waitForFunction(() => window.measured !== undefined);
  for (let replay = 1; replay <= REPLAYS; replay += 1) {
    await page.evaluate(async (s) => {
      await window.measured?.open(s, 60, false, false);
      await window.measured?.frames([1, 12, 24, 29, 33], 2);
      window.measured?.close();
    }, style);
    if (replay !== 2 && replay !== REPLAYS) continue;
    const { objects, code } = await heapOf(session);
    const how = `objects on the JavaScript heap; compiled code beside them ${code.toFixed(2)} MB`;
    report(`memory after ${replay} replays, ${style}`, objects, 'MB', how);
  }
  await page.close();
}

try {
  for (const style of SHOW_STYLES) await measureStyle(style);
  await measurePlain();
  for (const style of SHOW_STYLES) await measureMemory(style);
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
}
