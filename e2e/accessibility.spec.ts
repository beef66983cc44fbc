/**
 * WCAG 2.2 AA, as far as a program can tell: axe finds nothing on any page or dialog, in both themes, on a phone and on
 * a desktop; nothing scrolls sideways on a phone, also one of 360 pixels.
 */
import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import { type Filled, startFilledInstallation } from './support/filled-installation.ts';
import { SCREENS } from './support/screens.ts';
import { SIZES, visit } from './support/visit.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Phones narrower than this are not sold any more. */
const NARROW = { width: 360, height: 640 };

let filled: Filled;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  filled = await startFilledInstallation({ crowd: 150, spareInvites: SCREENS.length });
});

test.afterAll(() => filled.stop());

/** @returns a line for each fault: the rule, where, and what axe says */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(
    (tags): Promise<AxeResults> =>
      window.axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        // Off in axe itself, though part of WCAG 2.2 AA.
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
      }),
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

for (const screen of SCREENS) {
  test(`${screen.page}: ${screen.state}`, async ({ browser }) => {
    const page = await visit(browser, filled, screen, { size: 'phone', theme: 'light' });
    try {
      await page.evaluate(axe.source);
      // Colours half way between two themes are nobody's.
      await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' });
      const found: string[] = [];
      for (const size of ['phone', 'desktop'] as const) {
        await page.setViewportSize(SIZES[size]);
        for (const theme of ['light', 'dark'] as const) {
          await setTheme(page, theme);
          found.push(...(await faults(page)).map((line) => `${size}, ${theme}: ${line}`));
        }
      }
      expect(found).toEqual([]);
      await page.setViewportSize(NARROW);
      expect(await sticksOut(page), 'nothing sticks out at the side').toEqual([]);
    } finally {
      await page.context().close();
    }
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
