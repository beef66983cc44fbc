/**
 * WCAG 2.2 AA, as far as a program can tell: axe finds nothing on any page or dialog, in both themes, on a phone and on
 * a desktop; nothing scrolls sideways on a phone, also one of 360 pixels.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Filled, startFilledInstallation } from './support/filled-installation.ts';
import { SCREENS } from './support/screens.ts';
import type { Screen } from './support/screens/screen.ts';
import { test } from './support/test.ts';
import { arrive, newVisitor, SIZES } from './support/visit.ts';

const RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Off in axe itself, though part of WCAG 2.2 AA.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
};

/** Each theme and each size once; LONG_LOOKS=1 adds the other two. */
const LOOKS = [
  { size: 'phone', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
  ...(process.env['LONG_LOOKS'] === undefined
    ? []
    : ([
        { size: 'phone', theme: 'dark' },
        { size: 'desktop', theme: 'light' },
      ] as const)),
] as const;

/** Phones narrower than this are not sold any more. */
const NARROW = { width: 360, height: 640 };

let filled: Filled;

test.beforeAll(async () => {
  filled = await startFilledInstallation({ crowd: 150, spareInvites: SCREENS.length });
});

test.afterAll(() => filled.stop());

/** @returns a line for each fault: the rule, where, and what axe says */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(
    (rules): Promise<AxeResults> => window.axe.run(document, rules),
    RULES,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => !isOpenMenu(id, node.target.join(' ')))
      .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** A menu that opens lies above the page, and belongs to no part of it. */
function isOpenMenu(rule: string, target: string): boolean {
  return rule === 'region' && target.includes('data-radix-popper-content-wrapper');
}

/** What makes the page wider than the window: the innermost elements that reach beyond its edge. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return beyond
      .filter((element) => !beyond.some((other) => other !== element && element.contains(other)))
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark');
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Some screens one after the other, seen by one browser for each person; one screen's faults don't hide another's. */
async function look(browser: Browser, screens: readonly Screen[]): Promise<void> {
  const visitors = new Map<Screen['as'], Page>();
  for (const screen of screens) {
    const name = `${screen.page}: ${screen.state}`;
    const page =
      visitors.get(screen.as) ??
      (await newVisitor(browser, filled, screen.as, { size: 'phone', theme: 'light' }));
    visitors.set(screen.as, page);
    const found = await seeAndJudge(page, screen).catch((error: unknown) => [String(error)]);
    expect.soft(found, name).toEqual([]);
  }
  for (const page of visitors.values()) await page.context().close();
}

async function seeAndJudge(page: Page, screen: Screen): Promise<string[]> {
  await forgetOthers(page, screen);
  await page.setViewportSize(SIZES.phone);
  await arrive(page, filled, screen);
  await page.evaluate(axe.source);
  // Colours half way between two themes are nobody's.
  // A row that was never scrolled to has the height that is reserved for it: buttons overlap that nobody sees so.
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; content-visibility: visible !important; }',
  });
  const found: string[] = [];
  for (const { size, theme } of LOOKS) {
    await page.setViewportSize(SIZES[size]);
    await setTheme(page, theme);
    found.push(...(await faults(page)).map((line) => `${size}, ${theme}: ${line}`));
  }
  await page.setViewportSize(NARROW);
  found.push(...(await sticksOut(page)).map((line) => `sticks out at the side: ${line}`));
  return found;
}

/** Anyone who joined a raffle on the screen before has not on this one. */
async function forgetOthers(page: Page, { as }: Screen): Promise<void> {
  if (as !== 'visitor' || page.url() === 'about:blank') return;
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

// The console draws, and the clock of its draw only moves forwards: these stay in their order. Others don't mind.
const isOfTheDraw = ({ page }: Screen): boolean => page === 'console' || page === 'draw';

const OTHERS = SCREENS.filter((screen) => !isOfTheDraw(screen));
const PARTS = 3;
/** In the order of the list, as many in each. */
const partOf = (index: number): Screen[] =>
  OTHERS.slice((OTHERS.length * index) / PARTS, (OTHERS.length * (index + 1)) / PARTS);

for (const part of Array.from({ length: PARTS }, (_, index) => partOf(index))) {
  const isFirst = part[0] === OTHERS[0];
  const between = `${part[0]?.page} to ${part.at(-1)?.page}`;
  test(`every screen in both themes, on a phone and on a desktop: ${between}`, async ({ browser }) => {
    // Against hanging only: more than a hundred screens, in two browsers at once.
    test.setTimeout(1_500_000);
    await Promise.all([look(browser, isFirst ? SCREENS.filter(isOfTheDraw) : []), look(browser, part)]);
  });
}

test('a fault is found where there is one', async ({ page }) => {
  await page.goto(`${filled.url}/legal`);
  await page.locator('h1').waitFor();
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p style="color:#ddd">pale</p><input>');
  });
  const found = (await faults(page)).map((line) => line.split(' ', 1)[0]);
  expect(new Set(found)).toEqual(new Set(['color-contrast', 'label']));
});
