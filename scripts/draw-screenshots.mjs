/**
 * `npm run screenshots:draw`: pictures of a whole draw in every style, second by second, on a phone and on a projector, as the
 * page shows it (its replay). They go to screenshots/draw/, with an index.html that shows them all.
 *
 *   npm run screenshots:draw                                                every style and second
 *   npm run screenshots:draw -- --style neon --size phone --second 24,32    some
 *   npm run screenshots:draw -- --cast one,two,crowd,long                   with other people on stage
 */
import './lib/check-node.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contactSheet } from './lib/contact-sheet.mjs';
import { ensureBuild } from './lib/ensure-build.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { root, since } from './lib/run.mjs';

const STYLES = ['classic', 'casino', 'cosmic', 'neon', 'fireworks'];
const SECONDS = ['1', '5', '12', '20', '24', '27', '29', '32', 'complete'];
const SIZES = { phone: { width: 390, height: 844 }, hall: { width: 1920, height: 1080 } };
const LONG_NAMES = [
  'Maximiliane-Sophie Freifrau von Hohenstein-Wartenberg',
  'محمد عبد الرحمن بن عبد العزيز آل الشيخ الهاشمي',
  'พระบาทสมเด็จ กรุงเทพมหานคร อมรรัตนโกสินทร์ มหินทรายุธยา',
];
/** Who is on stage: how many, and who wins; null: the raffle's own people. */
const CASTS = {
  own: null,
  one: { entries: 1, names: ['Ada Lovelace'] },
  two: { entries: 2, names: ['Ada Lovelace', 'Grace Hopper'] },
  crowd: { entries: 5000, names: ['Ada Lovelace', 'Grace Hopper', 'Emmy Noether'] },
  long: { entries: 60, names: LONG_NAMES },
};

const { values } = parseArgs({
  options: Object.fromEntries(
    ['style', 'size', 'second', 'cast', 'theme'].map((name) => [name, { type: 'string' }]),
  ),
});
const styles = chosen(values.style, STYLES);
const sizes = chosen(values.size, Object.keys(SIZES));
const seconds = chosen(values.second, SECONDS);
const casts = chosen(values.cast ?? 'own', Object.keys(CASTS));
const theme = chosen(values.theme ?? 'light', ['light', 'dark'])[0];
const folder = join(root, 'screenshots', 'draw');

try {
  await ensureInstall();
  await ensureBuild();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
const { chromium } = await import('@playwright/test');
const { startFilledInstallation } = await import('../e2e/support/filled-installation.ts');

const start = performance.now();
const filled = await startFilledInstallation({ crowd: 12, spareInvites: 1 });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  // Without a graphics card the worlds are painted by the processor.
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});
const rows = [];
mkdirSync(folder, { recursive: true });
try {
  for (const cast of casts)
    for (const style of styles) for (const size of sizes) rows.push(await shoot({ cast, style, size }));
} finally {
  await browser.close();
  await filled.stop();
}
writeFileSync(join(folder, 'index.html'), contactSheet(rows));
const count = rows.reduce((sum, { pictures }) => sum + pictures.length, 0);
console.log(`${count} pictures in ${since(start)}: ${join('screenshots', 'draw', 'index.html')}`);
process.exitCode = rows.some(({ failure }) => failure !== undefined) ? 1 : 0;

function chosen(text, all) {
  if (text === undefined) return all;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return names;
  console.error(`There is no "${unknown}". Choose from: ${all.join(', ')}`);
  process.exit(2);
}

/** The seconds of one draw, on one screen. */
async function shoot({ cast, style, size }) {
  const row = { page: style, state: `${size}${cast === 'own' ? '' : `, ${cast}`}`, pictures: [] };
  const context = await browser.newContext({
    baseURL: filled.url,
    viewport: SIZES[size],
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript((wanted) => localStorage.setItem('raffle-theme', wanted), theme);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await disguise(page, style, CASTS[cast]);
    await page.goto(`/draw/${filled.raffles.drawn.id}?replay=true`);
    await page.locator('[data-scene=open]').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    const bar = page.getByRole('slider', { name: 'Position in the show' });
    for (const second of seconds) {
      const end = await bar.getAttribute('max');
      await bar.fill(second === 'complete' ? (end ?? '') : String(Number(second) * 1000));
      // Two frames: the one in which the page learns of it, and the world's.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const file = `${style}-${cast}-${size}-${second.padStart(2, '0')}.png`;
      await page.screenshot({ path: join(folder, file), timeout: 60_000 });
      row.pictures.push({ file, label: `${second}` });
    }
    console.log(`✓ ${row.page} ${row.state}`);
  } catch (error) {
    row.failure = error instanceof Error ? error.message : String(error);
    console.error(`✗ ${row.page} ${row.state}\n${row.failure}`);
  } finally {
    await context.close();
  }
  return row;
}

/** The stored draw in another style, and with other people. */
async function disguise(page, style, cast) {
  await page.route('**/replay', async (route) => {
    const response = await route.fetch();
    const { plan, results } = await response.json();
    plan.animation_style = style;
    if (cast !== null) {
      plan.total_entries = cast.entries;
      plan.winners = cast.names.length;
      const [first] = results.winners;
      results.winners = cast.names.map((display_name, index) => ({
        ...first,
        id: `${first.id}${index}`,
        position: index + 1,
        display_name,
        entry_number: numberOf(cast, index),
      }));
    }
    await route.fulfill({ response, json: { plan, results } });
  });
  if (cast === null) return;
  await page.route('**/entrants', async (route) => {
    const response = await route.fetch();
    const takenNumbers = Array.from({ length: cast.entries }, (_, index) => ({
      entry_number: index + 1,
      display_name: LONG_NAMES[index % LONG_NAMES.length],
    }));
    await route.fulfill({ response, json: { ...(await response.json()), takenNumbers } });
  });
}

function numberOf({ entries }, index) {
  return entries <= 3 ? index + 1 : 7 + index * Math.floor(entries / 4);
}
