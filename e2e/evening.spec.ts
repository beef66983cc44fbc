/**
 * An evening of draws (R69, R70, R72): the host plans three, holds them from the remote on a phone, puts up a pause notice and
 * skips one; a stage and a guest's phone follow, and each proof holds for both verifiers.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostPrizes, HostRaffle, PlannedDraws, ResultsAnswer } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { asHost, signedInHost } from './support/console.ts';
import {
  drawsOnTheRemote,
  drawWithoutWebGl,
  joinsOnAPhone,
  opensTheRemote,
  opensTheStage,
  PHONE,
  read,
  screenOf,
} from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { expectSeriesToHold } from './support/verifiers.ts';
import { followClock } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const post = <T>(page: Page, path: string, data: object = {}): Promise<T> =>
  asHost<T>(page.request, installation.url, 'POST', path, data);

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

async function holdsTheDraw(page: Page, id: string, name: string): Promise<void> {
  await opensTheRemote(page, id, name);
  await drawsOnTheRemote(page, installation, id);
}

/** What everyone can download, and what its text says to do with it. */
async function checksAllProofs(guest: Page, served: readonly string[], testChainFile: string): Promise<void> {
  const [download] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('button', { name: 'Download All Proofs' }).click(),
  ]);
  const files = unzipSync(await readFile(await download.path()));
  const names = ['draw-01-dinner-proof.json', 'draw-02-midnight-proof.json'];
  expect(Object.keys(files)).toEqual(['README.txt', ...names]);
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  expect(text('README.txt')).toContain(`npx fair-draw verify ${names[1]} --earlier ${names[0]}`);
  const folder = await mkdtemp(join(tmpdir(), 'glassdrum-proofs-'));
  const proofs: string[] = [];
  for (const [index, name] of names.entries()) {
    expect(text(name)).toBe(await readFile(served[index] ?? '', 'utf8'));
    const file = join(folder, name);
    await writeFile(file, files[name] ?? '');
    proofs.push(file);
  }
  expectSeriesToHold(proofs, { testChainFile });
}

test('R36, R69, R70, R72 an evening of three draws from the remote, one of them skipped', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'evening@example.org', PHONE);
  await followClock(host.context());
  const id = await makesADraft(host);
  await host.goto(`/host/raffles/${id}/draws`);
  await addsADraw(host, 'Dessert', 'Box of chocolate');
  await addsADraw(host, 'Midnight', 'Weekend for two');
  const { public_link: link } = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  for (const name of ['Anna', 'Bert', 'Carla']) await joinByLink(installation.url, link ?? '', name);

  const stage = await opensTheStage(browser, installation, host, id);
  const guest = await screenOf(browser, installation, PHONE);
  const ownPage = `${installation.url}/join/${link ?? ''}`;
  await joinsOnAPhone(guest, link ?? '', 'Dora');
  await expect(guest.getByRole('heading', { name: 'Next: Dinner' })).toBeVisible();
  await guest.goto(`${installation.url}/draw/${id}`);
  await expect(guest.getByRole('heading', { name: 'Next: Dinner' })).toBeVisible();

  await holdsTheDraw(host, id, 'Dinner');
  await host.goto(`/host/raffles/${id}/remote`);
  await expect(host.getByRole('heading', { name: 'Dessert', level: 2 })).toBeVisible();
  await expect(host.getByRole('button', { name: 'Pass somebody over' })).toBeVisible();
  await host.getByLabel('Text (optional)').fill('Dessert is served');
  await host.getByRole('button', { name: 'Show on stage and phones' }).click();
  for (const screen of [stage, guest]) {
    await expect(screen.getByRole('heading', { name: 'Next: Dessert' })).toBeVisible();
    await expect(screen.getByText('Dessert is served')).toBeVisible();
    await expect(screen.getByText(/sits this one out/)).toBeVisible();
  }
  // R69, R70: while the notice is up, the stage shows who won and how to join; a guest's own page the own results.
  await expect(stage.getByRole('heading', { name: 'Winners so far' })).toBeVisible();
  await expect(stage.getByText('One person holds a prize and sits this one out.')).toBeVisible();
  await expect(stage.getByText('Scan to join')).toBeVisible();
  await guest.goto(ownPage);
  await expect(guest.getByRole('heading', { name: "You're In!" })).toBeVisible();
  await expect(guest.getByText('Dessert is served')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Your draws so far' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Dinner' })).toBeVisible();
  await expect(
    guest.getByText(/^(You won: Bottle of wine\.|Your entry #4 was not drawn this time\.|You are alternate)/),
  ).toBeVisible();
  await host.getByRole('button', { name: 'Take the notice down' }).click();
  await expect(guest.getByText('Dessert is served')).toHaveCount(0);
  await expect(stage.getByText('Dessert is served')).toHaveCount(0);

  await host.goto(`/host/raffles/${id}/draws`);
  const dessert = host.getByRole('listitem').filter({ hasText: 'Box of chocolate' }).first();
  await dessert.getByRole('button', { name: 'Skip this draw' }).click();
  const dialog = host.getByRole('dialog', { name: 'Skip Dessert?' });
  await dialog.getByLabel('Public reason').fill('The chocolate melted.');
  await dialog.getByRole('button', { name: 'Skip this draw' }).click();
  await expect(dessert.getByText('The chocolate melted.')).toBeVisible();
  await expect(stage.getByRole('heading', { name: 'Next: Midnight' })).toBeVisible();
  await expect(guest.getByText('Dessert: skipped. The chocolate melted.')).toBeVisible();

  await holdsTheDraw(host, id, 'Midnight');
  const { draws } = await read<PlannedDraws>(installation, `/api/raffles/${id}/draws`);
  expect(draws.map(({ state }) => state)).toEqual(['drawn', 'skipped', 'drawn']);
  const served: string[] = [];
  const winners: (number | undefined)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'glassdrum-evening-'));
  const testChainFile = join(folder, 'chain.json');
  await writeFile(testChainFile, JSON.stringify(installation.chain));
  for (const { draw_id: drawId } of draws.filter(({ state }) => state === 'drawn')) {
    const chosen = `draw_id=${drawId ?? ''}`;
    const results = await read<ResultsAnswer>(installation, `/api/raffles/${id}/results?${chosen}`);
    winners.push(results.winners[0]?.entry_number);
    const file = join(folder, `${drawId ?? ''}.json`);
    const proof = await fetch(`${installation.url}/api/raffles/${id}/proof?${chosen}`);
    await writeFile(file, await proof.text());
    served.push(file);
  }
  expect(new Set(winners).size).toBe(2);
  await guest.goto(`${installation.url}/results/${id}?draw=${draws[0]?.draw_id ?? ''}`);
  const others = guest.getByRole('navigation', { name: 'Draws of this raffle' });
  await expect(others.getByRole('link', { name: 'Dinner' })).toHaveAttribute('aria-current', 'page');
  await expect(others.getByText('Dessert: skipped. The chocolate melted.')).toBeVisible();
  await checksAllProofs(guest, served, testChainFile);
  await others.getByRole('link', { name: 'Midnight' }).click();
  await expect(guest.getByText('Weekend for two').first()).toBeVisible();
  for (const page of [host, guest, stage]) await page.context().close();
});
