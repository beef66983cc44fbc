/**
 * What a host's account asks for in place: signing in again when the session has ended (B17), a fresh sign-in before
 * sensitive actions, and the confirmation of the address where mail is configured (C14).
 */
import { type AddressInfo, createServer } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openDatabaseBeside } from '../apps/server/src/platform/database/database.ts';
import { smtpServer } from '../apps/server/test/support/mailbox.ts';
import { asHost, downloads, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const PASSWORD = 'a long enough passphrase';

let installation: Installation;
/** Passkeys belong to a host name, so the browser goes there by name. */
let home: string;

test.beforeAll(async () => {
  // Nothing is drawn here: no relay needs to answer.
  installation = await startInstallation({ hasRelay: false });
  home = installation.url.replace('127.0.0.1', 'localhost');
});

test.afterAll(() => installation.stop());

/** The same host on another device, who ends all other sessions. */
async function endsOthers(other: BrowserContext, email: string): Promise<void> {
  await other.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  const answer = await other.request.post('/api/auth/sessions/end-others', { headers: { origin: home } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** As if the last sign-in were a while ago. */
async function ageSessions(minutes: number): Promise<void> {
  const database = await openDatabaseBeside({ dataDir: installation.dataDir, databaseUrl: undefined });
  await database.query
    .updateTable('sessions')
    .set((set) => ({ created_at: set('created_at', '-', minutes * 60_000) }))
    .execute();
  await database.close();
}

/** Links in emails name the address, so it is chosen before the start. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' });

test('B17: a session that ends keeps the console with what was typed, and goes on after signing in in place', async ({
  browser,
}) => {
  const email = 'again@example.org';
  const page = await signedInHost(browser, home, email);
  const other = await browser.newContext({ baseURL: home });
  await page.getByRole('button', { name: 'Create New Raffle' }).click();
  await page.getByLabel('Title').fill('Typed before the end');

  await endsOthers(other, email);
  // The live connection ended with the session, so it is said at once.
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByText('Your session has ended.')).toBeVisible();
  await expect(again(page).getByText(email)).toBeVisible();
  await again(page).getByLabel('Password', { exact: true }).fill('not the one');
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again(page).getByText('This is not the password of this account.')).toBeVisible();
  await expect(again(page).getByLabel('Password', { exact: true })).toBeFocused();

  // Declined: the page stays, says so, and asks with the next thing that is done.
  await page.keyboard.press('Escape');
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed before the end');
  await page.getByRole('button', { name: 'Create Raffle' }).click();
  await again(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Typed before the end' })).toBeVisible();
  await expect(page.getByText('You are signed out.')).toHaveCount(0);

  // The live connection is back, too.
  await asHost(page.request, home, 'POST', '/api/raffles', { title: 'Made on another device' });
  await expect(page.getByRole('heading', { name: 'Made on another device' })).toBeVisible();
  await page.context().close();
  await other.close();
});

test('C14: exporting everything and removing a passkey ask for a fresh sign-in in place, and then happen', async ({
  browser,
}) => {
  const page = await signedInHost(browser, home, 'fresh@example.org');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Laptop')).toBeVisible();

  await ageSessions(11);
  await page.goto('/host');
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Data Management Settings' });
  await settings.getByRole('link', { name: 'Download as JSON' }).click();
  await expect(again(page).getByText('from the last 10 minutes')).toBeVisible();
  await downloads(
    page,
    async () => {
      await again(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
      await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    },
    /\.json$/,
  );
  await expect(settings).toBeVisible();
  // Fresh now: nothing is asked.
  await downloads(page, () => settings.getByRole('link', { name: 'Download as CSV' }).click(), /\.zip$/);

  await page.goto('/account');
  const sessions = page.getByRole('listitem').filter({ hasText: 'Last used' });
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
  await expect(sessions).toContainText('Chrome on');
  await ageSessions(11);
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await again(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await expect(again(page)).toHaveCount(0);
  await page.context().close();
});

test('C14: where mail is configured a new host confirms the address with the link that arrives', async ({
  browser,
}) => {
  const smtp = await smtpServer();
  const port = await freePort();
  const mailing = await startInstallation({
    hasRelay: false,
    environment: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'raffles@example.org',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
  });
  const page = await signedInHost(browser, mailing.url, 'new@example.org');
  const note = page.getByRole('region', { name: 'Please confirm your email address' });
  await expect(note).toContainText('We sent a link to new@example.org.');
  await expect.poll(() => smtp.confirmations.length).toBe(1);
  await note.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Link sent', { exact: true })).toBeVisible();
  await expect.poll(() => smtp.confirmations.length).toBe(2);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await expect(page.getByText('Available once your email address is confirmed.')).toHaveCount(2);

  const raw = (smtp.confirmations[1] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = /\/auth\/confirm#token=([\w-]{43})/.exec(raw)?.[1];
  await page.goto(`/auth/confirm#token=${token}`);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Host Console' }).click();
  await expect(page.getByText('No raffles yet')).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.goto(`/auth/confirm#token=${token}`);
  await expect(page).toHaveURL(/\/auth\/confirm$/);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('This link is not valid any more.')).toBeVisible();
  await page.context().close();
  await mailing.stop();
  await smtp.close();
});
