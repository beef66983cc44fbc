/** What the console does for the host's own data, and on a phone in the hall. */
import { expect, type Page } from '@playwright/test';
import {
  asHost,
  cardOf,
  close,
  downloads,
  hostIn,
  LOOKS,
  type MadeRaffle,
  seesNotice,
  signedInHost,
} from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

for (const look of LOOKS) {
  test(`settings: retention, cleanup, activity log, export, and deleting everything (${look.look})`, async ({
    browser,
  }) => {
    const page = await hostIn(browser, installation.url, look, 'leaving');
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
      await expect(rows.filter({ hasText: 'Account created' })).toHaveCount(0);
      await log.getByRole('button', { name: 'Show more' }).click();
      await expect(rows.last()).toContainText('Account created');
      await expect(log.getByRole('button', { name: 'Show more' })).toHaveCount(0);
      await log.getByLabel('Raffle').selectOption('Fair 7');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText('Raffle created');
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
