/**
 * `npm run screenshots`: pictures of every page in every state (e2e/support/screens.ts), on a phone, a tablet and a
 * desktop, light and dark, of an installation that it fills first. They go to screenshots/, with an index.html that
 * shows them all.
 *
 *   npm run screenshots                                              all
 *   npm run screenshots -- --only join,results/prizes --size phone --theme dark
 */
import './lib/check-node.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contactSheet } from './lib/contact-sheet.mjs';
import { ensureBuild } from './lib/ensure-build.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { root, since } from './lib/run.mjs';

const THEMES = ['light', 'dark'];
/** Entries of the largest raffle shown. */
const CROWD = 10_000;
/** Pages open at the same time: more of them would miss the moments of a draw. */
const AT_ONCE = 3;
/** Longer pages are cut off. */
const MOST_HEIGHT = 6_000;
const folder = join(root, 'screenshots');

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
const { SCREENS } = await import('../e2e/support/screens.ts');
const { SIZES, visit } = await import('../e2e/support/visit.ts');

const { screens, looks } = selection();
const start = performance.now();
console.log('Filling an installation …');
const filled = await startFilledInstallation({
  crowd: screens.some(({ state }) => state.includes('crowd')) ? CROWD : 12,
  // Each look of a screen joins with an invitation of its own.
  spareInvites: screens.length * looks.length,
});
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const rows = [];
let failed = 0;
try {
  for (const screen of screens) rows.push(await shoot(screen));
} finally {
  await browser.close();
  await filled.stop();
}
writeFileSync(join(folder, 'index.html'), contactSheet(rows));
const count = rows.reduce((sum, { pictures }) => sum + pictures.length, 0);
console.log(`${count} pictures in ${since(start)}: ${join('screenshots', 'index.html')}`);
process.exitCode = failed > 0 ? 1 : 0;

/** What the command line asks for. */
function selection() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, size: { type: 'string' }, theme: { type: 'string' } },
  });
  const pages = new Set(SCREENS.map(({ page }) => page));
  const wanted = chosen(values.only, [...pages, ...SCREENS.map(nameOf)]);
  const sizes = chosen(values.size, Object.keys(SIZES));
  const themes = chosen(values.theme, THEMES);
  return {
    screens: SCREENS.filter((screen) => wanted.includes(screen.page) || wanted.includes(nameOf(screen))),
    looks: sizes.flatMap((size) => themes.map((theme) => ({ size, theme }))),
  };
}

function nameOf({ page, state }) {
  return `${page}/${state}`;
}

function chosen(text, all) {
  if (text === undefined) return all;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return names;
  const pages = all.filter((name) => !name.includes('/'));
  console.error(`There is no "${unknown}". Choose from: ${pages.join(', ')}`);
  process.exit(2);
}

/** One screen in every look; what fails is told and does not stop the others. */
async function shoot(screen) {
  const pictures = [];
  const failures = [];
  rmSync(join(folder, screen.page, screen.state), { recursive: true, force: true });
  mkdirSync(join(folder, screen.page, screen.state), { recursive: true });
  const waiting = [...looks];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let look = waiting.shift(); look !== undefined; look = waiting.shift()) {
        const label = `${look.size} ${look.theme}`;
        try {
          const file = `${screen.page}/${screen.state}/${look.size}-${look.theme}.png`;
          await picture(screen, look, join(folder, file));
          pictures.push({ file, label });
        } catch (error) {
          failures.push(`${label}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }),
  );
  failed += failures.length;
  console.log(`${failures.length > 0 ? '✗' : '✓'} ${screen.page} ${screen.state}`);
  for (const failure of failures) console.error(`    ${failure}`);
  const order = looks.map(({ size, theme }) => `${size} ${theme}`);
  pictures.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
  return { ...screen, pictures, ...(failures.length > 0 && { failure: failures.join('\n') }) };
}

async function picture(screen, look, path) {
  const page = await visit(browser, filled, screen, look);
  try {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const { width } = SIZES[look.size];
    const dialog = await page.locator('[role=dialog], [role=alertdialog]').count();
    await page.screenshot({
      path,
      animations: 'disabled',
      // A dialog lies over the window, not over the whole page.
      ...(dialog === 0 && {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) },
      }),
    });
  } finally {
    await page.context().close();
  }
}
