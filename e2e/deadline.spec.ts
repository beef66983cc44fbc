/**
 * A deadline in three zones: the host sets it in the form in Berlin, a participant in New York sees it count down, the host
 * postpones it, and another raffle draws automatically while a participant watches.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { asHost, cardOf, seesNotice, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const HOUR_MS = 3_600_000;

/** What is typed into the form for an instant, as the clock on the wall in Berlin shows it. */
function inBerlin(at: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  })
    .format(at)
    .replace(' ', 'T');
}

async function participant(browser: Browser, link: string, name: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`/join/${link}`);
  await page.getByLabel('Your Name').fill(name);
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  return page;
}

test('a deadline is set, counts down in everybody’s zone, is postponed, and starts a draw', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'deadline@example.org', {
    timezoneId: 'Europe/Berlin',
  });
  const asTheHost = <T>(path: string, data?: unknown) =>
    asHost<T>(host.request, installation.url, 'POST', path, data);
  const deadline = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 4 * HOUR_MS;
  const card = cardOf(host, 'Harvest');

  await test.step('the host sets it in the form, in Berlin', async () => {
    await host.getByRole('button', { name: 'Create New Raffle' }).click();
    await host.getByLabel('Title').fill('Harvest');
    await expect(host.getByLabel('Draw automatically at this time')).toHaveCount(0);
    await host.getByLabel('Draw Date (optional)').fill(inBerlin(deadline));
    await host.getByLabel('Draw automatically at this time').click();
    await host.getByLabel('Allow public joining').click();
    await host.getByRole('button', { name: 'Create Raffle' }).click();
    await expect(host.getByRole('button', { name: 'Create New Raffle' })).toBeVisible();
    await expect(card).toContainText('Automatic draw');
    await card.getByRole('button', { name: 'Open', exact: true }).click();
    await seesNotice(host, 'Raffle Opened');
    await expect(card).toContainText(/Closes in [45] hours/);
  });

  const [stored] = await asHost<
    { id: string; public_link: string; deadline_at: number; auto_draw: boolean; beacon_policy: string }[]
  >(host.request, installation.url, 'GET', '/api/raffles');
  expect(stored).toMatchObject({ deadline_at: deadline, auto_draw: true, beacon_policy: 'wait' });
  const guest = await participant(browser, stored?.public_link ?? '', 'Nina New York');
  const when = (at: number): RegExp => {
    const time = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'America/New_York',
    }).format(at);
    return new RegExp(`${time}.*GMT-`);
  };

  await test.step('a participant in New York sees it count down', async () => {
    await expect(guest.getByText(/Automatic draw in [45] hours/)).toBeVisible();
    await expect(guest.getByText(when(deadline)).first()).toBeVisible();
  });

  await test.step('the host postpones it, and everybody sees the new time at once', async () => {
    await card.getByRole('button', { name: /^More/ }).click();
    await host.getByRole('menuitem', { name: 'Postpone the deadline' }).click();
    const dialog = host.getByRole('dialog', { name: 'Postpone the deadline' });
    await expect(dialog.getByLabel('New deadline')).toBeFocused();
    await dialog.getByLabel('New deadline').fill(inBerlin(deadline - HOUR_MS));
    await dialog.getByRole('button', { name: 'Postpone' }).click();
    await expect(dialog).toContainText('A deadline can only be postponed.');
    await dialog.getByLabel('New deadline').fill(inBerlin(deadline + 20 * HOUR_MS));
    await dialog.getByRole('button', { name: 'Postpone' }).click();
    await seesNotice(host, 'Deadline postponed');
    await expect(guest.getByText(when(deadline + 20 * HOUR_MS)).first()).toBeVisible();
    await expect(guest.getByText(/Automatic draw in 2[45] hours|in 1 day/)).toBeVisible();
  });

  await test.step('a raffle draws automatically, and the waiting page goes to the draw', async () => {
    const soon = await asTheHost<{ id: string }>('/api/raffles', {
      title: 'Soon',
      allow_public_join: true,
      max_winners: 1,
      auto_draw: true,
      deadline_at: Date.now() + 20_000,
    });
    const opened = await asTheHost<{ public_link: string }>(`/api/raffles/${soon.id}/open`);
    const watcher = await participant(browser, opened.public_link, 'Waiting Will');
    await expect(watcher.getByText(/Automatic draw in \d+ seconds?/)).toBeVisible();
    await expect(watcher).toHaveURL(new RegExp(`/draw/${soon.id}`), { timeout: 40_000 });
    await expect(cardOf(host, 'Soon').getByRole('link', { name: 'Watch Live' })).toBeVisible();
  });
});
