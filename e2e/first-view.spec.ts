/**
 * Pages that come with their first view: it is there before any script runs, and the app takes it over without a mismatch, whatever
 * the visitor's theme, zone and language.
 */
import type { DrawAnswer, HostRaffle, Invitation } from '@glassdrum/contract';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Caller, raffleWithEntrants, signUp } from '../apps/server/src/demo/fill.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const HOSTILE = 'Ada </script><img src=x onerror=alert(1)> & co';
const PEOPLE = ['Grace Hopper', 'Edsger Dijkstra', HOSTILE];
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
const DAY_MS = 86_400_000;

let installation: Installation;
let host: Caller;
/** What stands in each page's first view, by its address. */
const pages: [path: string, words: string][] = [];
let drawPath = '';
let joinPath = '';
let invitePath = '';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  installation = await startInstallation();
  const { url } = installation;
  host = await signUp(url, {
    name: 'Hanna Host',
    email: 'hanna@example.org',
    password: 'a long enough passphrase',
  });
  const fields = { allow_public_join: true, beacon_policy: 'none', description: HOSTILE };
  const drawn = await raffleWithEntrants(url, host, { title: 'Harvest raffle', ...fields }, PEOPLE);
  await host.post<DrawAnswer>(`/api/raffles/${drawn.id}/draw`, {});
  const deadline = { deadline_at: Date.now() + 9 * DAY_MS };
  const open = await raffleWithEntrants(
    url,
    host,
    { title: 'Winter raffle', ...fields, ...deadline },
    PEOPLE,
  );
  await host.post(`/api/raffles/${open.id}/invites`, { invitees: 'Late Guest' });
  const late = (await host.get<Invitation[]>(`/api/raffles/${open.id}/invites`)).at(-1);
  invitePath = `/r/${late?.token}`;
  drawPath = `/draw/${open.id}`;
  joinPath = `/join/${open.public_link}`;
  await expect
    .poll(async () => (await host.get<HostRaffle>(`/api/raffles/${drawn.id}`)).status, { timeout: 120_000 })
    .toBe('drawn');
  pages.push(
    ['/', 'Private Raffles'],
    ['/legal', 'Terms of Service'],
    ['/auth', 'Password'],
    [invitePath, 'Late Guest'],
    [joinPath, 'Winter raffle'],
    [drawPath, 'Winter raffle'],
    [`/results/${drawn.id}`, 'Harvest raffle'],
  );
});

test.afterAll(() => installation.stop());

const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const button = document.querySelector('header button');
    return button !== null && Object.keys(button).some((key) => key.startsWith('__reactProps'));
  });

/** A page that notes whatever goes wrong in it; React reports what it had to render anew as an error. */
async function openedPage(browser: Browser, options: BrowserContextOptions, dark: boolean) {
  const context = await browser.newContext({ baseURL: installation.url, ...PHONE, ...options });
  if (dark) await context.addInitScript(() => localStorage.setItem('raffle-theme', 'dark'));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems };
}

test('each of these pages shows its first view without any script', async ({ browser }) => {
  const { page } = await openedPage(browser, { javaScriptEnabled: false }, false);
  for (const [path, words] of pages) {
    await page.goto(path);
    await expect(page.locator('main').getByText(words).first(), path).toBeVisible();
  }
});

for (const [name, options, dark] of [
  ['light, in UTC and English', { locale: 'en-US', timezoneId: 'UTC' }, false],
  ['dark, in Tokyo and German', { locale: 'de-DE', timezoneId: 'Asia/Tokyo' }, true],
  ['dark, in New York and Arabic', { locale: 'ar-EG', timezoneId: 'America/New_York' }, true],
] as const) {
  test(`the app takes each first view over without a mismatch: ${name}`, async ({ browser }) => {
    test.setTimeout(120_000);
    for (const [path, words] of pages) {
      const { page, problems } = await openedPage(browser, options, dark);
      await page.goto(path);
      await hydrated(page);
      await expect(page.locator('html')).toHaveClass(dark ? /dark/ : /^(?!.*dark)/);
      await expect(page.locator('#first-view')).toHaveCount(1);
      await expect(page.locator('main').getByText(words).first()).toBeVisible();
      // What waits for an idle browser is there too.
      await page.waitForLoadState('networkidle');
      expect([path, ...problems]).toEqual([path]);
      await page.context().close();
    }
  });
}

test('what is typed and pressed before the app is there is neither lost nor sent by the browser', async ({
  browser,
}) => {
  const { page, problems } = await openedPage(browser, {}, false);
  let loadNow = (): void => {};
  const mayLoad = new Promise<void>((resolve) => (loadNow = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(joinPath, { waitUntil: 'commit' });
  await page.getByLabel('Your Name *').fill('Early Bird');
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  loadNow();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  await expect(page.locator('main').getByText('Early Bird').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${joinPath}$`));
  expect(problems).toEqual([]);
});

test('R50: the time of a deadline is in the visitor’s zone and language once the app is there', async ({
  browser,
}) => {
  const { page } = await openedPage(browser, { locale: 'de-DE', timezoneId: 'Asia/Tokyo' }, false);
  await page.goto(drawPath);
  await hydrated(page);
  await expect(page.locator('main time')).toContainText('GMT+9');
});

test('R40 R43: who has joined finds the ticket in the first view, and nobody else does', async ({
  browser,
}) => {
  const { page } = await openedPage(browser, {}, false);
  await page.goto(invitePath);
  await page.locator('main form button[type=submit]').first().click();
  await expect(page.getByText('Late Guest').first()).toBeVisible();
  await expect(page.getByText('Your entry').first()).toBeVisible();
  const own = await page.request.get(drawPath);
  expect(own.headers()['cache-control']).toBe('no-store');
  expect(await own.text()).toContain('Late Guest');
  const stranger = await (await browser.newContext({ baseURL: installation.url })).request.get(drawPath);
  expect(await stranger.text()).not.toContain('Late Guest');
});
