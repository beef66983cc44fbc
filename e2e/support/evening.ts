/** What stories of an evening have in common (R69–R72): its screens, guests, the remote, and the results of a draw. */
import type { PlannedDraws, ResultsAnswer } from '@glassdrum/contract';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { asHost } from './console.ts';
import type { Installation } from './installation.ts';
import { test } from './test.ts';
import { followClock, passDraw } from './world-clock.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const HALL = { viewport: { width: 1440, height: 900 } } as const;

/** For stories in which nobody looks at how a draw moves: it is drawn without WebGL. */
export function drawWithoutWebGl(): void {
  test.use({
    launchOptions: async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-3d-apis'] });
    },
  });
}

type Place = Pick<Installation, 'url'>;

/** What anyone may read. */
export async function read<T>({ url }: Place, path: string): Promise<T> {
  return (await (await fetch(`${url}${path}`)).json()) as T;
}

/** A browser of its own, by the test's clock. */
export async function screenOf(
  browser: Browser,
  { url }: Place,
  size: typeof PHONE | typeof HALL,
): Promise<Page> {
  const context = await browser.newContext({ ...size, baseURL: url, serviceWorkers: 'block' });
  await followClock(context);
  return context.newPage();
}

/** The stage of the host's raffle, on a projector. */
export async function opensTheStage(browser: Browser, place: Place, host: Page, id: string): Promise<Page> {
  const path = `/api/raffles/${id}/stage-link`;
  const { url } = await asHost<{ url: string }>(host.request, place.url, 'POST', path);
  const stage = await screenOf(browser, place, HALL);
  await stage.goto(url);
  return stage;
}

export async function joinsOnAPhone(phone: Page, publicLink: string, name: string): Promise<void> {
  await phone.goto(`/join/${publicLink}`);
  await phone.getByLabel(/Your Name/).fill(name);
  await phone.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(phone.getByRole('heading', { name: "You're In!" })).toBeVisible();
}

/** On the remote, whose next draw this is; to the end of its show. */
export async function drawsOnTheRemote(host: Page, { url }: Place, id: string): Promise<void> {
  await host.getByRole('button', { name: 'Draw', exact: true }).click();
  await host.getByRole('alertdialog').getByRole('button', { name: 'Draw Now' }).click();
  await expect(host).toHaveURL(/\/draw\//);
  await passDraw(url, id);
}

export async function opensTheRemote(host: Page, id: string, nextDraw: string): Promise<void> {
  await host.goto(`/host/raffles/${id}/remote`);
  await expect(host.getByRole('heading', { name: nextDraw, level: 2 })).toBeVisible();
}

/** Of the draw with this name. */
export async function resultsOf(place: Place, id: string, name: string): Promise<ResultsAnswer> {
  const { draws } = await read<PlannedDraws>(place, `/api/raffles/${id}/draws`);
  const drawId = draws.find((draw) => draw.name === name)?.draw_id ?? '';
  return read<ResultsAnswer>(place, `/api/raffles/${id}/results?draw_id=${drawId}`);
}

/** Past the celebrations of own prizes and the pages of winners, to the complete list. */
export async function goesToTheList(guest: Page): Promise<Locator> {
  const celebrated = guest.getByRole('button', { name: 'See All Winners' });
  const skip = guest.getByRole('button', { name: 'Show All Winners' });
  const outcome = guest.locator('[data-own-outcome]');
  await expect(async () => {
    for (const button of [celebrated, skip])
      if (await button.isVisible()) await button.click({ timeout: 1000 });
    await expect(outcome).toBeVisible({ timeout: 1000 });
    await expect(celebrated).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  return outcome;
}
