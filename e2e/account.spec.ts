/**
 * A host's account in a browser: sign-up, a wrong password, a forgotten one with the link that the command prints, passkeys
 * with Chromium's own virtual authenticator, two-factor codes, signing out everywhere (I2).
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { totpCode, totpStep } from '../apps/server/src/features/accounts/second-factors/totp.ts';
import { program } from '../apps/server/test/support/programs.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const PASSWORD = 'seven drums of glass';
const run = promisify(execFile);

let installation: Installation;
/** Passkeys belong to a host name, so the browser goes there by name. */
let home: string;

test.beforeAll(async () => {
  // Nothing is drawn here: no relay needs to answer.
  installation = await startInstallation({ hasRelay: false });
  home = installation.url.replace('127.0.0.1', 'localhost');
});

test.afterAll(() => installation.stop());

/** Registers by call, so that the browser is signed in. */
async function signUp(context: BrowserContext, email: string): Promise<Page> {
  const account = { email, name: 'Hanna Host', password: PASSWORD };
  const answer = await context.request.post(`${home}/api/auth/register`, { data: account });
  expect(answer.status()).toBe(201);
  return context.newPage();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${home}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function isInConsole(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${home}/host`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Host Console');
}

async function signedOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${home}/auth`);
}

test('I2 sign up, mistype, forget: the link that the command prints opens the account again', async ({
  page,
}) => {
  const email = 'forgetful@example.org';
  await page.goto(`${home}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByText('Required')).toHaveCount(2);
  await expect(page.getByText('String must contain at least 8 character(s)')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Hanna Host');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Create Account' }).click();
  // Said at the field and in the notice; the field has the focus.
  await expect(page.getByText('Registration failed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Registration successful!', { exact: true })).toBeVisible();
  await expect(page.getByText('Your account has been created.', { exact: true })).toBeVisible();
  await isInConsole(page);

  await signedOut(page);
  await signIn(page, email, 'not the one');
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('This installation sends no mail.')).toBeVisible();
  await expect(page.getByText('glassdrum reset-password EMAIL')).toBeVisible();
  const { stdout: link } = await run(process.execPath, [program('cli'), 'reset-password', email], {
    env: { ...process.env, DATA_DIR: installation.dataDir, PUBLIC_URL: home },
  });
  const referers: string[] = [];
  page.on('request', (request) => referers.push(request.headers()['referer'] ?? '', request.url()));
  await page.goto(link.trim());
  await expect(page).toHaveURL(`${home}/auth/reset`);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill('eleven drums of glass');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page).toHaveURL(`${home}/auth`);
  // The fragment went nowhere: Chromium names it for the page's own request only, where it is never sent.
  expect(referers.filter((text) => text.includes('token=') && text !== link.trim())).toEqual([]);

  await signIn(page, email, 'eleven drums of glass');
  await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible();
  await expect(page.getByText('You have successfully logged in.', { exact: true })).toBeVisible();
  await isInConsole(page);
  await page.goto(link.trim());
  await page.getByLabel('New password').fill('another one altogether');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(
    page.getByText('This link is not valid any more. Please ask for a new one.', { exact: true }),
  ).toBeVisible();
});

test('I2 a passkey is added, signs in, and is removed', async ({ context }) => {
  const page = await signUp(context, 'passkey@example.org');
  const devices = await context.newCDPSession(page);
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
  await page.goto(`${home}/account`);
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the passkey').fill('Laptop');
  await dialog.getByLabel('Your password').fill('not the one');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible();
  await expect(page.getByText('Laptop')).toBeVisible();

  await signedOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isInConsole(page);

  await page.goto(`${home}/account`);
  await expect(page.getByText(/^Added .* last used /)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await signedOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.', { exact: true })).toBeVisible();
});

test('I2 two-factor codes are asked for, and a recovery code stands in', async ({ context }) => {
  const email = 'two-factor@example.org';
  const page = await signUp(context, email);
  await page.goto(`${home}/account`);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const shown = await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  const first = totpStep(Date.now());
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, first));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('Your recovery codes')).toBeVisible();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();

  await signedOut(page);
  await signIn(page, email, PASSWORD);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not right.').first()).toBeVisible();
  // The clock's drift allows the next step's code already, so nothing needs to wait for it.
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, first + 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await isInConsole(page);

  await signedOut(page);
  await signIn(page, email, PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await isInConsole(page);
});

test('I2 signing out everywhere, and a new password, end the sessions of other devices', async ({
  browser,
  context,
}) => {
  const email = 'everywhere@example.org';
  const page = await signUp(context, email);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await signIn(elsewhere, email, PASSWORD);
  await isInConsole(elsewhere);

  await page.goto(`${home}/account`);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('eleven drums of glass');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('All other devices were signed out.', { exact: true })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(`${home}/auth`);

  await signIn(elsewhere, email, 'eleven drums of glass');
  await isInConsole(elsewhere);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${home}/auth`);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(`${home}/auth`);
  await other.close();
});
