/** What the console's stories have in common: a signed-in host, a card, notices, and an image to upload. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

/** A new host in a browser of its own, on the console. */
export async function signedInHost(
  browser: Browser,
  url: string,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    acceptDownloads: true,
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  const registered = await page.request.post('/api/auth/register', {
    data: { email, name: 'Hanna Host', password: 'a long enough passphrase' },
    headers: { origin: url },
  });
  expect(registered.ok(), await registered.text()).toBe(true);
  await page.goto('/host');
  await expect(page.getByRole('heading', { name: 'Host Console' })).toBeVisible();
  return page;
}

export interface MadeRaffle {
  id: string;
  public_link: string;
}

/** Both sizes and both themes. On a phone the window beside it is one, too. */
export const LOOKS = [
  { look: 'desktop, light', isPhone: false, options: { viewport: { width: 1440, height: 900 } } },
  {
    look: 'phone, dark',
    isPhone: true,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
] as const;
type Look = (typeof LOOKS)[number];

/** A new host on the console, in this look. */
export async function hostIn(
  browser: Browser,
  url: string,
  { look, isPhone, options }: Look,
  name: string,
): Promise<Page> {
  const email = `${name}-${look.replaceAll(/\W+/g, '-')}@example.org`;
  const page = await signedInHost(browser, url, email, options);
  if (isPhone) await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  return page;
}

/** The dialog on top; cards have a button of that name, too. */
export const close = (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).click();

/** What `press` makes the browser keep, under such a name. */
export async function downloads(page: Page, press: () => Promise<void>, name: RegExp): Promise<void> {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(name);
  expect(await download.failure()).toBeNull();
}

export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Notices come one at a time; each is seen before the next step. */
export async function seesNotice(page: Page, title: string, text?: string, timeout = 10_000): Promise<void> {
  const notice = page.locator('.toast').filter({ hasText: title });
  await expect(notice).toBeVisible({ timeout });
  if (text !== undefined) await expect(notice).toContainText(text);
}

/** A call as the page's own host, whose cookie it carries. */
export async function asHost<T>(
  request: APIRequestContext,
  url: string,
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
  path: string,
  data?: unknown,
): Promise<T> {
  const response = await request.fetch(path, {
    method,
    headers: { origin: url },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** The smallest PNG image: one red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
