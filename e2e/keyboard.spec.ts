/**
 * A host without a mouse or a finger: from sign-up to a drawn raffle and out again with the keyboard alone. Wherever
 * the focus stands it can be seen, dialogs keep it inside, and give it back to what opened them.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

/** More stops than any page has. */
const MOST_STOPS = 150;

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

/** What shows where the focus stands; null when nothing does. */
function focusSign(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'the page itself';
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? 'an outline' : null;
  });
}

const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? '');

async function expectVisibleFocus(page: Page): Promise<void> {
  expect(await focusSign(page), `focus can be seen on ${await describeFocus(page)}`).not.toBeNull();
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus; at each stop the focus must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
  }
  throw new Error(`Tab never reached ${String(target)}.`);
}

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tab and Shift+Tab go round inside the dialog, and Escape gives the focus back to what opened it. */
async function expectDialogKeepsFocus(page: Page, dialog: Locator, opener: Locator): Promise<void> {
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

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await pressOn(page, page.getByRole('link', { name: 'Get Started' }));
  await expect(page).toHaveURL(/\/auth$/);
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  const form = page.getByRole('tabpanel');
  await tabTo(page, form.getByLabel('Name'));
  await page.keyboard.type('Karla Keys');
  await tabTo(page, form.getByLabel('Email'));
  await page.keyboard.type('karla@example.org');
  await tabTo(page, form.getByLabel('Password', { exact: true }));
  // Too short: the error is said, and the focus goes to its field.
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('a long enough passphrase');
  await pressOn(page, form.getByRole('button', { name: 'Create Account' }));
  await expect(page).toHaveURL(/\/host$/);
}

async function createAndOpen(page: Page): Promise<HostRaffle> {
  await pressOn(page, page.getByRole('button', { name: 'Create New Raffle' }));
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await page.keyboard.type('Keyboard raffle');
  await pressOn(page, page.getByRole('switch', { name: /public joining/i }), 'Space');
  const created = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/raffles') && answer.request().method() === 'POST',
  );
  await pressOn(page, page.getByRole('button', { name: 'Create Raffle' }));
  const { id } = (await (await created).json()) as HostRaffle;
  await expect(page.getByRole('heading', { name: 'Keyboard raffle' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New Raffle' })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Open', exact: true }));
  await expect(page.getByText('Raffle Opened').first()).toBeVisible();
  return (await (await page.request.get(`/api/raffles/${id}`)).json()) as HostRaffle;
}

test('from sign-up to a drawn raffle and out again', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: installation.url, serviceWorkers: 'block' });
  await followClock(context);
  const page = await context.newPage();
  await signUp(page);
  const raffle = await createAndOpen(page);
  for (const name of ['Ada', 'Bruno', 'Chiara', 'Dmitri']) {
    await joinByLink(installation.url, raffle.public_link ?? '', name);
  }

  const share = page.getByRole('button', { name: 'Share', exact: true });
  await pressOn(page, share);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), share);
  const entries = page.getByRole('button', { name: 'Entries', exact: true });
  await pressOn(page, entries);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), entries);
  const draw = page.getByRole('button', { name: 'Draw', exact: true });
  await pressOn(page, draw);
  await expectDialogKeepsFocus(page, page.getByRole('alertdialog'), draw);

  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Draw Now' }));
  await expect(page).toHaveURL(new RegExp(`/draw/${raffle.id}`));
  await passDraw(installation.url, raffle.id);
  await expect(page.locator('html')).toHaveAttribute('data-phase', 'complete', { timeout: 60_000 });
  await pressOn(page, page.getByRole('link', { name: 'View Results' }));
  await pressOn(page, page.getByRole('button', { name: 'Verify Fairness' }).first());
  await expect(page.getByText('Verification Passed').first()).toBeVisible({ timeout: 30_000 });

  await pressOn(page, page.getByRole('link', { name: 'Glassdrum' }));
  await pressOn(page, page.getByRole('link', { name: 'Host Console' }).first());
  await expect(page).toHaveURL(/\/host$/);
  await pressOn(page, page.getByRole('button', { name: 'Logout' }));
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible();
  await context.close();
});

test('focus that cannot be seen is noticed', async ({ page }) => {
  await page.goto(`${installation.url}/legal`);
  await page.locator('h1').waitFor();
  await page.addStyleTag({ content: ':focus-visible { outline: none !important; }' });
  await page.keyboard.press('Tab');
  expect(await focusSign(page)).toBeNull();
});
