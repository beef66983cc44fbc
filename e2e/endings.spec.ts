/** How much of a name others read (R78), and raffles that end without a draw (R79). */
import { expect, type Page } from '@playwright/test';
import type { HostRaffle } from '@glassdrum/contract';
import {
  asHost,
  cardOf,
  hostIn,
  LOOKS,
  type MadeRaffle,
  seesNotice,
  signedInHost,
} from './support/console.ts';
import { drawWithoutWebGl, opensTheStage, PHONE } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { openNodeSocket } from './support/node-socket.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { passDraw } from './support/world-clock.ts';

let installation: Installation;

drawWithoutWebGl();

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const REASON = 'The hall is under water, we are sorry.';

async function openRaffle(page: Page, title: string, more: object = {}): Promise<HostRaffle & MadeRaffle> {
  const { url } = installation;
  const fields = { title, allow_public_join: true, ...more };
  const { id } = await asHost<MadeRaffle>(page.request, url, 'POST', '/api/raffles', fields);
  return asHost(page.request, url, 'POST', `/api/raffles/${id}/open`);
}

for (const look of LOOKS) {
  test(`R78: somebody takes part by number only, and lowers a name later; the host reads both (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'names');
    const forms = ['full', 'initial', 'number'];
    const { id, public_link: link } = await openRaffle(host, 'By number', { name_publications: forms });
    const context = await browser.newContext({ baseURL: installation.url, ...look.options });
    const guest = await context.newPage();
    await guest.goto(`/join/${link}`);
    await guest.getByLabel('Your Name *').fill('Zanzibar Quackenbush');
    await expect(guest.getByText('Zanzibar Q.')).toBeVisible();
    await guest.getByRole('radio', { name: /First name and initial/ }).check();
    await guest.screenshot({ path: info.outputPath('choice.png'), fullPage: true });
    await guest.getByRole('button', { name: 'Join Raffle' }).click();
    await expect(guest.getByText('Others see you as')).toContainText('Zanzibar Q.');
    await guest.getByRole('button', { name: 'Show less of my name' }).click();
    const question = guest.getByRole('alertdialog', { name: 'Show less of your name?' });
    await question.getByRole('radio', { name: 'Entry number only' }).check();
    await question.getByRole('button', { name: 'Show less' }).click();
    await expect(guest.getByText('Others see you as')).toContainText('Number 1');
    await expect(guest.getByRole('button', { name: 'Show less of my name' })).toHaveCount(0);
    await joinByLink(installation.url, link, 'Otto Other');

    const others = await browser.newPage({ baseURL: installation.url });
    await asHost(host.request, installation.url, 'POST', `/api/raffles/${id}/draw`);
    await passDraw(installation.url, id);
    await others.goto(`/results/${id}`);
    await expect(others.getByText('Number 1').first()).toBeVisible();
    await expect(others.getByText(/Quackenbush|Zanzibar/)).toHaveCount(0);
    await others.screenshot({ path: info.outputPath('results.png'), fullPage: true });
    await host.goto(`/host/raffles/${id}/winners`);
    await expect(host.getByText('Zanzibar Quackenbush').first()).toBeVisible();
    await others.close();
    await context.close();
    await host.context().close();
  });

  test(`R79: a host cancels a raffle with its title and a reason, and erases it (${look.look})`, async ({
    browser,
  }, info) => {
    const host = await hostIn(browser, installation.url, look, 'cancels');
    await openRaffle(host, 'Rainy fair');
    await host.reload();
    await cardOf(host, 'Rainy fair').getByRole('button', { name: 'More' }).click();
    await host.getByRole('menuitem', { name: 'Cancel raffle' }).click();
    const question = host.getByRole('alertdialog', { name: 'Cancel this raffle?' });
    const confirm = question.getByRole('button', { name: 'Cancel raffle' });
    await expect(confirm).toBeDisabled();
    await question.getByLabel('Reason, for everyone to read').fill(REASON);
    await question.getByLabel(/Type the title to confirm/).fill('Rainy fai');
    await expect(confirm).toBeDisabled();
    await question.getByLabel(/Type the title to confirm/).fill('rainy fair');
    await host.screenshot({ path: info.outputPath('question.png') });
    await confirm.click();
    await seesNotice(host, 'Raffle cancelled');
    await expect(cardOf(host, 'Rainy fair')).toContainText(REASON);
    await host.screenshot({ path: info.outputPath('card.png') });
    await cardOf(host, 'Rainy fair').getByRole('button', { name: 'Erase raffle' }).click();
    await host.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: false }).last().click();
    await expect(cardOf(host, 'Rainy fair')).toHaveCount(0);
    await host.context().close();
  });
}

test('R79: thirty who watch are all told at once: on sockets, the invitation, the draw, the results, the stage and the desk', async ({
  browser,
}, info) => {
  const host = await signedInHost(browser, installation.url, 'thirty@example.org');
  const { id, public_link: link } = await openRaffle(host, 'Thirty watchers');
  const told: string[] = [];
  let joined = 0;
  const sockets = Array.from({ length: 25 }, () => {
    const socket = openNodeSocket(installation.url, null, {
      opened: () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId: id } })),
      received(text) {
        const { type, data } = JSON.parse(text) as { type: string; data?: { raffle?: HostRaffle } };
        const reason = data?.raffle?.cancelled?.reason;
        if (type === 'snapshot') joined += 1;
        if (type === 'raffle-changed' && reason !== undefined) told.push(reason);
      },
      closed: () => undefined,
    });
    return socket;
  });
  await expect.poll(() => joined).toBe(25);
  const phone = await browser.newPage({ baseURL: installation.url, ...PHONE });
  await phone.goto(`/join/${link}`);
  await phone.getByLabel('Your Name *').fill('Ada');
  await phone.getByRole('button', { name: 'Join Raffle' }).click();
  await expect(phone.getByRole('heading', { name: "You're In!" })).toBeVisible();
  const visitor = await browser.newPage({ baseURL: installation.url, ...PHONE });
  await visitor.goto(`/join/${link}`);
  await expect(visitor.getByRole('button', { name: 'Join Raffle' })).toBeVisible();
  const watcher = await browser.newPage({ baseURL: installation.url });
  await watcher.goto(`/draw/${id}`);
  await expect(watcher.getByRole('heading', { name: 'Thirty watchers' })).toBeVisible();
  const stage = await opensTheStage(browser, installation, host, id);
  await expect(stage.getByText('Thirty watchers').first()).toBeVisible();

  await asHost(host.request, installation.url, 'POST', `/api/raffles/${id}/cancel`, {
    title: 'Thirty watchers',
    reason: REASON,
  });
  const late = await browser.newPage({ baseURL: installation.url });
  await late.goto(`/results/${id}`);
  for (const page of [phone, visitor, watcher, late]) {
    await expect(page.getByRole('heading', { name: 'This Raffle Was Cancelled' })).toBeVisible();
    await expect(page.getByText(REASON)).toBeVisible();
    await expect(page.getByRole('button', { name: /Join Raffle|Watch Live Draw/ })).toHaveCount(0);
  }
  await expect(stage.getByRole('heading', { name: 'This raffle was cancelled' })).toBeVisible();
  await expect(stage.getByText(REASON)).toBeVisible();
  await expect.poll(() => told).toEqual(Array.from({ length: 25 }, () => REASON));
  await phone.screenshot({ path: info.outputPath('phone.png') });
  await stage.screenshot({ path: info.outputPath('stage.png') });
  await watcher.screenshot({ path: info.outputPath('draw.png') });
  for (const socket of sockets) socket.close();
  for (const page of [phone, visitor, watcher, late, stage]) await page.close();
  await host.context().close();
});
