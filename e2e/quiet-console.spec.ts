/**
 * The path of somebody who joins by the public link and wins, on a phone: no page logs an error or a warning, also where
 * the world of the draw is painted, the phone's sensors are asked for and the browser refuses what a header forbids.
 */
import type { HostRaffle } from '@glassdrum/contract';
import { expect } from '@playwright/test';
import { asHost, type MadeRaffle, signedInHost } from './support/console.ts';
import { watchConsole } from './support/console-watch.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const TEST_BEACON = 'Demonstration: draws here use a test beacon and prove nothing';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

test('a phone that joins, watches its draw, wins and checks the proof logs nothing', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'quiet@example.org');
  const call = <T>(method: 'GET' | 'POST', path: string, data?: unknown): Promise<T> =>
    asHost<T>(host.request, installation.url, method, path, data);
  const { id } = await call<MadeRaffle>('POST', '/api/raffles', { title: 'Quiet', allow_public_join: true });
  const { public_link: link } = await call<HostRaffle>('POST', `/api/raffles/${id}/open`);

  const phone = await browser.newPage({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const complaints = watchConsole(phone);
  await phone.goto(`/join/${link}`);
  // The ribbon of a test beacon moves the page down when it comes, which must not happen between press and release.
  await expect(phone.getByText(TEST_BEACON)).toBeVisible();
  await phone.getByLabel(/Your Name/).fill('Wanda Walkin');
  await phone.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(phone.getByRole('heading', { name: "You're In!" })).toBeVisible();

  await call('POST', `/api/raffles/${id}/draw`);
  await expect(phone).toHaveURL(new RegExp(`/draw/${id}`));
  await expect(phone.locator('[data-own-win]').first()).toBeVisible({ timeout: 120_000 });
  await expect(phone.locator('html')).toHaveAttribute('data-phase', 'complete', { timeout: 60_000 });

  await phone.goto(`/results/${id}`);
  await phone.getByRole('button', { name: 'Verify Fairness' }).click();
  await expect(phone.getByText('Verification Passed').first()).toBeVisible({ timeout: 60_000 });
  for (const path of ['/verify', '/log', '/']) {
    await phone.goto(path);
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
    await phone.waitForLoadState('networkidle');
  }
  expect(complaints).toEqual([]);
  await phone.context().close();
  await host.context().close();
});
