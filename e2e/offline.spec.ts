/**
 * What stays without the server (R42), and what reaches a phone in a pocket (R52): the own ticket and the verify page are
 * there when the server is gone, and a notice opens the draw.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { asHost, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

interface Raffle {
  id: string;
  public_link: string;
}

async function openRaffle(host: Page): Promise<Raffle> {
  const body = { title: 'Garden party', allow_public_join: true };
  const { id } = await asHost<Raffle>(host.request, installation.url, 'POST', '/api/raffles', body);
  return asHost<Raffle>(host.request, installation.url, 'POST', `/api/raffles/${id}/open`);
}

/** The caches hold what the page asked for. */
async function isKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async (address) => (await caches.match(address)) !== undefined, path), {
      timeout: 30_000,
    })
    .toBe(true);
}

async function join(context: BrowserContext, raffle: Raffle, name: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/join/${raffle.public_link}`);
  await page.getByLabel('Your Name *').fill(name);
  await page.getByRole('button', { name: /join/i }).first().click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  return page;
}

test('R42 R52 the ticket and the verify page stay when the server is gone, and a notice opens the draw', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'offline@example.org');
  const raffle = await openRaffle(host);
  const context = await browser.newContext({ baseURL: installation.url, permissions: ['notifications'] });
  const page = await join(context, raffle, 'Ada Lovelace');

  await test.step('nothing is asked on arrival; the button is there after joining', async () => {
    await expect(page.getByRole('button', { name: 'Notify me when it starts' })).toBeVisible();
  });

  await test.step('the ticket is kept', async () => {
    await isKept(page, `/api/raffles/${raffle.id}/own-entry`);
    await page.goto('/verify');
    await expect(page.getByText('This page is stored on your device')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('a notice is shown, and says what it leads to', async () => {
    const devtools = await context.newCDPSession(page);
    const registrations: { registrationId: string; scopeURL: string }[] = [];
    devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      registrations.push(...event.registrations);
    });
    await devtools.send('ServiceWorker.enable');
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    const notice = {
      title: 'The draw is starting',
      body: 'Garden party',
      url: `/draw/${raffle.id}`,
      tag: 'x',
    };
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: installation.url,
      registrationId: registrations[0]?.registrationId ?? '',
      data: JSON.stringify(notice),
    });
    const shown = () =>
      page.evaluate(async () => {
        const list = await (await navigator.serviceWorker.ready).getNotifications();
        return list.map(({ title, body, data }) => ({ title, body, data: data as unknown }));
      });
    await expect
      .poll(shown)
      .toEqual([
        { title: 'The draw is starting', body: 'Garden party', data: { url: `/draw/${raffle.id}` } },
      ]);
  });

  await installation.kill();
  await test.step('without the server: the ticket, by the draw and by the link that was joined with', async () => {
    for (const path of [`/draw/${raffle.id}`, `/join/${raffle.public_link}`]) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`/draw/${raffle.id}$`));
      await expect(page.getByRole('heading', { name: 'Garden party' })).toBeVisible();
      await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
    }
  });

  await test.step('without the server: the verify page', async () => {
    await page.goto('/verify');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await installation.restart();
  await test.step('another page is not touched: nothing of the console is kept', async () => {
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => path.startsWith('/api/')).toSorted()).toEqual(
      [`/api/raffles/${raffle.id}`, `/api/raffles/${raffle.id}/own-entry`].toSorted(),
    );
  });
});
