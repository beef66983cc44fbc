/**
 * An evening of draws without a mouse or a finger (R66, R67, R69, R72): the host plans the draws, enters people from a list, adds
 * and prints paper tickets, sells them at the desk, and holds a draw from the remote with a notice before it and a winner
 * passed over after it.
 */
import { expect, type Page } from '@playwright/test';
import type { HostPrizes, HostRaffle, PlannedDraws } from '@glassdrum/contract';
import { asHost, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { expectDialogKeepsFocus, goToSection, named, pressOn, tabTo, typeOver } from './support/keyboard.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

/** A draft with one draw and two prizes. */
async function makesADraft(page: Page): Promise<HostRaffle> {
  const raffle = await asHost<HostRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title: 'Keyboard evening',
  });
  const path = `/api/raffles/${raffle.id}/prizes`;
  const { revision } = (await (await page.request.get(path)).json()) as HostPrizes;
  const saved = await page.request.put(path, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [
        { name: 'Wine', quantity: 1 },
        { name: 'Ham', quantity: 1 },
      ],
      draws: [{ name: 'Dinner' }],
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return raffle;
}

async function planDraws(page: Page): Promise<void> {
  await goToSection(page, 'Draws');
  const add = named(page, 'Add a draw');
  await pressOn(page, add);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a draw' });
  await typeOver(page, dialog.getByLabel('Name of the draw'), 'Midnight');
  await typeOver(page, dialog.getByLabel('First prize in this draw'), 'Piano');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Midnight', level: 3 })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // Ham moves to the second draw.
  const ham = page.getByRole('combobox', { name: /Ham/ });
  await tabTo(page, ham);
  await page.keyboard.press('ArrowDown');
  const midnight = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Midnight' }) });
  await expect(midnight.getByText('Ham')).toBeVisible();
}

async function enterPeople(page: Page): Promise<void> {
  await goToSection(page, 'People');
  const add = named(page, 'Add people from a list');
  await pressOn(page, add);
  await expectDialogKeepsFocus(page, page.getByRole('dialog'), add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  await tabTo(page, dialog.getByLabel('Your list'));
  await page.keyboard.type('Name;Table\nAda;1\nBruno;2\nChiara;3');
  await tabTo(page, dialog.getByLabel('What Table holds'));
  await page.keyboard.press('Home');
  await tabTo(page, dialog.getByRole('radio', { name: 'Invite' }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Enter now' })).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Enter 3 people' }));
  await expect(dialog.getByText('Entry numbers 1 to 3')).toBeVisible();
  await pressOn(page, dialog.getByRole('button', { name: 'Done' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Bruno' })).toBeVisible();
}

/** @returns the desk */
async function printPaper(page: Page): Promise<Page> {
  await goToSection(page, 'Paper tickets');
  await typeOver(page, page.getByLabel('How many tickets'), '6');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 of 6 sold')).toBeVisible();
  const printed = page.waitForEvent('download');
  await pressOn(page, page.getByRole('link', { name: 'PDF, A4: tickets 4 to 9' }));
  expect((await printed).suggestedFilename()).toMatch(/\.pdf$/);
  const opened = page.context().waitForEvent('page');
  await pressOn(page, page.getByRole('link', { name: 'Open the desk' }));
  return opened;
}

async function sellAtTheDesk(desk: Page): Promise<void> {
  const numbers = desk.getByLabel('Numbers or code');
  await tabTo(desk, numbers);
  await desk.keyboard.type('4-7');
  await desk.keyboard.press('Enter');
  const answer = desk.locator('[data-last-sale=good]');
  await expect(answer).toHaveText('Sold: 4–7');
  await tabTo(desk, numbers);
  await desk.keyboard.type('7');
  await pressOn(desk, named(desk, 'Take back'));
  await expect(answer).toHaveText('Taken back: 7');
  await expect(desk.getByText('3 of 6 tickets sold')).toBeVisible();
}

async function holdADraw(page: Page, id: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of this raffle' });
  await pressOn(page, sections.getByRole('link', { name: 'Remote' }));
  await expect(page.getByRole('heading', { name: 'Dinner', level: 2 })).toBeVisible();
  await tabTo(page, page.getByLabel('Text (optional)'));
  await page.keyboard.type('Soup first');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Soup first')).toBeVisible();
  await pressOn(page, named(page, 'Take the notice down'));
  await expect(page.getByText('Soup first')).toHaveCount(0);
  const draw = named(page, 'Draw');
  await pressOn(page, draw);
  await expectDialogKeepsFocus(page, page.getByRole('alertdialog'), draw);
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Draw Now' }));
  await expect(page).toHaveURL(new RegExp(`/draw/${id}`));
  await passDraw(installation.url, id);
}

async function passSomebodyOver(page: Page, id: string): Promise<void> {
  await page.goto(`/host/raffles/${id}/remote`);
  await expect(page.getByRole('heading', { name: 'Midnight', level: 2 })).toBeVisible();
  const over = named(page, 'Pass somebody over');
  await pressOn(page, over);
  const dialog = page.getByRole('dialog', { name: 'Winners and prizes' });
  const choose = dialog.getByRole('button', { name: /^Pass over/ });
  await pressOn(page, choose);
  const question = page.getByRole('alertdialog');
  await expectDialogKeepsFocus(page, question, choose);
  await page.keyboard.press('Enter');
  await pressOn(page, question.getByLabel('Absent'), 'Space');
  await pressOn(page, question.getByRole('button', { name: 'Pass over' }));
  await expect(dialog.getByText('Moved up')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(over).toBeFocused();
}

async function skipADraw(page: Page): Promise<void> {
  await goToSection(page, 'Draws');
  const skip = named(page, 'Skip this draw');
  await pressOn(page, skip);
  const dialog = page.getByRole('dialog', { name: 'Skip Midnight?' });
  await expectDialogKeepsFocus(page, dialog, skip);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('Public reason'));
  await page.keyboard.type('It got late.');
  await pressOn(page, dialog.getByRole('button', { name: 'Skip this draw' }));
  await expect(page.getByText('It got late.')).toBeVisible();
}

test('R66 R67 R69 R72 an evening of draws by keyboard alone', async ({ browser }) => {
  const page = await signedInHost(browser, installation.url, 'evening-keys@example.org');
  await followClock(page.context());
  const { id } = await makesADraft(page);
  await page.goto(`/host/raffles/${id}`);
  await planDraws(page);
  await asHost(page.request, installation.url, 'POST', `/api/raffles/${id}/open`);
  await enterPeople(page);
  const desk = await printPaper(page);
  await sellAtTheDesk(desk);
  await desk.close();
  await holdADraw(page, id);
  await passSomebodyOver(page, id);
  await skipADraw(page);
  const { draws } = (await (await page.request.get(`/api/raffles/${id}/draws`)).json()) as PlannedDraws;
  expect(draws.map(({ state }) => state)).toEqual(['drawn', 'skipped']);
  await page.context().close();
});
