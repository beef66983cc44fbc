/** R83: signing in through a real OpenID provider and its login page, and where passwords are off. */
import { type AddressInfo, createServer } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { openDatabaseBeside } from '../apps/server/src/platform/database/database.ts';
import { glassdrum } from '../apps/server/test/support/command.ts';
import { type OpenidProvider, startOpenidProvider } from '../apps/server/test/support/openid-provider.ts';
import { copiedText } from './support/clipboard.ts';
import { signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

interface Club {
  provider: OpenidProvider;
  installation: Installation;
  home: string;
  environment: Record<string, string>;
}

const running: Club[] = [];
let club: Club;
let off: Club;

test.beforeAll(async () => {
  club = await startClub({});
  off = await startClub({ PASSWORDS: 'off' });
});

test.afterAll(async () => {
  for (const { installation, provider } of running) {
    await installation.stop();
    await provider.close();
  }
});

/** The provider sends people back to an address that it knows, so the port is chosen before the start. */
async function startClub(more: Record<string, string>): Promise<Club> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const home = `http://localhost:${port}`;
  const provider = await startOpenidProvider({ home });
  for (const login of ['mira', 'oskar', 'petra']) {
    provider.people.set(login, {
      name: `${login} of the club`,
      email: `${login}@example.org`,
      email_verified: true,
    });
  }
  const environment = { PORT: String(port), ...provider.env, ...more };
  const installation = await startInstallation({ hasRelay: false, environment });
  const started = { provider, installation, home, environment };
  running.push(started);
  return started;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** At the provider, on its own page. */
async function logIn(page: Page, { provider }: Club, login: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** As if the host had signed in a while ago. */
async function ageSessions({ installation }: Club): Promise<void> {
  const database = await openDatabaseBeside({ dataDir: installation.dataDir, databaseUrl: undefined });
  await database.query
    .updateTable('sessions')
    .set((set) => ({ created_at: set('created_at', '-', 20 * 60_000), authenticated_at: 1 }))
    .execute();
  await database.close();
}

const visitor = (context: BrowserContext): Promise<Page> => context.newPage();

test('R83: the provider’s login page opens an account and its console', async ({ browser }) => {
  const page = await visitor(await browser.newContext({ baseURL: club.home }));
  await page.goto('/auth');
  expect(await faults(page)).toEqual([]);
  await button(page, 'Continue with Club login').click();
  await logIn(page, club, 'mira');
  await page.waitForURL('**/host');
  await page.goto('/account');
  await expect(page.getByText('mira of the club')).toBeVisible();
  await expect(page.getByText('You sign in to this account through Club login.')).toBeVisible();
  await expect(page.getByText('It is the only way to sign in to this account.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('R83: what goes wrong is said in words, with a way back', async ({ browser }) => {
  const page = await visitor(await browser.newContext({ baseURL: club.home }));
  await page.goto('/auth');
  await button(page, 'Continue with Club login').click();
  await page.waitForURL(`${club.provider.issuer}/**`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in at Club login was not finished.');
  // Neither code nor state stays in the address.
  expect(new URL(page.url()).search).toBe('');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('link', { name: /^Back to sign/ }).click();
  await expect(button(page, 'Continue with Club login')).toBeVisible();
  await page.goto('/auth/callback?code=stolen&state=unknown');
  await expect(page.getByRole('alert')).toContainText('was started in another browser');
});

test('R83, C14: a host connects the provider, signs in again with it in a window, and disconnects it', async ({
  browser,
}) => {
  const page = await signedInHost(browser, club.home, 'greta@example.org');
  await page.goto('/account');
  await button(page, 'Connect Club login').click();
  await logIn(page, club, 'oskar');
  await page.waitForURL('**/account');
  await expect(page.getByText('You sign in to this account through Club login.')).toBeVisible();

  await ageSessions(club);
  await button(page, 'Disconnect').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(again).toBeVisible();
  const opened = page.waitForEvent('popup');
  await again.getByRole('button', { name: 'Continue with Club login' }).click();
  const popup = await opened;
  await logIn(popup, club, 'oskar');
  await expect(again).toHaveCount(0);
  await expect(button(page, 'Connect Club login')).toBeVisible();
});

test('R83: an owner finds the id that groups need, and changes no role that follows from them', async ({
  browser,
}) => {
  const owner = await signedInHost(browser, club.home, 'olga@example.org');
  await owner.goto('/workspace/settings');
  await expect(owner.getByText('Groups at Club login can give people a role')).toBeVisible();
  await button(owner, 'Copy id').click();
  const id = await copiedText(owner);
  await expect(owner.getByLabel('Id of this workspace')).toHaveValue(id);
  expect(await faults(owner)).toEqual([]);

  club.environment['OIDC_GROUPS'] = `crew=${id}:desk`;
  await club.installation.killAndRestart();
  const someone = { name: 'Gertrude Grouped', email: 'gertrude@example.org', email_verified: true };
  club.provider.people.set('gertrude', { ...someone, groups: ['crew'] });
  const member = await visitor(await browser.newContext({ baseURL: club.home }));
  await member.goto('/auth');
  await button(member, 'Continue with Club login').click();
  await logIn(member, club, 'gertrude');
  await member.waitForURL('**/host');
  // For owners only.
  await member.evaluate((chosen) => localStorage.setItem('glassdrum-workspace', chosen), id);
  await member.goto('/workspace/settings');
  await expect(member.getByText('Your role: Desk')).toBeAttached();
  await expect(member.getByLabel('Id of this workspace')).toHaveCount(0);

  await owner.goto('/workspace');
  const row = owner.getByRole('listitem').filter({ hasText: 'Gertrude Grouped' });
  await expect(row).toContainText('It can only be changed there.');
  await expect(row).toContainText('Desk');
  await expect(owner.getByLabel('Role of Gertrude Grouped')).toHaveCount(0);
  expect(await faults(owner)).toEqual([]);
  await row.getByRole('button', { name: 'Remove Gertrude Grouped' }).click();
  await expect(owner.getByRole('alertdialog')).toContainText('would bring Gertrude Grouped back');
});

test('R83: where passwords are off no screen asks for one, and the command line lets an operator in', async ({
  browser,
}) => {
  const page = await visitor(await browser.newContext({ baseURL: off.home }));
  await page.goto('/auth');
  await expect(page.getByText('Accounts here sign in with Club login.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await page.goto('/auth/forgot');
  await expect(page.getByText('Accounts here sign in with Club login.')).toBeVisible();
  await page.goto('/auth');
  await button(page, 'Continue with Club login').click();
  await logIn(page, off, 'petra');
  await page.waitForURL('**/host');
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Club login' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /password/i })).toHaveCount(0);

  const { dataDir } = off.installation;
  const made = await glassdrum(
    { dataDir, databaseUrl: undefined, environment: off.environment },
    'operator',
    'petra@example.org',
  );
  const link = made.stdout.trim().split('\n')[1] ?? '';
  const elsewhere = await visitor(await browser.newContext({ baseURL: off.home }));
  await elsewhere.goto(link);
  expect(await faults(elsewhere)).toEqual([]);
  await button(elsewhere, 'Sign In').click();
  await elsewhere.waitForURL('**/host');
  await elsewhere.goto('/account');
  await expect(elsewhere.getByRole('heading', { name: 'Operator' })).toBeVisible();
});
