/** R85: a host makes an API token, software works with it, and the host ends it. */
import { expect, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { copiedText } from './support/clipboard.ts';
import { hostIn, LOOKS, seesNotice } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

/** A call of a program. */
const callWith = (secret: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(installation.url + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function makeToken(host: Page, name: string, scopes: readonly string[]): Promise<string> {
  await host.getByLabel('Name', { exact: true }).fill(name);
  for (const scope of ['Read', 'Entries', 'Draw']) {
    const isOn = host.getByRole('switch', { name: scope });
    if ((await isOn.isChecked()) !== scopes.includes(scope)) await isOn.click();
  }
  await host.getByRole('button', { name: 'Create Token' }).click();
  const secret = host.getByLabel(`Token “${name}”`);
  await expect(secret).toHaveValue(/^glassdrum_[0-9A-Za-z]{49}$/);
  return secret.inputValue();
}

for (const look of LOOKS) {
  test(`R85: a token is shown once, works as far as its scopes go, and ends (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'tokens');
    await host.goto('/workspace/tokens');
    await expect(host.getByText('There are no tokens.')).toBeVisible();
    await host.getByRole('button', { name: 'Create Token' }).click();
    await expect(host.getByText('Please give the token a name, such as what uses it.')).toBeVisible();
    const secret = await makeToken(host, 'Box office', ['Read', 'Entries']);
    await host.screenshot({ path: info.outputPath('made.png'), fullPage: true });
    await host.getByRole('button', { name: 'Copy Token' }).click();
    expect(await copiedText(host)).toBe(secret);

    const created = await callWith(secret, 'POST', '/api/raffles', { title: 'By the box office' });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as HostRaffle;
    expect((await callWith(secret, 'POST', `/api/raffles/${id}/draw`)).status).toBe(403);

    // Nowhere else is the secret.
    await host.reload();
    await expect(host.getByText('Box office', { exact: true })).toBeVisible();
    await expect(host.getByText(/last used around/)).toBeVisible();
    expect(await host.content()).not.toContain(secret);
    await host.goto(`/host/raffles/${id}`);
    await expect(host.getByText('By the box office').first()).toBeVisible();

    await host.goto('/workspace/tokens');
    await host.getByRole('button', { name: 'End the token Box office' }).click();
    const question = host.getByRole('alertdialog', { name: 'End “Box office”?' });
    await question.getByRole('button', { name: 'End', exact: true }).click();
    await seesNotice(host, '“Box office” has ended');
    await expect(host.getByText('There are no tokens.')).toBeVisible();
    expect((await callWith(secret, 'GET', '/api/raffles')).status).toBe(401);
    await host.context().close();
  });
}

test('R85 the documentation of the API names tokens, scopes and limits, and shows the examples', async ({
  page,
}, info) => {
  await page.goto(`${installation.url}/api/docs`);
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeVisible();
  await expect(page.getByText('A token makes at most 600 calls a minute')).toBeVisible();
  await page.screenshot({ path: info.outputPath('docs.png') });
});
