/**
 * An evening of draws (R69, R70, R72): the host plans three, holds them from the remote on a phone, puts up a pause notice and
 * skips one; a stage and a guest's phone follow, and each proof holds for both verifiers.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostPrizes, HostRaffle, PlannedDraws, ResultsAnswer } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import { signedInHost } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { verifyWithFairDraw, verifyWithPython } from './support/verifiers.ts';
import { followClock, passDraw } from './support/world-clock.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-3d-apis'] });
  },
});

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

async function post<T>(page: Page, path: string, data: object = {}): Promise<T> {
  const answer = await page.request.post(path, { data, headers: { origin: installation.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const get = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${installation.url}${path}`)).json()) as T;

/** A draft with a draw for dinner. @returns its id */
async function makesADraft(page: Page): Promise<string> {
  const { id } = await post<HostRaffle>(page, '/api/raffles', { title: 'Gala', allow_public_join: true });
  const { revision } = (await (await page.request.get(`/api/raffles/${id}/prizes`)).json()) as HostPrizes;
  const saved = await page.request.put(`/api/raffles/${id}/prizes`, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [{ name: 'Bottle of wine', quantity: 1, draw: 1 }],
      draws: [{ name: 'Dinner' }],
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  return id;
}

async function addsADraw(page: Page, name: string, prize: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a draw', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a draw' });
  await dialog.getByLabel('Name of the draw').fill(name);
  await dialog.getByLabel('First prize in this draw').fill(prize);
  await dialog.getByRole('button', { name: 'Add a draw' }).click();
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
}

async function drawsFromTheRemote(page: Page, id: string, name: string): Promise<void> {
  await page.goto(`/host/raffles/${id}/remote`);
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Draw Now' }).click();
  await expect(page).toHaveURL(/\/draw\//);
  await passDraw(installation.url, id);
}

test('R69, R70, R72 an evening of three draws from the remote, one of them skipped', async ({ browser }) => {
  test.setTimeout(240_000);
  const host = await signedInHost(browser, installation.url, 'evening@example.org', PHONE);
  await followClock(host.context());
  const id = await makesADraft(host);
  await host.goto(`/host/raffles/${id}/draws`);
  await addsADraw(host, 'Dessert', 'Box of chocolate');
  await addsADraw(host, 'Midnight', 'Weekend for two');
  const { public_link: link } = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  for (const name of ['Anna', 'Bert', 'Carla']) await joinByLink(installation.url, link ?? '', name);

  const { url: stageUrl } = await post<{ url: string }>(host, `/api/raffles/${id}/stage-link`);
  const hall = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  await followClock(hall);
  const stage = await hall.newPage();
  await stage.goto(stageUrl);
  const phone = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await followClock(phone);
  const guest = await phone.newPage();
  await guest.goto(`${installation.url}/draw/${id}`);
  await expect(guest.getByRole('heading', { name: 'Next: Dinner' })).toBeVisible();

  await drawsFromTheRemote(host, id, 'Dinner');
  await host.goto(`/host/raffles/${id}/remote`);
  await expect(host.getByRole('heading', { name: 'Dessert', level: 2 })).toBeVisible();
  await host.getByLabel('Text (optional)').fill('Dessert is served');
  await host.getByRole('button', { name: 'Show on stage and phones' }).click();
  for (const screen of [stage, guest]) {
    await expect(screen.getByRole('heading', { name: 'Next: Dessert' })).toBeVisible();
    await expect(screen.getByText('Dessert is served')).toBeVisible();
    await expect(screen.getByText(/sits this one out/)).toBeVisible();
  }
  await host.getByRole('button', { name: 'Take the notice down' }).click();
  await expect(stage.getByText('Dessert is served')).toHaveCount(0);

  await host.goto(`/host/raffles/${id}/draws`);
  const dessert = host.getByRole('listitem').filter({ hasText: 'Box of chocolate' }).first();
  await dessert.getByRole('button', { name: 'Skip this draw' }).click();
  const dialog = host.getByRole('dialog', { name: 'Skip Dessert?' });
  await dialog.getByLabel('Public reason').fill('The chocolate melted.');
  await dialog.getByRole('button', { name: 'Skip this draw' }).click();
  await expect(dessert.getByText('The chocolate melted.')).toBeVisible();
  await expect(stage.getByRole('heading', { name: 'Next: Midnight' })).toBeVisible();

  await drawsFromTheRemote(host, id, 'Midnight');
  const { draws } = await get<PlannedDraws>(`/api/raffles/${id}/draws`);
  expect(draws.map(({ state }) => state)).toEqual(['drawn', 'skipped', 'drawn']);
  const winners: (number | undefined)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'glassdrum-evening-'));
  const testChainFile = join(folder, 'chain.json');
  await writeFile(testChainFile, JSON.stringify(installation.chain));
  for (const { draw_id: drawId } of draws.filter(({ state }) => state === 'drawn')) {
    const chosen = `draw_id=${drawId ?? ''}`;
    const results = await get<ResultsAnswer>(`/api/raffles/${id}/results?${chosen}`);
    winners.push(results.winners[0]?.entry_number);
    const file = join(folder, `${drawId ?? ''}.json`);
    const proof = await fetch(`${installation.url}/api/raffles/${id}/proof?${chosen}`);
    await writeFile(file, await proof.text());
    expect(verifyWithFairDraw(file, { testChainFile }).verdict).not.toBe('FAILED');
    expect(verifyWithPython(file, { testChainFile }).verdict).not.toBe('FAILED');
  }
  expect(new Set(winners).size).toBe(2);
  await guest.goto(`${installation.url}/results/${id}?draw=${draws[0]?.draw_id ?? ''}`);
  const others = guest.getByRole('navigation', { name: 'Draws of this raffle' });
  await expect(others.getByRole('link', { name: 'Dinner' })).toHaveAttribute('aria-current', 'page');
  await expect(others.getByText('Dessert: skipped. The chocolate melted.')).toBeVisible();
  await others.getByRole('link', { name: 'Midnight' }).click();
  await expect(guest.getByText('Weekend for two').first()).toBeVisible();
  for (const page of [host, guest, stage]) await page.context().close();
});
