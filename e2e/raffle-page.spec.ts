/**
 * A raffle's own page (R60), on a laptop and on a phone: settings that keep what is typed, names of draws, messages, and the
 * winners of two draws; a second device follows, and the page of somebody else's raffle, or of none, has nothing.
 */
import type { HostPrizes, HostRaffle } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import { asHost, downloads, hostIn, LOOKS, signedInHost } from './support/console.ts';
import { drawWithoutWebGl } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string, level: number) =>
  page.getByRole('heading', { name, exact: true, level });

/** As a host goes: by the list of sections, which on a phone are tabs. */
async function goTo(page: Page, section: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections of this raffle' })
    .getByRole('link', { name: section, exact: true })
    .click();
  await expect(heading(page, section, 2)).toBeVisible();
}

async function neverWiderThanItsWindow(page: Page): Promise<void> {
  const { width, window } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(window);
}

type Method = Parameters<typeof asHost>[2];

/** A draft with two prizes in the first draw and one in the second. */
async function makesADraft(page: Page): Promise<string> {
  const call = <T>(method: Method, path: string, data?: unknown) =>
    asHost<T>(page.request, installation.url, method, path, data);
  const { id } = await call<HostRaffle>('POST', '/api/raffles', { title: 'Gala', allow_public_join: true });
  const { revision } = await call<HostPrizes>('GET', `/api/raffles/${id}/prizes`);
  const saved = await page.request.put(`/api/raffles/${id}/prizes`, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [
        { name: 'Grand piano', quantity: 1, draw: 1 },
        { name: 'Bottle of wine', quantity: 2, draw: 1 },
        { name: 'Cake', quantity: 1, draw: 2 },
      ],
      draws: [{ name: null }, { name: null }],
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return id;
}

for (const look of LOOKS) {
  test(`R60 R69 a raffle's page from its settings to its winners, ${look.look}`, async ({ browser }) => {
    const page = await hostIn(browser, installation.url, look, 'sections');
    await followClock(page.context());
    const id = await makesADraft(page);
    const home = `/host/raffles/${id}`;
    await page.goto(`${home}/settings`);
    const second = await page.context().newPage();
    await second.goto(home);
    await expect(heading(second, 'Gala', 1)).toBeVisible();

    // What is typed stays through sections and a reload, while another window changes something else.
    await page.getByLabel('Title', { exact: true }).fill('The great gala');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    await goTo(page, 'People');
    await goTo(page, 'Settings');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The great gala');
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The great gala');
    const call = <T>(method: Method, path: string, data?: unknown) =>
      asHost<T>(page.request, installation.url, method, path, data);
    await call('PATCH', `/api/raffles/${id}`, { description: 'With dinner' });
    await expect(page.getByLabel('Description (optional)')).toHaveValue('With dinner');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The great gala');
    await neverWiderThanItsWindow(page);
    await button(page, 'Save settings').click();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
    await expect(heading(second, 'The great gala', 1)).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill('Never mind');
    await button(page, 'Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The great gala');

    // A draw gets a name and a time, by keyboard, and the second device shows it.
    await goTo(second, 'Draws');
    await goTo(page, 'Draws');
    await button(page, 'Name and time of Draw 1').press('Enter');
    await page.getByRole('dialog').getByLabel('Name of the draw').fill('Before dessert');
    await page.getByRole('dialog').getByLabel('Planned time (optional)').fill('2035-06-01T20:30');
    await page.getByRole('dialog').getByLabel('Name of the draw').press('Enter');
    await expect(heading(page, 'Before dessert', 3)).toBeVisible();
    await expect(heading(second, 'Before dessert', 3)).toBeVisible();
    await expect(second.getByText(/^Planned for .*2035/)).toBeVisible();

    // Opened: the terms are fixed, and nobody has won anything.
    const { public_link: link } = await call<HostRaffle>('POST', `/api/raffles/${id}/open`);
    await goTo(page, 'Settings');
    await expect(page.getByText('This raffle has been opened, so the terms')).toBeVisible();
    await expect(button(page, 'Save settings')).toHaveCount(0);
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay']) {
      await joinByLink(installation.url, link ?? '', name);
    }
    await goTo(page, 'Messages');
    await expect(page.getByText('This installation has no mail server')).toBeVisible();
    await expect(page.getByText('6 of 6 people have no email address')).toBeVisible();
    await goTo(page, 'Winners');
    await expect(page.getByText('No winners yet')).toBeVisible();

    await call('POST', `/api/raffles/${id}/draw`);
    await expect(page.getByText('The draw is running. The winners')).toBeVisible();
    await passDraw(installation.url, id);
    const wins = page.getByRole('list', { name: 'Winners' });
    await expect(wins.getByRole('heading', { name: 'Grand piano' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '3 wins' })).toBeVisible();
    await neverWiderThanItsWindow(page);

    await goTo(second, 'Winners');
    await wins
      .getByRole('button', { name: /^Pass over/ })
      .first()
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText('Grand piano')).toBeVisible();
    await question.getByRole('radio', { name: 'Absent' }).check();
    await question.getByRole('button', { name: 'Pass over' }).click();
    await expect(wins.getByText('Moved up', { exact: true })).toBeVisible();
    await expect(
      second.getByRole('list', { name: 'Winners' }).getByText('Moved up', { exact: true }),
    ).toBeVisible({ timeout: 30_000 });
    await expect(wins.getByText(/^Passed over: .*moved up\.$/)).toBeVisible();
    await page.getByLabel('State').selectOption('Moved up (1)');
    await expect(page.getByRole('status').filter({ hasText: '1 of 3 wins' })).toBeVisible();
    await page.getByLabel('State').selectOption('All states');

    await call('POST', `/api/raffles/${id}/draw`);
    await passDraw(installation.url, id);
    await expect(wins.getByRole('heading', { name: 'Cake' })).toHaveCount(1);
    await page.getByLabel('Draw', { exact: true }).selectOption('Before dessert (3)');
    await expect(wins.getByRole('heading', { name: 'Cake' })).toHaveCount(0);
    await page.getByLabel('Find by prize, name, number, email or note').fill('wine');
    await expect(page.getByRole('status').filter({ hasText: '2 of 4 wins' })).toBeVisible();
    await downloads(
      page,
      () => page.getByRole('link', { name: 'Download JSON of the winners by prize' }).click(),
      /-winners\.json$/,
    );
    await page.getByRole('link', { name: 'Results and proof: Before dessert' }).click();
    await expect(page).toHaveURL(/\/results\//);

    // A draft that is deleted while it is shown leads back to the list.
    const draft = await makesADraft(page);
    await second.goto(`/host/raffles/${draft}/settings`);
    await expect(heading(second, 'Settings', 2)).toBeVisible();
    await call('DELETE', `/api/raffles/${draft}`);
    await expect(second).toHaveURL(/\/host$/);

    // To another host this raffle never was, and no section has a name of somebody's choice.
    const stranger = await signedInHost(browser, installation.url, `other-${look.isPhone}@example.org`);
    await stranger.goto(`${home}/winners`);
    await expect(stranger.getByText('Page not found')).toBeVisible();
    await page.goto(`${home}/nothing-of-the-kind`);
    await expect(page.getByText('Page not found')).toBeVisible();
  });
}
