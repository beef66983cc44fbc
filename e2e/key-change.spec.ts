/** R88: a visitor is told when the installation signs with another key than the one that this device stored first. */
import type { InstallationInfo } from '@glassdrum/contract';
import { expect } from '@playwright/test';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;
test.beforeAll(async () => {
  installation = await startInstallation();
});
test.afterAll(() => installation.stop());

test('R88: another key than the first one shows on the pages that check', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: installation.url, serviceWorkers: 'block' });
  const notice = page.locator('[data-key-change]');
  for (const path of ['/log', '/verify']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForFunction(() => localStorage.getItem('raffle:installation-key') !== null);
    await expect(notice).toHaveCount(0);
  }
  await page.route('**/api/installation', async (route) => {
    const json = (await (await route.fetch()).json()) as InstallationInfo;
    await route.fulfill({ json: { ...json, public_key: 'a'.repeat(64) } });
  });
  for (const path of ['/log', '/verify']) {
    await page.goto(path);
    await expect(notice).toContainText('another key than before');
  }
  await page.close();
});
