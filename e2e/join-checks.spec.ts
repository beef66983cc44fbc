/** H11: how the host controls who joins by the public link, as the host and the people who join see it. */
import { expect, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import { LOOKS, signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});
test.afterAll(() => installation.stop());

const PHONE = { width: 390, height: 844 };

for (const { look, options } of LOOKS) {
  test(`H11 a host approves people who wait, who follow it live: ${look}`, async ({ browser }) => {
    const email = `approval-${look.replaceAll(/\W+/g, '-')}@example.org`;
    const host = await signedInHost(browser, installation.url, email, options);
    const raffle = await openRaffle(host, installation.url, 'Village raffle');
    await host.reload();
    await host.getByRole('button', { name: 'Share', exact: true }).click();
    await host.getByRole('switch', { name: 'Approve each entry' }).click();
    await expect(host.getByRole('switch', { name: 'Approve each entry' })).toBeChecked();
    await host.getByRole('switch', { name: 'One entry per device' }).click();
    await expect(host.getByRole('switch', { name: 'One entry per device' })).toBeChecked();
    await host.keyboard.press('Escape');

    const context = await browser.newContext({ baseURL: installation.url, viewport: PHONE });
    const ada = await context.newPage();
    await join(ada, raffle, 'Ada Lovelace');
    await expect(ada.getByRole('heading', { name: "Waiting for the host's approval" })).toBeVisible();
    // Another visit of the same phone finds the request again.
    await ada.reload();
    await expect(ada.getByText('Asked to join as Ada Lovelace')).toBeVisible();
    const elsewhere = await browser.newContext({ baseURL: installation.url, viewport: PHONE });
    const ben = await elsewhere.newPage();
    await join(ben, raffle, 'Ben Bitdiddle');
    await expect(ben.getByText('Asked to join as Ben Bitdiddle')).toBeVisible();

    await host.getByRole('button', { name: 'Review (2)' }).click();
    const dialog = host.getByRole('dialog', { name: 'Review Entries' });
    await expect(dialog.getByRole('heading', { name: '2 people are waiting' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Approve Ada Lovelace' }).click();
    await expect(ada.getByRole('heading', { name: "You're In!" })).toBeVisible();
    await expect(ada.getByRole('button', { name: /receipt/i })).toBeVisible();
    await dialog.getByRole('button', { name: 'Decline Ben Bitdiddle' }).click();
    await expect(ben.getByRole('heading', { name: 'The host did not accept this entry' })).toBeVisible();
    await ben.getByRole('button', { name: 'Ask again' }).click();
    await expect(ben.getByLabel(/Your Name/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Erase data of Ben Bitdiddle' }).click();
    const question = host.getByRole('alertdialog', { name: 'Erase the data of Ben Bitdiddle?' });
    await question.getByRole('button', { name: 'Erase data' }).click();
    await expect(dialog.getByText('Ben Bitdiddle')).toHaveCount(0);

    // The approved phone holds its key: it can sign that it leaves.
    const answer = await ada.request.get(`/api/raffles/${raffle.id}/own-entry`);
    const { entry } = (await answer.json()) as {
      entry: { entry_number: number; receipt: { device_key: string } };
    };
    expect(entry.entry_number).toBe(1);
    expect(entry.receipt.device_key).toMatch(/^[0-9a-f]{64}$/);
    await ada.getByRole('button', { name: 'Leave This Raffle' }).click();
    await ada.getByRole('alertdialog').getByRole('button', { name: /Leave/ }).click();
    await expect(ada.getByRole('alertdialog')).toHaveCount(0);
    await expect(ada.getByRole('heading', { name: "You're In!" })).toBeHidden();
    const signature = async (): Promise<string | null | undefined> => {
      const changes = await ada.request.get(`/api/raffles/${raffle.id}/changes`);
      return ((await changes.json()) as { changes: { signature: string | null }[] }).changes[0]?.signature;
    };
    await expect.poll(signature).toMatch(/^[0-9a-f]{128}$/);
    // Its cookies are gone, and it is still the same device.
    await context.clearCookies();
    await join(ada, raffle, 'Ada Again');
    await expect(ada.getByText('This device already has an entry in this raffle').first()).toBeVisible();
    await Promise.all([context.close(), elsewhere.close(), host.context().close()]);
  });
}

test('H11 people in the hall join with the code that the stage shows', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'hall@example.org');
  const raffle = await openRaffle(host, installation.url, 'Raffle in the hall');
  await host.reload();
  await host.getByRole('button', { name: 'Share', exact: true }).click();
  await host.getByRole('switch', { name: 'Ask for a code shown in the hall' }).click();
  const shown = host.getByText('Code to join now').locator('..');
  await expect(shown).toBeVisible();

  const link = await host.request.post(`/api/raffles/${raffle.id}/stage-link`, {
    headers: { origin: installation.url },
  });
  const { url } = (await link.json()) as { url: string };
  const stage = await host.context().newPage();
  await stage.goto(url);
  const code = stage.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3}$/);
  await expect(code).toBeVisible();
  const old = (await code.textContent()) ?? '';
  await expect(shown).toContainText(old);
  await host.getByRole('button', { name: 'New code' }).click();
  await expect(shown).not.toContainText(old);
  await expect(code).not.toHaveText(old);

  const context = await browser.newContext({ baseURL: installation.url, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`/join/${raffle.public_link ?? ''}`);
  await page.getByLabel(/Your Name/).fill('Ada Lovelace');
  const submit = page.getByRole('button', { name: 'Join Raffle' });
  await expect(submit).toBeDisabled();
  await page.getByLabel(/Code shown in the hall/).fill(old);
  await submit.click();
  await expect(page.getByText('This is not the code that is shown now').first()).toBeVisible();
  await page.getByLabel(/Code shown in the hall/).fill(((await code.textContent()) ?? '').toLowerCase());
  await submit.click();
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible();
  await Promise.all([context.close(), host.context().close()]);
});

test('H11 the host sees groups of entries and removes one in public', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'groups@example.org');
  const raffle = await openRaffle(host, installation.url, 'Raffle with bots');
  for (let n = 1; n <= 6; n += 1) {
    const answer = await host.request.post('/api/join/public', {
      data: { public_link: raffle.public_link, display_name: `Bot ${n}` },
      headers: { origin: installation.url, authorization: 'Bearer none' },
    });
    expect([200, 201]).toContain(answer.status());
    await host.context().clearCookies({ name: 'glassdrum' });
  }
  await host.reload();
  await host.getByRole('button', { name: 'Entries', exact: true }).click();
  await expect(host.getByText('6 of 6 entries come from one network.')).toBeVisible();
  await host.keyboard.press('Escape');
  await host.getByRole('button', { name: /^More for/ }).click();
  await host.getByRole('menuitem', { name: 'Review entries' }).click();
  const dialog = host.getByRole('dialog', { name: 'Review Entries' });
  await dialog.getByRole('button', { name: 'Remove all 6' }).last().click();
  const question = host.getByRole('alertdialog');
  await expect(question).toContainText('Each removal is a public record');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Nobody is waiting, and no entries stand out.')).toBeVisible();
  const changes = await host.request.get(`/api/raffles/${raffle.id}/changes`);
  expect(await changes.json()).toMatchObject({ total: 6 });
  await host.context().close();
});

async function openRaffle(host: Page, origin: string, title: string): Promise<HostRaffle> {
  const headers = { origin };
  const made = await host.request.post('/api/raffles', { data: { title, allow_public_join: true }, headers });
  const { id } = (await made.json()) as HostRaffle;
  const opened = await host.request.post(`/api/raffles/${id}/open`, { headers });
  return (await opened.json()) as HostRaffle;
}

async function join(page: Page, { public_link: link }: HostRaffle, name: string): Promise<void> {
  await page.goto(`/join/${link ?? ''}`);
  await page.getByLabel(/Your Name/).fill(name);
  await page.getByRole('button', { name: 'Join Raffle' }).click();
}
