/** The console from the opening to the winners: every button of every dialog in every status, and two windows in step. */
import { expect } from '@playwright/test';
import { copiedText } from './support/clipboard.ts';
import {
  asHost,
  cardOf,
  close,
  downloads,
  hostIn,
  LOOKS,
  type MadeRaffle,
  seesNotice,
} from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

for (const look of LOOKS) {
  test(`from open to drawn: share, entries, close, draw, winners (${look.look})`, async ({ browser }) => {
    const page = await hostIn(browser, installation.url, look, 'open');
    await followClock(page.context());
    await page.reload();
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
      const question = page.getByRole('alertdialog', { name: 'Turn on public joining?' });
      await question.getByRole('button', { name: 'Turn On and Generate' }).click();
      await seesNotice(page, 'Public link generated!', 'Your public link is ready to share');
      await expect(dialog.getByLabel('Allow public joining')).toBeChecked();
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
      await expect(visitor.getByText("This code doesn't work")).toBeVisible();
      await visitor.close();

      const stage = dialog.getByRole('region', { name: 'Stage for the projector' });
      await stage.getByRole('button', { name: 'Copy stage link' }).click();
      const stageLink = await copiedText(page);
      await stage.getByRole('button', { name: 'Copy link for OBS' }).click();
      expect(await copiedText(page)).toBe(`${stageLink}&overlay=1`);
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
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
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
      await card.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByLabel('Allow public joining')).toBeEnabled();
      await close(page);
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
      await passDraw(installation.url, id);
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
      await drawn.getByRole('button', { name: 'Share' }).click();
      const share = other.getByRole('dialog', { name: 'Share Public Link' });
      await expect(share.getByText('Entries are closed for good.')).toBeVisible();
      await expect(share.getByLabel('Allow public joining')).toHaveCount(0);
      await expect(share.getByRole('link', { name: 'Open the stage' })).toBeVisible();
      await close(other);
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
}
