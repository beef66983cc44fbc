/**
 * A host without a mouse or a finger: from sign-up to a drawn raffle and out again with the keyboard alone. Wherever
 * the focus stands it can be seen, dialogs keep it inside, and give it back to what opened them.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { asHost, PNG, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import {
  expectDialogKeepsFocus,
  expectVisibleFocus,
  focusSign,
  goToSection,
  named,
  pressOn,
  tabTo,
  typeOver,
} from './support/keyboard.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw, runTimers } from './support/world-clock.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

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

const nameField = (page: Page, number: number): Locator =>
  page.getByLabel(`Name of prize ${number}`, { exact: true });

async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  await expect(page.getByLabel(/^Name of prize/)).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(nameField(page, index + 1)).toHaveValue(name);
}

async function writeAList(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('radio', { name: 'One prize per person' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Several prizes per person' })).toBeChecked();
  await typeOver(page, nameField(page, 1), 'Grand piano');
  await typeOver(page, page.getByLabel('Quantity of prize 1'), '1');
  await pressOn(page, named(page, 'Add prize'));
  await expect(nameField(page, 2)).toBeFocused();
  await page.keyboard.type('Ham');

  const paste = named(page, 'Paste a list');
  await pressOn(page, paste);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), paste);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your prizes')).toBeFocused();
  await page.keyboard.type('3 × Wine');
  await pressOn(page, named(page, 'Add to list'));
  await expect(paste).toBeFocused();
  await expectNames(page, ['Grand piano', 'Ham', 'Wine']);
}

async function moveItsRows(page: Page): Promise<void> {
  await pressOn(page, named(page, 'Move up Wine'), 'Space');
  await expectNames(page, ['Grand piano', 'Wine', 'Ham']);
  await page.keyboard.press('Enter');
  await expectNames(page, ['Wine', 'Grand piano', 'Ham']);
  await expect(named(page, 'Move up Wine')).toBeFocused();
  await expectVisibleFocus(page);
  await pressOn(page, named(page, 'Drag prize 1'), 'Space');
  await expect(page.getByText('Picked up Wine, number 1 of 3.')).toHaveCount(1);
  await runTimers(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Now number 2 of 3.')).toHaveCount(1);
  await expectVisibleFocus(page);
  await page.keyboard.press('Space');
  await expectNames(page, ['Grand piano', 'Wine', 'Ham']);
  await expect(named(page, 'Drag prize 2')).toBeFocused();
}

/** Everything about a prize that is folded at first. */
async function writeDetails(page: Page): Promise<void> {
  const details = named(page, 'Details of Ham');
  await pressOn(page, details);
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await tabTo(page, page.getByLabel('Description'));
  await page.keyboard.type('Smoked');
  await tabTo(page, page.getByLabel('Sponsor (optional)'));
  await page.keyboard.type('Butcher');
  await tabTo(page, page.getByLabel("Sponsor's link (optional)"));
  await page.keyboard.type('https://butcher.example');
  const who = page.getByRole('group', { name: 'Who can win it' });
  await tabTo(page, who.getByLabel('New group'));
  await page.keyboard.type('Crew');
  await page.keyboard.press('Enter');
  const crew = who.getByRole('button', { name: 'Crew (0)' });
  await expect(crew).toHaveAttribute('aria-pressed', 'true');
  await pressOn(page, crew, 'Space');
  await expect(crew).toHaveAttribute('aria-pressed', 'false');
  await expect(crew).toBeFocused();
  await page.keyboard.press('Space');
  await pressOn(page, named(page, 'Duplicate prize'));
  await expect(nameField(page, 4)).toBeFocused();
  await page.keyboard.type('2');
  await pressOn(page, named(page, 'Remove Ham2'));
  await expect(nameField(page, 3)).toBeFocused();
  await expectNames(page, ['Grand piano', 'Wine', 'Ham']);
}

async function saveIt(page: Page): Promise<void> {
  const discard = named(page, 'Discard');
  await pressOn(page, discard);
  await expectDialogKeepsFocus(page, page.getByRole('alertdialog'), discard);
  await pressOn(page, named(page, 'Save prizes'));
  await expect(page.getByText('Prizes saved').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
}

async function changeAnImage(page: Page): Promise<void> {
  await pressOn(page, named(page, 'Details of Wine'));
  const image = page.getByRole('group', { name: 'Image of Wine' });
  const input = image.locator('input');
  await tabTo(page, input);
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Space');
  await (await choosing).setFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
  await expect(image.getByRole('img')).toBeVisible();
  await pressOn(page, image.getByRole('button', { name: 'Remove image' }));
  await expect(image.getByRole('img')).toHaveCount(0);
  await expect(input).toBeFocused();
}

async function discardChanges(page: Page): Promise<void> {
  await typeOver(page, nameField(page, 1), 'Violin');
  await pressOn(page, named(page, 'Discard'));
  await pressOn(page, named(page, 'Discard changes'));
  await expectNames(page, ['Grand piano', 'Wine', 'Ham']);
}

async function putPeopleIntoAGroup(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('checkbox', { name: 'Select Ada' }), 'Space');
  await expect(page.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked();
  const everyone = page.getByRole('checkbox', { name: 'Select all shown' });
  await pressOn(page, everyone, 'Space');
  await expect(everyone).toBeChecked();
  const groups = named(page, 'Groups…');
  await pressOn(page, groups);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), groups);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await pressOn(page, dialog.getByRole('checkbox', { name: 'Crew' }), 'Space');
  await tabTo(page, dialog.getByLabel('New group'));
  await page.keyboard.type('Choir');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Choir' })).toBeChecked();
  await pressOn(page, named(page, 'Save groups'));
  await expect(page.getByText('Groups of 2 people saved').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('Crew, Choir');

  const more = named(page, 'More for Bruno');
  await pressOn(page, more);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
}

test('R60 R61 R63 a list of prizes, and groups of people who can win them', async ({ browser }) => {
  const page = await signedInHost(browser, installation.url, 'keys@example.org');
  const post = <T>(path: string, body?: object): Promise<T> =>
    asHost<T>(page.request, installation.url, 'POST', path, body);
  const fields = { title: 'Keyboard fair', allow_public_join: true };
  const { id, public_link: link } = await post<HostRaffle>('/api/raffles', fields);
  await pressOn(page, page.getByRole('link', { name: 'Keyboard fair' }));
  await goToSection(page, 'Prizes');
  await writeAList(page);
  await moveItsRows(page);
  await writeDetails(page);
  await saveIt(page);
  await changeAnImage(page);
  await discardChanges(page);
  await post(`/api/raffles/${id}/open`);
  for (const name of ['Ada', 'Bruno']) await joinByLink(installation.url, link ?? '', name);
  await goToSection(page, 'People');
  await putPeopleIntoAGroup(page);
  await page.context().close();
});

test('focus that cannot be seen is noticed', async ({ page }) => {
  await page.goto(`${installation.url}/legal`);
  await page.locator('h1').waitFor();
  await page.addStyleTag({ content: ':focus-visible { outline: none !important; }' });
  await page.keyboard.press('Tab');
  expect(await focusSign(page)).toBeNull();
});
