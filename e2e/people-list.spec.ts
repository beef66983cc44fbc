/** R66, R68: a list of people, entered at once: columns, bad rows, the result, and a phone that takes an entry over. */
import { expect, test } from '@playwright/test';
import type { Invitation } from '@glassdrum/contract';
import { asHost, cardOf, hostIn, LOOKS, type MadeRaffle, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { workbook } from './support/workbook.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

for (const look of LOOKS) {
  test(`R66 people are entered from a pasted list (${look.look})`, async ({ browser }) => {
    const page = await hostIn(browser, installation.url, look, 'enter-people');
    const post = <T>(path: string, data?: unknown) =>
      asHost<T>(page.request, installation.url, 'POST', path, data);
    const { id, public_link: link } = await post<MadeRaffle>('/api/raffles', {
      title: 'Village fair',
      allow_public_join: true,
      max_tickets: 5,
    });

    await page.reload();
    await cardOf(page, 'Village fair').getByRole('button', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'Add people from a list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog
      .getByLabel('Your list')
      .fill('Gast,E-Mail,Tickets\nAda Lovelace,ada@example.org,2\nBob,not an address,1\nCem,,9\nDora Dahl,,');
    await test.step('a draft takes nobody in, and says why', async () => {
      await expect(dialog.getByRole('radio', { name: 'Enter now' })).toBeDisabled();
      await expect(dialog.getByText('Open the raffle first.')).toBeVisible();
    });
    await post(`/api/raffles/${id}/open`);

    await test.step('columns that are not recognised are chosen by hand', async () => {
      await expect(dialog.getByLabel('What E-Mail holds')).toHaveValue('email');
      await expect(dialog.getByLabel('What Tickets holds')).toHaveValue('tickets');
      await expect(dialog.getByText('Choose the column that holds the names.')).toBeVisible();
      await dialog.getByLabel('What Gast holds').selectOption('Name');
      await expect(dialog.getByRole('button', { name: /^Skip them and invite 3 people/ })).toBeVisible();
    });
    await test.step('bad rows are listed by line, and skipped when the host says so', async () => {
      await dialog.getByRole('radio', { name: 'Enter now' }).check();
      const problems = dialog.getByRole('list', { name: 'Lines that need fixing' });
      for (const line of ['Line 3', 'Line 4']) await expect(problems.getByText(line)).toBeVisible();
      await dialog.getByRole('button', { name: 'Skip them and enter 2 people' }).click();
      await expect(dialog.getByText('2 people entered')).toBeVisible();
      await expect(dialog.getByText('Entry numbers 1 to 2')).toBeVisible();
      await expect(dialog.getByText('2 rows were left out.')).toBeVisible();
    });

    const invitations = await asHost<Invitation[]>(
      page.request,
      installation.url,
      'GET',
      `/api/raffles/${id}/invites`,
    );
    const guests = await browser.newContext({
      baseURL: installation.url,
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
    });
    await test.step('personal links are printed as slips to hand out', async () => {
      await page.goto(`/host/raffles/${id}/people`);
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await page.getByRole('button', { name: 'Print links…' }).click();
      const slips = page.getByRole('dialog', { name: 'Print personal links' });
      await expect(slips.getByText('2 slips are ready to print.')).toBeVisible();
      await expect(slips.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText('Entry number 2')).toBeVisible();
      await expect(page.locator('.print-sheet').getByText('Ada Lovelace')).toBeVisible();
      await expect(slips.getByText('2 slips are ready to print.')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByText('Entry number 2')).toBeHidden();
      await page.keyboard.press('Escape');
    });
    await test.step('the personal link opens the entry on a phone', async () => {
      const phone = await guests.newPage();
      await phone.goto(`/r/${invitations[0]?.token}`);
      await expect(phone.getByRole('heading', { name: 'You Are Entered' })).toBeVisible();
      await expect(phone.getByText('with number 1')).toBeVisible();
      await phone.getByRole('button', { name: 'Open My Entry Here' }).click();
      await expect(phone.getByRole('heading', { name: "You're In!" })).toBeVisible();
      await expect(phone.getByText('2 entered by the host')).toBeVisible();
    });
    await test.step('R68 everyone sees how many the host entered', async () => {
      const visitor = await (await browser.newContext({ baseURL: installation.url })).newPage();
      await visitor.goto(`/join/${link}`);
      await expect(visitor.getByText('2 entered by the host')).toBeVisible();
      await visitor.context().close();
    });
    await guests.close();
    await page.context().close();
  });
}

test('R66 ten thousand people from a workbook are entered in one go', async ({ browser }) => {
  const page = await signedInHost(browser, installation.url, 'enter-many@example.org');
  const { id } = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title: 'Big fair',
  });
  await asHost(page.request, installation.url, 'POST', `/api/raffles/${id}/open`);
  const rows = [['E-Mail', 'Last name', 'First name', 'Group']];
  for (let i = 1; i <= 10_000; i += 1) rows.push([`guest${i}@example.org`, `Guest ${i}`, 'Dear', 'Hall']);
  rows[17] = ['nowhere', 'Lost', 'Lena', 'Hall'];
  rows[5001] = ['guest1@example.org', 'Twice', 'Theo', 'Hall'];
  await page.goto(`/host/raffles/${id}/people`);
  await page.getByRole('button', { name: 'Add people from a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'guests.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(rows),
  });
  await expect(dialog.getByText('10,001 rows')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('radio', { name: 'Enter now' }).check();
  for (const row of ['Row 18', 'Row 5002']) await expect(dialog.getByText(row)).toBeVisible();
  await dialog.getByRole('button', { name: 'Skip them and enter 9,998 people' }).click();
  await expect(dialog.getByText('9,998 people entered')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Entry numbers 1 to 9,998')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/9,998 joined · 9,998 of them entered by the host/)).toBeVisible();
  await page.context().close();
});
