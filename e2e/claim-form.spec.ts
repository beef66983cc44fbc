/**
 * The claim form (R74): the host asks for a postal address, the winner fills it in on a phone, only the host sees it, it is erased
 * with the personal data, and then found in no page, file or table.
 */
import type { HostPrizes, HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { asHost, downloads, signedInHost } from './support/console.ts';
import {
  drawWithoutWebGl,
  goesToTheList,
  HALL,
  joinsOnAPhone,
  PHONE,
  read,
  screenOf,
} from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const STREET = '77 Quillfeather Crescent';

const post = <T>(page: Page, path: string, data: object = {}): Promise<T> =>
  asHost<T>(page.request, installation.url, 'POST', path, data);

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

test('R74 a form with a postal address, from the host to the winner and back, and erased afterwards', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'claim-form@example.org', HALL);
  await followClock(host.context());
  const { id } = await post<HostRaffle>(host, '/api/raffles', {
    title: 'Harvest',
    allow_public_join: true,
    max_winners: 1,
  });

  await test.step('the host asks for an address and a size; what is typed survives a reload and a wrong save', async () => {
    await host.goto(`/host/raffles/${id}/settings`);
    await host.getByRole('button', { name: 'Add a claim form' }).click();
    const editor = dialogOf(host);
    await editor.getByRole('button', { name: 'Postal address' }).click();
    await expect(editor.getByLabel('Question').first()).toHaveValue('Postal address');
    await editor.getByRole('button', { name: 'Choice', exact: true }).click();
    await editor.getByLabel('Question').nth(1).fill('Size');
    await editor.getByLabel('Choices').fill('Small');
    await editor.getByRole('button', { name: 'Save form' }).click();
    await expect(editor.getByText('Please enter at least 2 choices, one a line.')).toBeVisible();
    await expect(editor.getByLabel('Choices')).toBeFocused();
    await host.reload();
    await expect(host.getByText('There are unsaved changes.')).toBeVisible();
    await host.getByRole('button', { name: 'Change claim form' }).click();
    await expect(editor.getByLabel('Choices')).toHaveValue('Small');
    await editor.getByLabel('Choices').fill('Small\nLarge');
    await editor.getByRole('button', { name: 'Move field 2 up' }).click();
    await expect(editor.getByRole('heading', { name: 'Field 1: Choice' })).toBeVisible();
    await editor.getByRole('button', { name: 'Save form' }).click();
    await expect(editor).toHaveCount(0);
    await expect(host.getByText('Small · Large')).toBeVisible();
    await expect(host.getByText('There are unsaved changes.')).toHaveCount(0);
  });

  const { revision } = (await (await host.request.get(`/api/raffles/${id}/prizes`)).json()) as HostPrizes;
  const saved = await host.request.put(`/api/raffles/${id}/prizes`, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [{ name: 'Ham', quantity: 1, claim_window: 86_400 }],
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const { public_link: link } = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  const phones: Page[] = [];
  for (const name of ['Ada Adler', 'Ben Bauer']) {
    const phone = await screenOf(browser, installation, PHONE);
    await joinsOnAPhone(phone, link ?? '', name);
    phones.push(phone);
  }
  await post(host, `/api/raffles/${id}/draw`);
  await passDraw(installation.url, id);
  const { winners } = await read<ResultsAnswer>(installation, `/api/raffles/${id}/results`);
  const [winner] = winners;
  const phone = phones[(winner?.entry_number ?? 1) - 1] as Page;
  const prize = phone.getByRole('region', { name: 'Your prizes' });

  await test.step('the winner fills it in on the phone, and nothing is lost when it is refused', async () => {
    await goesToTheList(phone);
    await prize.getByRole('button', { name: 'Claim my prize' }).click();
    const form = dialogOf(phone);
    await form.getByLabel('Street and number').fill(STREET);
    await form.getByLabel('Town or city').fill('Birdwhistle');
    await form.getByLabel('Country').selectOption('GB');
    await form.getByRole('button', { name: 'Claim it' }).click();
    await expect(form.getByText('Please choose one.')).toBeVisible();
    await expect(form.getByText('Please enter the postcode.')).toBeVisible();
    await expect(form.getByLabel('Street and number')).toHaveValue(STREET);
    await form.getByLabel('Large').check();
    await expect(form.getByText('Please choose one.')).toHaveCount(0);
    await form.getByLabel('Postcode').fill('xk9 4qq');
    // Closed and opened again, it is all there.
    await phone.keyboard.press('Escape');
    await prize.getByRole('button', { name: 'Claim my prize' }).click();
    await expect(form.getByLabel('Street and number')).toHaveValue(STREET);
    await phone.context().setOffline(true);
    await form.getByRole('button', { name: 'Claim it' }).click();
    await expect(form.getByRole('button', { name: 'Sending …' })).toBeVisible();
    await expect(form.getByLabel('Postcode')).toHaveValue('xk9 4qq');
    await phone.context().setOffline(false);
    await expect(prize.getByText(/^Claimed on /)).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  await test.step('the host reads it in the table and in the file, and corrects it', async () => {
    await host.goto(`/host/raffles/${id}/winners?view=claims`);
    await host.getByRole('button', { name: /^Answers of / }).click();
    await expect(dialogOf(host).getByText(`${STREET}, XK9 4QQ Birdwhistle, United Kingdom`)).toBeVisible();
    await expect(dialogOf(host).getByText('Large')).toBeVisible();
    await dialogOf(host).getByRole('button', { name: 'Change answers' }).click();
    await dialogOf(host).getByLabel('Small').check();
    await dialogOf(host).getByRole('button', { name: 'Save answers' }).click();
    await expect(dialogOf(host).getByText('Small')).toBeVisible();
    await expect(dialogOf(host).getByText(/^Entered by you/)).toBeVisible();
    await dialogOf(host).getByRole('button', { name: 'Close' }).click();
    await downloads(host, () => host.getByRole('link', { name: /CSV/ }).first().click(), /claims\.csv$/);
  });

  await test.step('nobody else sees it, and it is gone once the data is erased', async () => {
    const visitor = await screenOf(browser, installation, PHONE);
    const other = phones.find((one) => one !== phone) as Page;
    const seenBy = async (page: Page, path: string): Promise<string> =>
      (await page.request.get(installation.url + path)).text();
    const paths = [`/api/raffles/${id}/results`, `/api/raffles/${id}/proof`, '/api/log/records'];
    for (const page of [visitor, other, phone]) {
      for (const path of paths) expect(await seenBy(page, path)).not.toContain('Quillfeather');
      await page.goto(`/results/${id}`);
      await expect(page.getByText('Ham').first()).toBeVisible();
      expect(await page.content()).not.toContain('Quillfeather');
    }
    expect(await seenBy(host, `/api/raffles/${id}/claims/export`)).toContain('Quillfeather');
    await post(host, `/api/raffles/${id}/erase`);
    for (const path of [...paths, `/api/raffles/${id}/claims/export`, '/api/settings/export']) {
      expect(await seenBy(host, path)).not.toContain('Quillfeather');
    }
    await host.reload();
    await expect(host.getByRole('button', { name: /^Answers of / })).toHaveCount(0);
  });
});
