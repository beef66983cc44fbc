/**
 * Pages that come with their first view: it is there before any script runs, and the app takes it over without a mismatch, whatever
 * the visitor's theme, zone and language.
 */
import type { DrawAnswer, HostRaffle, Invitation, OwnEntryAnswer } from '@glassdrum/contract';
import { type Browser, type BrowserContextOptions, expect, type Page, type Request } from '@playwright/test';
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

/** Of a browser whose owner lets no site store anything. */
function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Storage is blocked.', 'SecurityError');
      },
    });
  }
}

/** Of a device whose clock is wrong. */
function setClockAhead(ms: number): void {
  const Right = Date;
  window.Date = class extends Right {
    constructor(instant: number | string = Right.now() + ms) {
      super(instant);
    }
    static override now(): number {
      return Right.now() + ms;
    }
  } as DateConstructor;
}

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

for (const [name, options, dark, prepare] of [
  ['light, in UTC and English', { locale: 'en-US', timezoneId: 'UTC' }, false],
  ['dark, in Tokyo and German', { locale: 'de-DE', timezoneId: 'Asia/Tokyo' }, true],
  ['dark, in New York and Arabic', { locale: 'ar-EG', timezoneId: 'America/New_York' }, true],
  [
    'with a clock two days ahead, storing nothing',
    {},
    false,
    async (page: Page) => {
      await page.addInitScript(refuseStorage);
      await page.addInitScript(setClockAhead, 2 * DAY_MS);
    },
  ],
] as const) {
  test(`the app takes each first view over without a mismatch: ${name}`, async ({ browser }) => {
    test.setTimeout(120_000);
    for (const [path, words] of pages) {
      const { page, problems } = await openedPage(browser, options, dark);
      await prepare?.(page);
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

/** Where everything is, and how it looks. */
const layout = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize, boxShadow, borderTopWidth } = getComputedStyle(element);
      const look = [color, backgroundColor, fontSize, boxShadow, borderTopWidth];
      return [element.localName, element.className, ...[x, y, width, height].map(Math.round), ...look].join(
        ' ',
      );
    }),
  );

test('the styles in the page are all that a first view needs', async ({ browser }) => {
  for (const dark of [false, true]) {
    const { page } = await openedPage(browser, { javaScriptEnabled: false }, false);
    for (const [path] of pages) {
      await page.goto(path);
      if (dark) await page.evaluate(() => document.documentElement.classList.add('dark'));
      await page.evaluate(() => document.fonts.ready);
      const before = await layout(page);
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const link = document.createElement('link');
            link.rel = 'stylesheet';
            link.href = document.querySelector('meta[name=styles]')?.getAttribute('content') ?? '';
            link.addEventListener('load', resolve);
            document.head.append(link);
          }),
      );
      expect([path, ...before]).toEqual([path, ...(await layout(page))]);
    }
  }
});

/** Of all files that are asked for before the page listens, as they are sent. */
async function sentBeforeUse(
  page: Page,
  path: string,
): Promise<{ all: number; scripts: number; names: string[] }> {
  await page.addInitScript(() => {
    document.addEventListener('app-ready', () => performance.mark('usable'), { once: true });
  });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(path);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  const usable = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN),
  );
  const before = requests.filter((request) => request.timing().startTime <= usable);
  const sizes = await Promise.all(before.map(async (request) => (await request.sizes()).responseBodySize));
  const sum = (isCounted: (request: Request) => boolean): number =>
    before.reduce((total, request, index) => total + (isCounted(request) ? (sizes[index] ?? 0) : 0), 0);
  return {
    all: sum(() => true),
    scripts: sum((request) => request.resourceType() === 'script'),
    names: before.map((request, index) => `${sizes[index]} ${new URL(request.url()).pathname}`),
  };
}

test('at most 150 kB are transferred before first use, fonts among them, and 110 kB of scripts', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  for (const [path] of pages) {
    const { page } = await openedPage(browser, {}, false);
    const { all, scripts, names } = await sentBeforeUse(page, path);
    expect(scripts, names.join('\n')).toBeGreaterThan(50_000);
    expect(scripts, names.join('\n')).toBeLessThanOrEqual(110_000);
    expect(all, names.join('\n')).toBeLessThanOrEqual(150_000);
    await page.context().close();
  }
});

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

test('I4 R43: the service worker keeps no page that was rendered for somebody', async ({ browser }) => {
  const { page } = await openedPage(browser, {}, false);
  await page.goto(joinPath);
  await page.getByLabel('Your Name *').fill('Mary Somerville');
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  const ownEntry = `/api${drawPath.replace('/draw/', '/raffles/')}/own-entry`;
  const isKept = (address: string) => caches.match(address).then((kept) => kept !== undefined);
  await expect.poll(() => page.evaluate(isKept, ownEntry)).toBe(true);
  for (const path of [drawPath, joinPath]) {
    const answer = await page.goto(path);
    expect(await answer?.text()).toContain('Mary Somerville');
  }
  const kept = await page.evaluate(async () => {
    const found: [path: string, isPage: boolean, text: string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const isPage = answer?.headers.get('content-type')?.includes('html') === true;
        found.push([new URL(request.url).pathname, isPage, (await answer?.text()) ?? '']);
      }
    }
    return found;
  });
  const withName = kept.filter(([, , text]) => text.includes('Mary Somerville')).map(([path]) => path);
  expect(withName).toEqual([ownEntry]);
  const keptPages = kept.filter(([, isPage]) => isPage);
  expect(keptPages.map(([path]) => path)).toEqual(['/verify']);
  for (const [, , text] of keptPages) expect(text).toContain('<div id="root"></div>');
});

test('R42: on a phone that was here before, the number of the ticket is there without network', async ({
  browser,
}) => {
  const { page } = await openedPage(browser, {}, false);
  await page.goto(joinPath);
  await page.getByLabel('Your Name *').fill('Caroline Herschel');
  await page.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  const raffle = `/api${drawPath.replace('/draw/', '/raffles/')}`;
  const { entry } = (await (await page.request.get(`${raffle}/own-entry`)).json()) as OwnEntryAnswer;
  const isKept = (address: string) => caches.match(address).then((kept) => kept !== undefined);
  await expect.poll(() => page.evaluate(isKept, `${raffle}/own-entry`)).toBe(true);
  await page.context().setOffline(true);
  for (const path of [drawPath, joinPath]) {
    await page.goto(path);
    await expect(page.locator('main .text-ticket-print').first()).toContainText(String(entry?.entry_number));
  }
});

test('names bring the characters that the interface does not have, and nothing else of the fonts is loaded', async ({
  browser,
}) => {
  const fontsOf = async (path: string): Promise<string[]> => {
    const { page } = await openedPage(browser, {}, false);
    const fonts = new Set<string>();
    page.on('response', (response) => {
      const name = /\/((?:bricolage-grotesque|source-sans-3)-(?:interface|latin-ext|latin))-/.exec(
        response.url(),
      )?.[1];
      if (name !== undefined) fonts.add(name);
    });
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await page.context().close();
    return [...fonts].toSorted();
  };
  const ofInterface = ['bricolage-grotesque-interface', 'source-sans-3-interface'];
  for (const [path] of pages.slice(0, 3))
    expect([path, ...(await fontsOf(path))]).toEqual([path, ...ofInterface]);
  const body = { title: 'Zażółć gęślą jaźń, Čeština, é', allow_public_join: true };
  const { id } = await host.post<HostRaffle>('/api/raffles', body);
  const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`, {});
  const fonts = await fontsOf(`/join/${link}`);
  expect(fonts).toEqual(expect.arrayContaining(ofInterface));
  expect(fonts).toContain('bricolage-grotesque-latin');
  expect(fonts).toContain('bricolage-grotesque-latin-ext');
});
