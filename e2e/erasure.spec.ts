/** H16, M8: people erase their own data, hosts erase people and raffles, and links that were given out are replaced. */
import { expect, type Page } from '@playwright/test';
import { asHost, cardOf, close, hostIn, LOOKS, type MadeRaffle, seesNotice } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

async function openRaffle(page: Page, title: string): Promise<MadeRaffle> {
  const { url } = installation;
  const { id, public_link } = await asHost<MadeRaffle>(page.request, url, 'POST', '/api/raffles', {
    title,
    allow_public_join: true,
  });
  await asHost(page.request, url, 'POST', `/api/raffles/${id}/open`);
  return { id, public_link };
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

for (const look of LOOKS) {
  test(`H16: an entrant erases their own data, and the host sees a number without a name (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'own-data');
    const { public_link: link } = await openRaffle(host, 'Own data');
    const context = await browser.newContext({ baseURL: installation.url, ...look.options });
    const guest = await context.newPage();
    await guest.goto(`/join/${link}`);
    await guest.getByLabel('Your Name').fill('Ada Lovelace');
    await guest.getByRole('button', { name: 'Join Raffle' }).click();
    await expect(guest.getByRole('heading', { name: "You're In!" })).toBeVisible();
    await guest.getByRole('button', { name: 'Erase My Data' }).click();
    const question = guest.getByRole('alertdialog', { name: 'Erase your data?' });
    await expect(question).toContainText('You leave the raffle and cannot win.');
    await expect(question).toContainText('Entry #1 stays in the list without a name');
    await guest.screenshot({ path: info.outputPath('question.png') });
    await question.getByRole('button', { name: 'Erase', exact: true }).click();
    const erased = guest.getByRole('alertdialog', { name: 'Your data is erased' });
    await erased.getByRole('button', { name: 'Back to Home' }).click();
    await guest.waitForURL('/');
    await guest.goto(`/join/${link}`);
    await expect(guest.getByText('Ada Lovelace')).toHaveCount(0);
    await expect(guest.getByLabel('Your Name')).toBeVisible();

    await cardOf(host, 'Own data').getByRole('button', { name: 'Entries' }).click();
    await expect(rowOf(host, 'Erased')).toContainText('1');
    await host.screenshot({ path: info.outputPath('entries.png') });
    await context.close();
    await host.context().close();
  });

  test(`H16: a host removes and erases somebody, and erases the raffle (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'erasing');
    const { id, public_link: link } = await openRaffle(host, 'Erasing');
    for (const name of ['Ada Lovelace', 'Ben Brown']) {
      await joinByLink(installation.url, link, name);
    }
    await cardOf(host, 'Erasing').getByRole('button', { name: 'Entries' }).click();
    await host.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
    const question = host.getByRole('alertdialog', { name: 'Remove Ada Lovelace?' });
    await host.screenshot({ path: info.outputPath('remove.png') });
    await question.getByRole('button', { name: 'Remove and erase data' }).click();
    await seesNotice(host, 'Data erased');
    await expect(rowOf(host, 'Ada Lovelace')).toHaveCount(0);
    await expect(rowOf(host, 'Erased')).toContainText('Withdrawn');
    await host.getByRole('button', { name: 'Remove Ben Brown' }).click();
    await host.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await host.getByRole('button', { name: 'Erase data of Ben Brown' }).click();
    await host.screenshot({ path: info.outputPath('erase.png') });
    await host.getByRole('alertdialog').getByRole('button', { name: 'Erase data' }).click();
    await expect(rowOf(host, 'Erased')).toHaveCount(2);
    await close(host);

    await cardOf(host, 'Erasing').getByRole('button', { name: /^More/ }).click();
    await host.getByRole('menuitem', { name: 'Erase raffle' }).click();
    await expect(host.getByRole('alertdialog', { name: 'Erase “Erasing”?' })).toContainText('void');
    await host.screenshot({ path: info.outputPath('raffle.png') });
    await host.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click();
    await seesNotice(host, 'Raffle erased', '“Erasing” is gone.');
    await expect(cardOf(host, 'Erasing')).toHaveCount(0);
    expect((await host.request.get(`/api/raffles/${id}`)).status()).toBe(404);
    await host.context().close();
  });

  test(`M8: a host replaces the public link and the stage's (${look.look})`, async ({ browser }, info) => {
    const host = await hostIn(browser, installation.url, look, 'links');
    const { public_link: old } = await openRaffle(host, 'Links');
    await cardOf(host, 'Links').getByRole('button', { name: 'Share' }).click();
    const link = host.getByRole('textbox', { name: 'Public link' });
    await expect(link).toHaveValue(new RegExp(`${old}$`));
    await host.screenshot({ path: info.outputPath('share.png') });
    const renew = host.getByRole('button', { name: 'New link' });
    await renew.first().click();
    await expect(host.getByRole('alertdialog')).toContainText('stop working at once');
    await host.getByRole('alertdialog').getByRole('button', { name: 'Make a new link' }).click();
    await seesNotice(host, 'New link made');
    await expect(link).not.toHaveValue(new RegExp(`${old}$`));
    expect((await host.request.get(`/api/join/${old}`)).status()).toBe(404);

    const stage = host.getByRole('link', { name: 'Open the stage' });
    const before = (await stage.getAttribute('href')) ?? '';
    await renew.last().click();
    await expect(host.getByRole('alertdialog')).toContainText('go dark');
    await host.getByRole('alertdialog').getByRole('button', { name: 'Make a new link' }).click();
    await expect(stage).not.toHaveAttribute('href', before);
    await host.context().close();
  });
}
