/**
 * A raffle with buckets (R64): the host switches them on, people spread their tickets over the prizes on their phones, and the
 * host sees who has tickets left and places those of somebody without a phone.
 */
import type { HostPrizes, HostRaffle } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import { watchConsole } from './support/console-watch.ts';
import { asHost, hostIn, LOOKS, seesNotice } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const LONG_NAME =
  'One whole year of bread, rolls and cake from the bakery behind the church, fetched by hand every day';
const NAMES = ['Bicycle', LONG_NAME, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter'];

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

async function isAccessible(page: Page): Promise<void> {
  // After the transitions, in which colours are between two.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
  );
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((): Promise<AxeResults> => window.axe.run(document));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond, `${page.url()} does not scroll sideways`).toBeLessThanOrEqual(0);
}

/** A draft with prizes, and three tickets for everybody who is entered. */
async function draftWithPrizes(page: Page): Promise<HostRaffle> {
  const { url } = installation;
  const fields = { title: 'School fair', allow_public_join: true, max_tickets: 3 };
  const raffle = await asHost<HostRaffle>(page.request, url, 'POST', '/api/raffles', fields);
  const path = `/api/raffles/${raffle.id}/prizes`;
  const { revision } = await asHost<HostPrizes>(page.request, url, 'GET', path);
  const saved = await page.request.put(path, {
    headers: { origin: url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'list',
      prizes: NAMES.map((name) => ({ name, quantity: 1 })),
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return raffle;
}

async function switchesBucketsOn(page: Page, raffle: HostRaffle): Promise<void> {
  await page.goto(`/host/raffles/${raffle.id}/prizes`);
  const rules = page.getByRole('button', { name: /^(Change|Hide) the rules$/ });
  if ((await rules.getAttribute('aria-expanded')) === 'false') await rules.click();
  await page.getByRole('radio', { name: 'People choose (buckets)' }).check();
  await page.getByRole('button', { name: 'Save prizes' }).click();
  await seesNotice(page, 'Prizes saved');
  await page.getByRole('radio', { name: 'People choose (buckets)' }).scrollIntoViewIfNeeded();
}

async function joins(guest: Page, link: string): Promise<void> {
  await guest.goto(link);
  await guest.getByLabel(/Your Name/).fill('Ada Lovelace');
  await guest.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(guest.getByRole('heading', { name: "You're In!" })).toBeVisible();
}

const presses = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

for (const look of LOOKS) {
  test(`R64 people spread their tickets over prizes (${look.look})`, async ({ browser }, info) => {
    const { url } = installation;
    const host = await hostIn(browser, url, look, 'buckets');
    const raffle = await draftWithPrizes(host);
    await switchesBucketsOn(host, raffle);
    await isAccessible(host);
    await host.screenshot({ path: info.outputPath('prizes.png'), fullPage: true });
    const opened = await asHost<HostRaffle>(host.request, url, 'POST', `/api/raffles/${raffle.id}/open`, {});
    const context = await browser.newContext({
      baseURL: url,
      serviceWorkers: 'block',
      colorScheme: look.isPhone ? 'dark' : 'light',
      ...look.options,
    });
    const guest = await context.newPage();
    const complaints = watchConsole(guest);
    await joins(guest, `/join/${opened.public_link ?? ''}`);
    await expect(guest.getByText('1 ticket left', { exact: true })).toBeVisible();
    await expect(guest.getByText("Tickets you don't place can't win anything.")).toBeVisible();

    const { participants } = await asHost<{ participants: { invitee_id: string }[] }>(
      host.request,
      url,
      'GET',
      `/api/raffles/${raffle.id}/participants`,
    );
    const path = `/api/raffles/${raffle.id}/participants/${participants[0]?.invitee_id ?? ''}/tickets`;
    await asHost(host.request, url, 'PATCH', path, { tickets: 3 });
    await expect(guest.getByText('3 tickets left', { exact: true })).toBeVisible();

    // By keyboard: the focus stays on the button that is pressed.
    const more = guest.getByRole('button', { name: 'One more ticket for Bicycle' });
    await more.focus();
    await guest.keyboard.press('Enter');
    await guest.keyboard.press('Space');
    await expect(more).toBeFocused();
    await expect(guest.getByText('1 ticket left', { exact: true })).toBeVisible();
    await expect(guest.getByText('Not saved yet.')).toBeVisible();
    await presses(guest, `One more ticket for ${LONG_NAME}`);
    await expect(guest.getByText('All your tickets are placed')).toBeVisible();
    await expect(more).toHaveAttribute('aria-disabled', 'true');
    await more.press('Enter');
    await expect(guest.getByRole('textbox', { name: 'Tickets for Bicycle' })).toHaveValue('2');

    // Without a connection the choice stays, and the page says that it is not saved.
    await context.setOffline(true);
    await presses(guest, 'Save my choice');
    await expect(guest.getByText(/^Not saved\. .*What you chose is still here\.$/)).toBeVisible();
    await context.setOffline(false);
    await presses(guest, 'Save my choice');
    await expect(guest.getByText('Saved. You can change it until entries close.')).toBeVisible();
    await expect(guest.getByText('2 tickets in this bucket')).toBeVisible();
    await presses(guest, 'One ticket fewer for Bicycle');
    await presses(guest, 'Save my choice');
    await expect(guest.getByText('Saved. You can change it until entries close.')).toBeVisible();
    await isAccessible(guest);
    await guest.screenshot({ path: info.outputPath('guest.png'), fullPage: true });

    // Somebody without a phone.
    const entered = await host.request.post(`/api/raffles/${raffle.id}/people`, {
      headers: { origin: url },
      data: { mode: 'enter', people: JSON.stringify({ line: 1, name: 'Grandma', tickets: '2' }) },
    });
    expect(entered.ok(), await entered.text()).toBe(true);
    await host.goto(`/host/raffles/${raffle.id}`);
    await expect(host.getByRole('heading', { name: '2 people have tickets left' })).toBeVisible();
    await presses(host, 'Show who');
    await expect(host.getByText('1 of 3 left')).toBeVisible();
    await expect(host.getByText('Chooses on a phone')).toHaveCount(1);
    await isAccessible(host);
    await host.screenshot({ path: info.outputPath('unplaced.png'), fullPage: true });
    await presses(host, 'Place the tickets of Grandma');
    const dialog = host.getByRole('dialog', { name: 'Place the tickets of Grandma' });
    await dialog.getByRole('textbox', { name: 'Tickets for Bicycle' }).fill('2');
    await host.screenshot({ path: info.outputPath('place.png') });
    await isAccessible(host);
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(host.getByRole('heading', { name: '1 person has tickets left' })).toBeVisible();
    // On the guest's page at once.
    await expect(guest.getByText('3 tickets in this bucket')).toBeVisible();

    await asHost(host.request, url, 'POST', `/api/raffles/${raffle.id}/close`, {});
    await expect(guest.getByText('Entries are closed, so this is your final choice.')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Save my choice' })).toHaveCount(0);
    // Chromium reports the call that found no connection.
    expect(complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await context.close();
  });
}
