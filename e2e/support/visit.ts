/** Opens a screen of screens.ts in a browser of its own, signed in as it says, and waits until nothing moves any more. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { leaveSnapshots } from './changed-snapshots.ts';
import { type Filled, HOST, NEW_HOST, OPERATOR } from './filled-installation.ts';
import type { Screen } from './screens/screen.ts';

type Theme = 'light' | 'dark';

export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const;

/** Sign-in happens once a person: passwords are slow to check on purpose. */
const sessions = new WeakMap<Filled, Map<string, Promise<BrowserContextOptions['storageState']>>>();

async function signedIn(
  browser: Browser,
  filled: Filled,
  as: Screen['as'],
): Promise<BrowserContextOptions['storageState']> {
  if (as === 'visitor') return undefined;
  const known = sessions.get(filled) ?? new Map<string, Promise<BrowserContextOptions['storageState']>>();
  sessions.set(filled, known);
  const { email, password } = ACCOUNTS[as];
  let session = known.get(as);
  if (session === undefined) {
    session = (async () => {
      const context = await browser.newContext({ baseURL: filled.url });
      const answer = await context.request.post('/api/auth/login', { data: { email, password } });
      if (!answer.ok()) throw new Error(`Signing in as ${email} was answered with ${answer.status()}.`);
      const state = await context.storageState();
      await context.close();
      return state;
    })();
    known.set(as, session);
  }
  return session;
}

const ACCOUNTS = { host: HOST, 'new-host': NEW_HOST, operator: OPERATOR } as const;

interface Look {
  size: keyof typeof SIZES;
  theme: Theme;
}

/** @returns a browser of its own, signed in as the screen says; one of them can show several screens of one person */
export async function newVisitor(
  browser: Browser,
  filled: Filled,
  as: Screen['as'],
  look: Look,
): Promise<Page> {
  const storageState = await signedIn(browser, filled, as);
  const context = await browser.newContext({
    baseURL: filled.url,
    viewport: SIZES[look.size],
    hasTouch: look.size === 'phone',
    reducedMotion: 'reduce',
    // An embed stores nothing: it follows the device.
    colorScheme: look.theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    ...(storageState === undefined ? {} : { storageState }),
  });
  await context.addInitScript((theme) => localStorage.setItem('raffle-theme', theme), look.theme);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

/** Brings the page into the screen's state. */
export async function arrive(page: Page, filled: Filled, screen: Screen): Promise<void> {
  // What another screen of the same person changed on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  leaveSnapshots(page);
  if (screen.beacon !== undefined) filled.setBeaconDown(screen.beacon === 'down');
  // The same page with another fragment would not be loaded anew.
  await page.goto('about:blank');
  await page.goto(await screen.path(filled));
  await page.locator('h1').first().waitFor();
  await screen.act(page, filled);
  await settle(page);
}

/** @returns the page in the screen's state; close its context when done */
export async function visit(browser: Browser, filled: Filled, screen: Screen, look: Look): Promise<Page> {
  const page = await newVisitor(browser, filled, screen.as, look);
  try {
    await arrive(page, filled, screen);
    return page;
  } catch (error) {
    await page.context().close();
    throw new Error(`${screen.page} ${screen.state}: ${error instanceof Error ? error.message : 'failed'}`, {
      cause: error,
    });
  }
}

/** What opens in a moment is open after this; a scene that moves for longer is no reason to wait. */
const OPENING_MS = 800;

/** Nothing loads any more, the fonts are there, and what was opening is open. */
async function settle(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(async (longest) => {
    await document.fonts.ready;
    const endings = document
      .getAnimations()
      .filter((it) => Number(it.effect?.getComputedTiming().endTime ?? Infinity) <= longest)
      .map((it) => it.finished.catch(() => undefined));
    await Promise.all(endings);
  }, OPENING_MS);
}
