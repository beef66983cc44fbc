/** The console while a raffle is prepared: every button of form, images, invitees, animations and drafts. */
import { expect, type Locator } from '@playwright/test';
import { copiedText } from './support/clipboard.ts';
import type { InvitesAnswer } from '@glassdrum/contract';
import {
  asHost,
  cardOf,
  close,
  downloads,
  hostIn,
  LOOKS,
  type MadeRaffle,
  PNG,
  seesNotice,
  signedInHost,
} from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByToken } from './support/people.ts';
import { test } from './support/test.ts';
import { workbook } from './support/workbook.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

for (const look of LOOKS) {
  test(`a draft: form, image, invitees, animations, copies (${look.look})`, async ({ browser }) => {
    const page = await hostIn(browser, installation.url, look, 'draft');
    await expect(page.getByText('No raffles yet')).toBeVisible();

    await test.step('the form judges each field as it changes', async () => {
      await page.getByRole('button', { name: 'Create New Raffle' }).click();
      await page.getByLabel('Title').fill('x');
      await page.getByLabel('Title').fill('');
      await expect(page.getByText('Please give the raffle a title.')).toBeVisible();
      await page.getByLabel('Max Winners').fill('101');
      await expect(page.getByText('Please enter a whole number from 1 to 100.')).toBeVisible();
      await page.getByLabel('Max Winners').fill('2');
      await page.getByLabel(/Draw Date/).fill('2020-01-01T10:00');
      await expect(page.getByText(/The deadline lies in the past/)).toBeVisible();
      await page.getByLabel(/Draw Date/).fill('2030-01-01T10:00');
      await page.getByLabel('Title').fill('Garden party');
      await page.getByLabel('Max Tickets').fill('5');
      await page.getByLabel('Passphrase').fill('open sesame');
      await expect(page.getByText('Please give the raffle a title.')).toHaveCount(0);
    });

    await test.step('an image is chosen, refused, removed and chosen again', async () => {
      const input = page.getByLabel('Click to upload, drop or paste an image');
      await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
      await seesNotice(page, 'Invalid file', 'Please select an image file');
      const large = Buffer.alloc(20 * 1024 * 1024 + 1);
      await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
      await seesNotice(page, 'File too large', 'Please select an image smaller than 20MB');
      const broken = { name: 'broken.png', mimeType: 'image/png', buffer: PNG.subarray(0, 30) };
      await input.setInputFiles(broken);
      await seesNotice(page, 'Invalid file', 'This image is damaged');
      await input.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
      await expect(page.getByAltText('Preview of the raffle image')).toBeVisible();
      await page.getByRole('button', { name: 'Remove image' }).click();
      await expect(page.getByAltText('Preview of the raffle image')).toHaveCount(0);
      await input.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
    });

    await test.step('invitees are counted and judged while they are typed', async () => {
      await page.getByLabel(/Invitees/).fill('Ada,ada@example.org\n\nBob,not an address\nCy');
      await expect(page.getByText(/3 invitees\./)).toBeVisible();
      await expect(page.getByText('1 line needs fixing')).toBeVisible();
      await expect(page.getByText('Line 3')).toBeVisible();
    });

    await test.step('without voting the animation can be chosen, and all of them tried', async () => {
      await page.getByLabel('Animation voting').click();
      await page.getByLabel('Draw animation').selectOption('casino');
      await page.getByRole('button', { name: 'Test Animations' }).click();
      const dialog = page.getByRole('dialog', { name: 'Test Animation Styles' });
      await expect(dialog.getByText('Currently Selected')).toHaveCount(1);
      for (const style of ['Classic', 'Casino', 'Cosmic', 'Fireworks', 'Neon']) {
        await dialog.getByRole('button', { name: `Select ${style}` }).click();
        await expect(dialog.getByRole('button', { name: `Select ${style}` })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
      }
      for (const style of ['Classic', 'Casino', 'Cosmic', 'Neon']) {
        await dialog.getByRole('button', { name: `Test ${style}` }).click();
        await expect(page.getByText('TEST', { exact: true }).first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByText('Invented names. Nothing is drawn or stored.')).toHaveCount(0);
        await expect(dialog).toBeVisible();
      }
      await escapeAtOnce(dialog.getByRole('button', { name: 'Test Cosmic' }));
      await expect(page.getByText('Invented names. Nothing is drawn or stored.')).toHaveCount(0);
      await expect(dialog).toBeVisible();
      const started = Date.now();
      await dialog.getByRole('button', { name: 'Test Fireworks' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-phase', 'reveal', { timeout: 15_000 });
      expect(Date.now() - started).toBeGreaterThanOrEqual(8000);
      await expect(page.getByRole('dialog', { name: 'Animation test' })).toHaveCount(0, { timeout: 6000 });
      expect(Date.now() - started).toBeGreaterThanOrEqual(10_000);

      await dialog.getByRole('button', { name: 'Rehearse the whole draw' }).click();
      await expect(page.getByText('Rehearsal of a draw')).toBeVisible();
      await expect(page.getByText('Invented names. Nothing is drawn or stored.')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-phase', /countdown|animation/);
      await page.keyboard.press('Escape');
      await expect(page.getByText('Rehearsal of a draw')).toHaveCount(0);
      await close(page);
      await expect(page.getByLabel('Draw animation')).toHaveValue('neon');
    });

    await test.step('the raffle is made; what could not be taken is still there to be fixed', async () => {
      await page.getByRole('button', { name: 'Create Raffle' }).click();
      await seesNotice(page, 'Raffle Created');
      const dialog = page.getByRole('dialog', { name: 'Invitations' });
      await expect(dialog.getByText('2 invitees', { exact: true })).toBeVisible();
      await expect(dialog.getByLabel('Add invitees')).toHaveValue('Bob,not an address');
      await dialog.getByLabel('Add invitees').fill('Bob,bob@example.org\nAda again,ADA@example.org');
      await dialog.getByRole('button', { name: 'Add to list' }).click();
      await seesNotice(page, '1 invitee added', 'Lines with errors are still in the list.');
      await expect(dialog.getByText('This email address is already on the list.')).toBeVisible();
      await dialog.getByLabel('Add invitees').fill('');
      await expect(dialog.getByText('3 invitees', { exact: true })).toBeVisible();
    });

    await test.step('personal links are copied, shown, regenerated, revoked', async () => {
      const dialog = page.getByRole('dialog', { name: 'Invitations' });
      await dialog.getByRole('button', { name: 'Copy link of Ada' }).click();
      const copied = await copiedText(page);
      expect(copied).toMatch(/\/r\/[\w-]+$/);
      await dialog.getByRole('button', { name: 'Copy all links' }).click();
      const table = await copiedText(page);
      expect(table.split('\n')).toHaveLength(4);
      await downloads(page, () => dialog.getByRole('link', { name: 'Download CSV' }).click(), /\.csv$/);
      await dialog.getByRole('button', { name: 'QR code for Ada' }).click();
      const code = page.getByRole('dialog', { name: 'Link of Ada' });
      await expect(code.getByRole('img', { name: 'Link of Ada' })).toBeVisible();
      await downloads(page, () => code.getByRole('button', { name: 'SVG' }).click(), /^invitation-ada\.svg$/);
      await downloads(page, () => code.getByRole('button', { name: 'PNG' }).click(), /^invitation-ada\.png$/);
      await code.getByRole('button', { name: 'Close', exact: true }).click();
      await dialog.getByRole('button', { name: 'New link for Ada' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make New Link' }).click();
      await seesNotice(page, 'New link ready');
      await dialog.getByRole('button', { name: 'Revoke the invitation of Cy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Revoke the invitation of Cy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await seesNotice(page, 'Invitation revoked');
      await expect(dialog.getByRole('button', { name: 'New link for Cy' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Erase data of Cy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Erase data' }).click();
      await seesNotice(page, 'Data erased');
      await expect(dialog.getByRole('button', { name: 'New link for Cy' })).toHaveCount(0);
      await close(page);
    });

    await test.step('a draft is edited, duplicated and deleted', async () => {
      const card = cardOf(page, 'Garden party');
      await expect(card.getByText('Draft')).toBeVisible();
      await expect(card.locator('img')).toBeVisible();
      await card.getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByLabel('Title')).toHaveValue('Garden party');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await card.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('Garden feast');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await seesNotice(page, 'Raffle Updated');
      const feast = cardOf(page, 'Garden feast');
      await feast.getByRole('button', { name: 'More for Garden feast' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByRole('switch', { name: 'Put the same people on the list' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Duplicate raffle' }).click();
      await seesNotice(page, 'Raffle Duplicated');
      await expect(page.getByRole('article')).toHaveCount(2);
      const copy = page.getByRole('article').first();
      await copy.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete draft' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await copy.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete draft' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await seesNotice(page, 'Raffle Deleted');
      await expect(page.getByRole('article')).toHaveCount(1);
    });
    await page.context().close();
  });
}

test('ten thousand invitees from a workbook: three bad rows are named, nothing is lost', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'many@example.org');
  await asHost(page.request, installation.url, 'POST', '/api/raffles', { title: 'Big fair' });
  const rows = [['E-Mail', 'Last name', 'First name', 'Table']];
  for (let i = 1; i <= 10_000; i += 1) rows.push([`guest${i}@example.org`, `Guest ${i}`, 'Dear', '7']);
  rows[17] = ['nowhere', 'Lost', 'Lena', '7'];
  rows[5001] = ['guest1@example.org', 'Twice', 'Theo', '7'];
  rows[10_000] = ['nobody@example.org', '', '', '7'];
  await cardOf(page, 'Big fair').getByRole('button', { name: 'Invitations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitations' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'guests.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(rows),
  });
  await expect(dialog.getByText('9,997 people ready. 3 rows need fixing.')).toBeVisible({ timeout: 20_000 });
  for (const row of ['Row 18', 'Row 5002', 'Row 10001']) await expect(dialog.getByText(row)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 9,997 valid invitees' }).click();
  await seesNotice(page, '9,997 invitees added', 'Lines with errors are still in the list.', 60_000);
  await expect(dialog.getByText('9,997 invitees', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Add invitees')).toHaveValue(/Lost/);
  await expect(dialog.getByLabel('Add invitees')).toHaveValue(/Twice/);
  await page.context().close();
});

test('I4 links of a draft say that it is not open yet, and open together with the raffle', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'links@example.org');
  const { id, public_link: link } = await asHost<MadeRaffle>(
    page.request,
    installation.url,
    'POST',
    '/api/raffles',
    { title: 'Early bird', allow_public_join: true },
  );
  const { invitees } = await asHost<InvitesAnswer>(
    page.request,
    installation.url,
    'POST',
    `/api/raffles/${id}/invites`,
    { invitees: 'Ada' },
  );
  const card = cardOf(page, 'Early bird');
  await card.getByRole('button', { name: 'Invitations' }).click();
  await expect(page.getByRole('note')).toContainText('they start to work when you open it');
  await close(page);
  await card.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share Public Link' });
  await expect(share.getByRole('note')).toContainText('they start to work when you open it');
  await expect(share.getByText('The stage shows the raffle once you open it.')).toBeVisible();
  await close(page);

  const guests = await browser.newContext({ baseURL: installation.url, serviceWorkers: 'block' });
  const invited = await guests.newPage();
  const walkIn = await guests.newPage();
  const errors: string[] = [];
  for (const guest of [invited, walkIn]) {
    guest.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  }
  await invited.goto(`/r/${invitees[0]?.token}`);
  await walkIn.goto(`/join/${link}`);
  for (const guest of [invited, walkIn]) {
    await expect(guest.getByRole('heading', { name: 'Not Open Yet' })).toBeVisible();
  }
  await card.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(invited.getByText("You're invited as")).toBeVisible();
  await expect(walkIn.getByRole('button', { name: 'Join Raffle' })).toBeVisible();
  expect(errors).toEqual([]);

  await walkIn.goto(`/join/${'u'.repeat(22)}`);
  await expect(walkIn.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await guests.close();
  await page.context().close();
});

test('R11 the edit form switches public joining, and a raffle that nobody can win is not drawn', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'edit@example.org');
  const { id } = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title: 'Quiet draft',
  });
  const card = cardOf(page, 'Quiet draft');
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Allow public joining').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await seesNotice(page, 'Raffle Updated');
  const path = `/api/raffles/${id}`;
  expect(await asHost(page.request, installation.url, 'GET', path)).toMatchObject({
    allow_public_join: true,
  });

  await card.getByRole('button', { name: 'Open', exact: true }).click();
  await card.getByRole('button', { name: 'Draw', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'There is nothing to draw yet: no entry in this raffle holds a ticket.',
  );
  await expect(question.getByRole('button', { name: 'Draw Now' })).toBeDisabled();
  await page.context().close();
});

test('R41 a new link asks first, and says what happens to the device of somebody who has joined', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'reissue@example.org');
  const post = <T>(path: string, data?: unknown) =>
    asHost<T>(page.request, installation.url, 'POST', path, data);
  const { id } = await post<MadeRaffle>('/api/raffles', { title: 'Lost phones' });
  const { invitees } = await post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees: 'Ada\nBob' });
  await post(`/api/raffles/${id}/open`);
  await joinByToken(installation.url, invitees[0]?.token ?? '');
  await cardOf(page, 'Lost phones').getByRole('button', { name: 'Invitations' }).click();
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'New link for Bob' }).click();
  await expect(question).toContainText('The link that Bob has now stops working at once.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'New link for Ada' }).click();
  await expect(question).toContainText('the device they joined with stays signed in');
  await question.getByRole('button', { name: 'Make New Link' }).click();
  await seesNotice(page, 'New link ready');
  await page.context().close();
});

test('R5 a signed-in host finds the way to the console, and nobody sees an error in the log', async ({
  browser,
}) => {
  const page = await signedInHost(browser, installation.url, 'way@example.org');
  const { id, public_link: link } = await asHost<MadeRaffle>(
    page.request,
    installation.url,
    'POST',
    '/api/raffles',
    { title: 'Way home', allow_public_join: true },
  );
  await asHost(page.request, installation.url, 'POST', `/api/raffles/${id}/open`);
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/host$/);
  for (const path of ['/', `/draw/${id}`, `/results/${id}`]) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Host Console' }).first().click();
    await expect(page.getByRole('heading', { name: 'Host Console' })).toBeVisible();
  }
  // Signed in elsewhere in the same browser: nothing here remembers a host.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/host$/);
  await page.context().close();

  const visitor = await browser.newPage({ baseURL: installation.url });
  const errors: string[] = [];
  visitor.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const path of ['/', '/auth', `/join/${link}`, `/draw/${id}`, '/verify', '/log']) {
    await visitor.goto(path);
    await visitor.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
  await visitor.close();
});

/** Presses the button, and Escape in the very moment in which what it opens is there. */
async function escapeAtOnce(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="dialog"] [role="note"]') === null) return;
      observer.disconnect();
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
    element.click();
  });
}
