/** A host's whole console in one story: every button of every dialog in every status, and two windows in step. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { asHost, cardOf, PNG, seesNotice, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { type RelayHandle, startRelay } from './support/relay.ts';
import { workbook } from './support/workbook.ts';

interface MadeRaffle {
  id: string;
  public_link: string;
}

/** Both sizes and both themes. On a phone the window beside it is one, too. */
const LOOKS = [
  { look: 'desktop, light', isPhone: false, options: { viewport: { width: 1440, height: 900 } } },
  {
    look: 'phone, dark',
    isPhone: true,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
] as const;
type Look = (typeof LOOKS)[number];

/** A new host on the console, in this look. */
async function hostIn(browser: Browser, { look, isPhone, options }: Look, name: string): Promise<Page> {
  const email = `${name}-${look.replaceAll(/\W+/g, '-')}@example.org`;
  const page = await signedInHost(browser, installation.url, email, options);
  if (isPhone) await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  return page;
}

let relay: RelayHandle;
let installation: Installation;

test.beforeAll(async () => {
  relay = await startRelay();
  installation = await startInstallation(relay.url);
});

test.afterAll(async () => {
  await installation.stop();
  await relay.stop();
});

/** The dialog on top; cards have a button of that name, too. */
const close = (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).click();

async function downloads(page: Page, press: () => Promise<void>, name: RegExp): Promise<void> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(name);
  expect(await download.failure()).toBeNull();
}

for (const look of LOOKS) {
  test(`a draft: form, picture, invitees, animations, copies (${look.look})`, async ({ browser }) => {
    test.setTimeout(150_000);
    const page = await hostIn(browser, look, 'draft');
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

  test(`from open to drawn: share, entries, close, draw, winners (${look.look})`, async ({ browser }) => {
    test.setTimeout(180_000);
    const page = await hostIn(browser, look, 'open');
    const { id } = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
      title: 'Street fair',
      max_winners: 2,
      max_tickets: 5,
      deadline_at: Date.now() + 3 * 86_400_000,
    });
    const card = cardOf(page, 'Street fair');

    await test.step('another window shows what this one does, and the other way round', async () => {
      await expect(card).toBeVisible();
      await card.getByRole('button', { name: 'Open', exact: true }).click();
      await seesNotice(page, 'Raffle Opened', 'The raffle is now open for entries!');
      await expect(card.getByText(/Closes in \d+ (days|hours)/)).toBeVisible();
    });
    const other = await page.context().newPage();
    await other.goto('/host');
    await expect(cardOf(other, 'Street fair').getByText('Open', { exact: true })).toBeVisible();

    await test.step('the link is made, copied, shown, switched', async () => {
      await card.getByRole('button', { name: 'Share' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share Public Link' });
      await dialog.getByRole('button', { name: 'Generate Public Link' }).click();
      await seesNotice(page, 'Public link generated!', 'Your public link is ready to share');
      await expect(dialog.getByRole('img', { name: 'QR code of the public link' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Copy to Clipboard' }).click();
      await expect(dialog.getByText('Link copied!').first()).toBeVisible();
      await downloads(
        page,
        () => dialog.getByRole('button', { name: 'SVG' }).click(),
        /^join-street-fair\.svg$/,
      );
      await downloads(
        page,
        () => dialog.getByRole('button', { name: 'PNG' }).click(),
        /^join-street-fair\.png$/,
      );
      await dialog.getByLabel('Allow public joining').click();
      await seesNotice(page, 'Public join', 'public link');
      const raffle = await asHost<MadeRaffle & { allow_public_join: boolean; join_code: string }>(
        page.request,
        installation.url,
        'GET',
        `/api/raffles/${id}`,
      );
      if (!raffle.allow_public_join) {
        await dialog.getByLabel('Allow public joining').click();
        await seesNotice(page, 'Public join enabled', 'People can now join using the public link');
      }
      await dialog.getByRole('button', { name: 'Copy short address' }).click();
      const visitor = await browser.newPage({ baseURL: installation.url });
      await visitor.goto(`/j/${raffle.join_code.toLowerCase()}`);
      await expect(visitor).toHaveURL(`/join/${raffle.public_link}`);
      await visitor.goto('/j/NOTACODE');
      await expect(visitor.getByText('This code leads nowhere')).toBeVisible();
      await visitor.close();

      const stage = dialog.getByRole('region', { name: 'Stage for the projector' });
      await stage.getByRole('button', { name: 'Copy stage link' }).click();
      const stageLink = await page.evaluate(() => navigator.clipboard.readText());
      await stage.getByRole('button', { name: 'Copy link for OBS' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stageLink}&overlay=1`);
      const opening = page.context().waitForEvent('page');
      await stage.getByRole('link', { name: 'Open the stage' }).click();
      const screen = await opening;
      await expect(screen).toHaveURL(stageLink);
      await expect(screen.getByRole('heading', { name: 'Street fair' })).toBeVisible();
      await expect(screen.getByRole('img', { name: 'QR code of the address for joining' })).toBeVisible();
      await screen.close();
      await stage.getByRole('button', { name: 'QR code of the stage' }).click();
      const code = page.getByRole('dialog', { name: 'Link to the stage' });
      await downloads(
        page,
        () => code.getByRole('button', { name: 'SVG' }).click(),
        /^stage-street-fair\.svg$/,
      );
      await close(page);
      await close(page);
    });

    const { public_link: link } = await asHost<MadeRaffle>(
      page.request,
      installation.url,
      'GET',
      `/api/raffles/${id}`,
    );

    await test.step('entries arrive while they are looked at; tickets change; one is removed', async () => {
      await joinByLink(installation.url, link, 'Zoe First');
      await card.getByRole('button', { name: 'Entries' }).click();
      const dialog = page.getByRole('dialog', { name: 'Participant Entry Numbers' });
      await expect(dialog.getByText('Zoe First')).toBeVisible();
      for (const name of ['Ada Second', 'Bob Third', 'Cy Fourth'])
        await joinByLink(installation.url, link, name);
      await expect(dialog.getByText('Cy Fourth')).toBeVisible();
      await expect(dialog.getByText('Total Entries: 4')).toBeVisible();
      // A phone has no row of headings; a list of orders takes its place.
      const headings = look.isPhone ? 0 : 1;
      if (look.isPhone) await dialog.getByLabel('Order').selectOption('display_name');
      else await dialog.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
      await expect(dialog.getByRole('row').nth(headings)).toContainText('Ada Second');
      await dialog.getByLabel('Find by number, name or email').fill('#1');
      await expect(dialog.getByRole('row')).toHaveCount(headings + 1);
      await dialog.getByLabel('Find by number, name or email').fill('');
      await dialog.getByLabel('Tickets of Zoe First').fill('4');
      await dialog.getByLabel('Tickets of Zoe First').press('Enter');
      await seesNotice(page, 'Tickets updated');
      await dialog.getByLabel('Tickets of Zoe First').fill('6');
      await dialog.getByLabel('Tickets of Zoe First').press('Enter');
      await seesNotice(page, 'Error', 'That is more than the most tickets');
      await expect(dialog.getByLabel('Tickets of Zoe First')).toHaveValue('4');
      await dialog.getByRole('button', { name: 'Remove Bob Third' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(
        "Are you sure you want to remove the participant's name from this raffle?",
      );
      await question.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Remove Bob Third' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await seesNotice(page, 'Participant removed', 'The participant has been removed from the raffle');
      await expect(dialog.getByText('Withdrawn')).toBeVisible();
      await downloads(page, () => dialog.getByRole('link', { name: 'Entries as CSV' }).click(), /\.csv$/);
      await downloads(
        page,
        () => dialog.getByRole('link', { name: 'Entries as Excel file' }).click(),
        /\.xlsx$/,
      );
      await close(page);
      await expect(cardOf(other, 'Street fair').getByText('Joined').locator('..')).toContainText('3');
    });

    await test.step('it is closed and opened again, in both windows', async () => {
      // On a phone, where there is no room for two buttons to one dialog, it has gone.
      const manage = card.getByRole('button', { name: 'Manage' });
      if (look.isPhone) await expect(manage).toBeHidden();
      else {
        await manage.click();
        await close(page);
      }
      await card.getByRole('button', { name: 'Close', exact: true }).click();
      await seesNotice(page, 'Raffle Closed');
      await expect(cardOf(other, 'Street fair').getByText('Closed')).toBeVisible();
      await cardOf(other, 'Street fair').getByRole('button', { name: 'Reopen' }).click();
      await expect(card.getByText('Open', { exact: true })).toBeVisible();
    });

    await test.step('the draw says what it will do, and Enter alone never starts it', async () => {
      const draw = card.getByRole('button', { name: 'Draw', exact: true });
      await draw.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('3 entries holding 6 tickets. 2 winners will be drawn.');
      await expect(dialog.getByText(/Fairness level/)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(/\/host$/);
      await draw.click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Draw Now' }).click();
      await expect(page).toHaveURL(new RegExp(`/draw/${id}`));
      await expect(cardOf(other, 'Street fair').getByRole('link', { name: 'Watch Live' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-phase', 'complete', { timeout: 60_000 });
    });

    await test.step('results, replay, and a winner who is passed over', async () => {
      const drawn = cardOf(other, 'Street fair');
      await expect(drawn.getByText('Drawn')).toBeVisible();
      await expect(drawn.getByRole('link', { name: 'Results' })).toHaveAttribute('href', `/results/${id}`);
      await expect(drawn.getByRole('link', { name: 'Replay' })).toHaveAttribute(
        'href',
        `/draw/${id}?replay=true`,
      );
      await drawn.getByRole('button', { name: 'Winners' }).click();
      const dialog = other.getByRole('dialog', { name: 'Winners and prizes' });
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Entry #' })).toHaveCount(2);
      await dialog
        .getByRole('button', { name: /^Pass over/ })
        .first()
        .click();
      const question = other.getByRole('alertdialog');
      await expect(question).toContainText('The prize goes to the next alternate');
      await expect(question.getByRole('button', { name: 'Pass over' })).toBeDisabled();
      await question.getByLabel('Absent').check();
      await question.getByRole('button', { name: 'Pass over' }).click();
      await seesNotice(other, 'Winner passed over');
      await expect(dialog.getByText('Moved up')).toBeVisible();
      await expect(dialog.getByText(/^Passed over: .*\(Absent\)$/)).toBeVisible();
      await downloads(
        other,
        () => dialog.getByRole('link', { name: 'Download CSV of the winners' }).click(),
        /\.csv$/,
      );
      await close(other);
      await drawn.getByRole('button', { name: 'Entries' }).click();
      await expect(other.getByText('Total Entries: 4')).toBeVisible();
      await expect(other.getByRole('button', { name: /^Remove / })).toHaveCount(0);
    });
    await page.context().close();
  });

  test(`settings: retention, cleanup, activity log, export, and deleting everything (${look.look})`, async ({
    browser,
  }) => {
    const page = await hostIn(browser, look, 'leaving');
    // More than a page of the activity log.
    const make = (title: string) => asHost(page.request, installation.url, 'POST', '/api/raffles', { title });
    await Promise.all(Array.from({ length: 105 }, (_, number) => make(`Fair ${number + 1}`)));
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Data Management Settings' });
    const save = dialog.getByRole('button', { name: 'Save retention' });
    await expect(save).toBeDisabled();
    await dialog.getByRole('slider').press('ArrowLeft');
    await expect(dialog.getByText('29 days')).toBeVisible();
    await save.click();
    await seesNotice(page, 'Settings Updated', 'Data retention set to 29 days');
    await expect(save).toBeDisabled();
    await dialog.getByRole('button', { name: 'Clean up now' }).click();
    await seesNotice(page, 'Cleanup Complete');
    await test.step('the activity log: newest first, in pages, of one raffle, and as a file', async () => {
      await dialog.getByRole('button', { name: 'Open the activity log' }).click();
      const log = page.getByRole('dialog', { name: 'Activity log' });
      const rows = log.getByRole('listitem');
      await expect(rows.first()).toContainText('Retention changed');
      await expect(rows.first()).toContainText('Host');
      await expect(rows.first().getByTitle('Fingerprint of the network address')).toHaveText(/^[0-9a-f]{8}$/);
      await expect(rows.filter({ hasText: 'Account made' })).toHaveCount(0);
      await log.getByRole('button', { name: 'Show more' }).click();
      await expect(rows.last()).toContainText('Account made');
      await expect(log.getByRole('button', { name: 'Show more' })).toHaveCount(0);
      await log.getByLabel('Raffle').selectOption('Fair 7');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('Raffle made');
      await expect(rows).toContainText('Fair 7');
      await downloads(
        page,
        () => log.getByRole('link', { name: 'Download as CSV' }).click(),
        /activity\.csv$/,
      );
      await page.keyboard.press('Escape');
      await expect(log).toHaveCount(0);
    });
    await downloads(page, () => dialog.getByRole('link', { name: 'Download as JSON' }).click(), /\.json$/);
    await downloads(page, () => dialog.getByRole('link', { name: 'Download as CSV' }).click(), /\.zip$/);
    await dialog.getByRole('button', { name: 'Delete All Data' }).click();
    const question = page.getByRole('alertdialog');
    const confirm = question.getByRole('button', { name: 'Delete everything' });
    await expect(confirm).toBeDisabled();
    await question.getByRole('textbox').fill('delete all');
    await expect(confirm).toBeDisabled();
    await question.getByRole('textbox').fill('DELETE ALL');
    await confirm.click();
    await seesNotice(
      page,
      'All Data Deleted',
      'Your account and all associated data have been permanently deleted.',
    );
    await expect(page).toHaveURL(installation.url);
    await page.goto('/host');
    await expect(page).toHaveURL(/\/auth$/);
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

test('on a phone in the hall everything is within reach, in the dark theme too', async ({ browser }) => {
  const page = await signedInHost(browser, installation.url, 'phone@example.org', {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const { id } = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title: 'Hall raffle',
    allow_public_join: true,
  });
  await asHost(page.request, installation.url, 'POST', `/api/raffles/${id}/open`);
  const { public_link: link } = await asHost<MadeRaffle>(
    page.request,
    installation.url,
    'GET',
    `/api/raffles/${id}`,
  );
  for (const name of ['Ada', 'Bob']) await joinByLink(installation.url, link, name);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  const card = cardOf(page, 'Hall raffle');
  await expect(card.getByRole('button', { name: 'Manage' })).toBeHidden();
  for (const [button, dialog] of [
    ['Share', 'Share Public Link'],
    ['Entries', 'Participant Entry Numbers'],
    ['Invitations', 'Invitations'],
  ] as const) {
    await card.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectNoSideways(page);
    await close(page);
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  await expectNoSideways(page);
  await close(page);
  await page.getByRole('button', { name: 'Create New Raffle' }).click();
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Draw', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Draw Now' })).toBeInViewport();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeInViewport();
  await expectNoSideways(page);
  await page.context().close();
});

async function expectNoSideways(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}
