/** What tests do without a mouse or a finger: wherever the focus stands it can be seen, and dialogs keep it and give it back. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 150;

/** What shows where the focus stands; null when nothing does. */
export function focusSign(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'the page itself';
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? 'an outline' : null;
  });
}

const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '');

export async function expectVisibleFocus(page: Page): Promise<void> {
  expect(await focusSign(page), `focus can be seen on ${await describeFocus(page)}`).not.toBeNull();
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus; at each stop the focus must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
  }
  throw new Error(`Tab never reached ${String(target)}.`);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tab and Shift+Tab go round inside the dialog, and Escape gives the focus back to what opened it. */
export async function expectDialogKeepsFocus(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const inside = (): Promise<boolean> =>
    dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press(key);
      await expectVisibleFocus(page);
      expect(await inside(), `${key} stays in the dialog`).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

export async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** The button of this name. */
export const named = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Of a raffle's own page. */
export async function goToSection(page: Page, section: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of this raffle' });
  await pressOn(page, sections.getByRole('link', { name: section }));
  await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
}
