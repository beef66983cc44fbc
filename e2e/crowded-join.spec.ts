/** H11: more people join from one network than it may at once. The page waits, says so, and gets in automatically. */
import { expect } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { signIn } from '../apps/server/src/demo/fill.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };

let installation: Installation;

test.beforeAll(async () => {
  // One at once, and then one in six seconds.
  installation = await startInstallation({ hasRelay: false, environment: { JOIN_LIMIT: '1,10' } });
});

test.afterAll(() => installation.stop());

test('H11 a phone that has to wait says so and joins without another tap', async ({ browser }) => {
  const registered = await fetch(`${installation.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(HOST),
  });
  expect(registered.status).toBe(201);
  const host = await signIn(installation.url, HOST);
  const { id } = await host.post<HostRaffle>('/api/raffles', { title: 'Full hall', allow_public_join: true });
  const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
  if (link === null) throw new Error('The raffle has no public link.');

  const context = await browser.newContext({
    baseURL: installation.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`/join/${link}`);
  await page.getByLabel(/Your Name/).fill('Walter Waiting');
  await joinByLink(installation.url, link, 'First Guest');
  await page.getByRole('button', { name: /join/i }).first().click();
  await expect(page.getByText('You are in line')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('You are in line')).toBeHidden();
  await context.close();
});
