/** The operator's page in a browser: the link of the first start, an invited host, a suspension (R82, M6). */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { program } from '../apps/server/test/support/programs.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

const PASSWORD = 'seven drums of glass';

let installation: Installation;

test.beforeAll(async () => {
  // Nothing is drawn here: no relay needs to answer.
  installation = await startInstallation({ hasRelay: false, environment: { SIGN_UP: 'open' } });
});

test.afterAll(() => installation.stop());

async function signUp(page: Page, address: string, who: { name: string; email: string }): Promise<void> {
  await page.goto(address);
  const tab = page.getByRole('tab', { name: 'Sign Up' });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await page.getByLabel('Name', { exact: true }).fill(who.name);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(`${installation.url}/host`);
}

async function expectNoFaults(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
  expect(found).toEqual([]);
}

test('R82: an operator invites a host, suspends the host, and reads about it', async ({ browser }) => {
  const operator = await (await browser.newContext()).newPage();
  const host = await (await browser.newContext()).newPage();

  await signUp(operator, `${installation.url}/auth`, { name: 'Olga Orlov', email: 'olga@example.org' });
  await operator.goto(`${installation.url}/admin`);
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await promisify(execFile)(process.execPath, [program('cli'), 'operator', 'olga@example.org'], {
    env: { ...process.env, DATA_DIR: installation.dataDir },
  });
  await operator.goto(`${installation.url}/account`);
  await operator.getByRole('link', { name: 'Open the operator page' }).click();
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Operator');
  await expect(operator.getByRole('heading', { name: 'Public log' })).toBeVisible();
  await expectNoFaults(operator);

  await operator.getByRole('tab', { name: 'Sign-up' }).click();
  await operator.getByLabel('People with a sign-up link').check();
  await operator.getByRole('button', { name: 'Save' }).click();
  await expect(operator.getByText('Sign-up updated', { exact: true })).toBeVisible();
  await host.goto(`${installation.url}/auth`);
  await host.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(host.getByText('you need a sign-up link from the operator')).toBeVisible();
  await expect(host.getByRole('button', { name: 'Create Account' })).toHaveCount(0);

  await operator.getByLabel('For whom (optional)').fill('Hanna');
  await operator.getByRole('button', { name: 'Create link' }).click();
  const link = await operator.getByLabel('New sign-up link').inputValue();
  await expectNoFaults(operator);
  await host.goto('about:blank');
  await signUp(host, link, { name: 'Hanna Hut', email: 'hanna@example.org' });

  await operator.getByRole('tab', { name: 'Hosts' }).click();
  await operator.getByLabel('Search by name or email').fill('hanna@');
  await operator.getByRole('button', { name: 'Suspend: Hanna Hut' }).click();
  await expect(operator.getByText('people were promised a draw')).toBeVisible();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(operator.getByText('Hanna Hut is suspended', { exact: true })).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Lift suspension: Hanna Hut' })).toBeVisible();
  await expectNoFaults(operator);

  await host.goto(`${installation.url}/auth`);
  await host.getByLabel('Email').fill('hanna@example.org');
  await host.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await host.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    host.getByText('This account is suspended. Please contact the operator of this installation.', {
      exact: true,
    }),
  ).toBeVisible();

  await operator.getByRole('tab', { name: 'Security' }).click();
  await expect(operator.getByRole('listitem').filter({ hasText: 'Host suspended' })).toBeVisible();
  await operator.getByLabel('Show', { exact: true }).selectOption('Sign-in of a suspended account');
  await expect(operator.getByRole('listitem')).toHaveText([/Hanna Hut/]);
  await expectNoFaults(operator);
  const download = operator.waitForEvent('download');
  await operator.getByRole('link', { name: 'Export JSON lines' }).click();
  expect((await download).suggestedFilename()).toBe('glassdrum-security-events.jsonl');
});
