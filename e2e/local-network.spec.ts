/**
 * R91, R87: a hall with a network and no internet. The installation is reached over plain HTTP by a name that browsers don't
 * take for secure; no relay answers; dice thrown in the room decide. The phone still has a key, signs, and checks on its own.
 */
import { expect, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { signIn } from '../apps/server/src/demo/fill.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { join, newPhone } from './support/watching-phone.ts';
import { followClock, passDraw } from './support/world-clock.ts';

const NAME = 'raffle.hall';
const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const DICE = ['6', '1', '4', '4'];

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const hall = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), hall] });
  },
});

let installation: Installation;
let address: string;

test.beforeAll(async () => {
  installation = await startInstallation({ hasRelay: false });
  address = `http://${NAME}:${new URL(installation.url).port}`;
});

test.afterAll(() => installation.stop());

async function signUpHere(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const form = page.getByRole('tabpanel');
  await form.getByLabel('Name').fill(HOST.name);
  await form.getByLabel('Email').fill(HOST.email);
  await form.getByLabel('Password').fill(HOST.password);
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/host$/, { timeout: 30_000 });
}

/** The large keys, as a person with a phone in the hall presses them. */
async function enterDice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter the Numbers' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog');
  for (const die of DICE) await dialog.getByRole('button', { name: die, exact: true }).click();
  await dialog.getByRole('button', { name: 'Send These Numbers' }).click();
}

test('R91 a hall without internet, over plain HTTP: thrown dice decide, and the phone ends green', async ({
  browser,
}) => {
  const look = { baseURL: address, reducedMotion: 'reduce' as const, serviceWorkers: 'block' as const };
  const hostContext = await browser.newContext(look);
  await followClock(hostContext);
  const hostPage = await hostContext.newPage();
  await signUpHere(hostPage);
  const host = await signIn(installation.url, HOST);
  const { id } = await host.post<HostRaffle>('/api/raffles', {
    title: 'Village hall',
    max_winners: 1,
    allow_public_join: true,
    beacon_policy: 'room',
    room_numbers: DICE.length,
  });
  const { public_link: link } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
  if (link === null) throw new Error('The raffle has no public link.');
  for (const name of ['Grace Hopper', 'Alan Turing']) await joinByLink(installation.url, link, name);

  const phone = await newPhone(browser, address);
  await followClock(phone.page.context());
  await join(phone, { public_link: link }, 'Ada Lovelace');
  expect(await phone.page.evaluate(() => window.isSecureContext)).toBe(false);
  await phone.page.goto(`/draw/${id}`);
  await hostPage.goto(`/draw/${id}`);
  await expect(phone.page.locator('html')).toHaveAttribute('data-live', 'true', { timeout: 30_000 });

  await host.post(`/api/raffles/${id}/draw`, { assurance: 'room' });
  await enterDice(hostPage);
  await enterDice(phone.page);
  await passDraw(installation.url, id);
  const { text } = await phone.seal('green');
  expect(text).toContain(
    'Checked on this device: the winners follow from the list and the numbers made in the room, and this device had the list before those numbers existed.',
  );
  const proof = await host.get<{ beacon: { text: string }; audience: unknown[] }>(`/api/raffles/${id}/proof`);
  expect(proof.beacon.text).toBe(DICE.join(' '));
  expect(proof.audience).toHaveLength(1);
});
