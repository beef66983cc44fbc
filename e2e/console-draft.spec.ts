/** The console while a raffle is prepared: every button of form, pictures, invitees, animations and drafts. */
import { expect, test } from '@playwright/test';
import {
  asHost,
  cardOf,
  close,
  downloads,
  hostIn,
  LOOKS,
  PNG,
  seesNotice,
  signedInHost,
  startConsole,
} from './support/console.ts';
import type { Installation } from './support/installation.ts';
import { workbook } from './support/workbook.ts';

let installation: Installation;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  ({ installation, stop } = await startConsole());
});

test.afterAll(() => stop());

for (const look of LOOKS) {
  test(`a draft: form, picture, invitees, animations, copies (${look.look})`, async ({ browser }) => {
    test.setTimeout(150_000);
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

    await test.step('a picture is chosen, refused, removed and chosen again', async () => {
      const input = page.getByLabel('Click to upload, drop or paste an image');
      await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
      await seesNotice(page, 'Invalid file', 'Please select an image file');
      const large = Buffer.alloc(20 * 1024 * 1024 + 1);
      await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
      await seesNotice(page, 'File too large', 'Please select an image smaller than 20MB');
      await input.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
      await expect(page.getByAltText('Preview of the raffle image')).toBeVisible();
      await page.getByRole('button', { name: 'Remove image' }).click();
      await expect(page.getByAltText('Preview of the raffle image')).toHaveCount(0);
      await input.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: PNG });
    });

    await test.step('invitees are counted and judged while they are typed', async () => {
      await page.getByLabel(/Invitees/).fill('Ada,ada@example.org\n\nBob,not an address\nCy');
      await expect(page.getByText(/3 invitees\./)).toBeVisible();
      await expect(page.getByText('1 line needs mending')).toBeVisible();
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
      }
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

    await test.step('the raffle is made; what could not be taken is still there to be mended', async () => {
      await page.getByRole('button', { name: 'Create Raffle' }).click();
      await seesNotice(page, 'Raffle Created');
      const dialog = page.getByRole('dialog', { name: 'Invitations' });
      await expect(dialog.getByText('2 invitees', { exact: true })).toBeVisible();
      await expect(dialog.getByLabel('Add invitees')).toHaveValue('Bob,not an address');
      await dialog.getByLabel('Add invitees').fill('Bob,bob@example.org\nAda again,ADA@example.org');
      await dialog.getByRole('button', { name: 'Add to list' }).click();
      await seesNotice(page, '1 invitee added', 'What needs mending is still in the list.');
      await expect(dialog.getByText('This e-mail address is already on the list.')).toBeVisible();
      await dialog.getByLabel('Add invitees').fill('');
      await expect(dialog.getByText('3 invitees', { exact: true })).toBeVisible();
    });

    await test.step('personal links are copied, shown, made anew, revoked', async () => {
      const dialog = page.getByRole('dialog', { name: 'Invitations' });
      await dialog.getByRole('button', { name: 'Copy link of Ada' }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/\/r\/[\w-]+$/);
      await dialog.getByRole('button', { name: 'Copy all links' }).click();
      const table = await page.evaluate(() => navigator.clipboard.readText());
      expect(table.split('\r\n')).toHaveLength(4);
      await downloads(page, () => dialog.getByRole('link', { name: 'Download CSV' }).click(), /\.csv$/);
      await dialog.getByRole('button', { name: 'QR code for Ada' }).click();
      const code = page.getByRole('dialog', { name: 'Link of Ada' });
      await expect(code.getByRole('img', { name: 'Link of Ada' })).toBeVisible();
      await downloads(page, () => code.getByRole('button', { name: 'SVG' }).click(), /^invitation-ada\.svg$/);
      await downloads(page, () => code.getByRole('button', { name: 'PNG' }).click(), /^invitation-ada\.png$/);
      await code.getByRole('button', { name: 'Close', exact: true }).click();
      await dialog.getByRole('button', { name: 'New link for Ada' }).click();
      await seesNotice(page, 'New link ready');
      await dialog.getByRole('button', { name: 'Revoke the invitation of Cy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Revoke the invitation of Cy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await seesNotice(page, 'Invitation revoked');
      await expect(dialog.getByRole('button', { name: 'New link for Cy' })).toBeVisible();
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
  await expect(dialog.getByText('9,997 people ready. 3 rows need mending.')).toBeVisible({ timeout: 20_000 });
  for (const row of ['Row 18', 'Row 5002', 'Row 10001']) await expect(dialog.getByText(row)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add the 9,997 good ones' }).click();
  await seesNotice(page, '9,997 invitees added', 'What needs mending is still in the list.', 60_000);
  await expect(dialog.getByText('9,997 invitees', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Add invitees')).toHaveValue(/Lost/);
  await expect(dialog.getByLabel('Add invitees')).toHaveValue(/Twice/);
  await page.context().close();
});
