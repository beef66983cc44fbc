/**
 * People must be present (R71): the host opens check-in on the remote, one guest scans the code on the stage, one is checked in at
 * the desk by number, and one stays away, is listed as absent and cannot win. Phones and both verifiers agree.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import { asHost, seesNotice, signedInHost } from './support/console.ts';
import {
  drawsOnTheRemote,
  drawWithoutWebGl,
  joinsOnAPhone,
  opensTheStage,
  PHONE,
  read,
  screenOf,
} from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { codeOn } from './support/read-code.ts';
import { test } from './support/test.ts';
import { verifyWithFairDraw, verifyWithPython } from './support/verifiers.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const post = <T>(page: Page, path: string, data: object = {}): Promise<T> =>
  asHost<T>(page.request, installation.url, 'POST', path, data);

test('R71 only people who are present can win', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'presence@example.org', PHONE);
  const { id } = await post<HostRaffle>(host, '/api/raffles', {
    title: 'Midnight draw',
    allow_public_join: true,
    must_be_present: true,
    max_winners: 1,
  });
  const opened = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  const phones: Page[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const phone = await screenOf(browser, installation, PHONE);
    await joinsOnAPhone(phone, opened.public_link ?? '', name);
    phones.push(phone);
  }
  const [ada, ben, cleo] = phones as [Page, Page, Page];
  await expect(ada.getByText('You must be present at the next draw to win')).toBeVisible();

  const stage = await opensTheStage(browser, installation, host, id);
  const shownCode = stage.getByRole('img', { name: /QR code for checking in/ });

  await test.step('the remote says that check-in was never opened, and opens it', async () => {
    await host.goto(`/host/raffles/${id}/remote`);
    await host.getByRole('button', { name: 'Draw', exact: true }).click();
    const dialog = host.getByRole('alertdialog');
    await expect(dialog.getByText('none of those who take part is checked in yet')).toBeVisible();
    await expect(dialog.getByText("3 are not checked in and can't win.")).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Draw Now' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await host.getByRole('button', { name: 'Open check-in' }).click();
    await expect(host.getByText('0 of 3 are here')).toBeVisible();
  });

  await test.step('one guest scans the code on the stage', async () => {
    await expect(stage.getByText('Scan to check in')).toBeVisible();
    await expect(shownCode).toBeVisible();
    await expect(ada.getByText('Scan the code on the screen in the room')).toBeVisible();
    await ada.goto(await codeOn(shownCode));
    await expect(ada.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
    await expect(host.getByText('1 of 3 are here')).toBeVisible();
  });

  await test.step('the code means nothing to a phone without an entry, and a wrong one nothing to anyone', async () => {
    const stranger = await (await browser.newContext(PHONE)).newPage();
    await stranger.goto(await codeOn(shownCode));
    await expect(
      stranger.getByRole('heading', { name: 'This phone has no entry in this raffle' }),
    ).toBeVisible();
    await stranger.context().close();
    await cleo.goto(`${installation.url}/here/${id}?code=taken-from-a-photo`);
    await expect(cleo.getByText('This code has expired or is not right.')).toBeVisible();
    await cleo.goto(`${installation.url}/draw/${id}`);
  });

  await test.step('the desk checks the other one in by number, and undoes a wrong one', async () => {
    const { url } = await post<{ url: string }>(host, `/api/raffles/${id}/desk-link`);
    const desk = await (await browser.newContext(PHONE)).newPage();
    await desk.goto(url);
    await expect(desk.getByRole('heading', { name: 'Check people in' })).toBeVisible();
    const checks = async (typed: string, button: string): Promise<void> => {
      await desk.getByLabel('Entry numbers or ticket code').fill(typed);
      await desk.getByRole('button', { name: button, exact: true }).click();
    };
    await checks('2–3', 'Check in');
    await expect(desk.getByText('Checked in: 2–3')).toBeVisible();
    await expect(desk.getByText('3 of 3 are here')).toBeVisible();
    await expect(ben.getByText('You are checked in')).toBeVisible();
    await checks('1, 3', 'Undo');
    await expect(desk.getByText('Checked in with their own phone, so it stays: 1')).toBeVisible();
    await expect(desk.getByText('Check-in undone: 3')).toBeVisible();
    await expect(desk.getByText('Cleo')).toBeHidden();
    await expect(host.getByText('2 of 3 are here')).toBeVisible();
    await expect(stage.getByText('2 of 3 are here')).toBeVisible();
    await desk.context().close();
  });

  const inList = (name: string) => host.getByRole('row').filter({ hasText: name });
  const choosesFor = async (name: string, step: string): Promise<void> => {
    await inList(name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await host.getByRole('menuitem', { name: step }).click();
  };
  await test.step("the host's list of people says who is here, checks somebody in, and undoes that", async () => {
    await host.getByRole('link', { name: 'Check somebody in' }).click();
    await expect(inList('Ada').getByText('Here', { exact: true })).toBeVisible();
    await expect(inList('Cleo').getByText('Not here yet')).toBeVisible();
    await choosesFor('Cleo', 'Check in');
    await seesNotice(host, 'Checked in: 3');
    await expect(inList('Cleo').getByText('Here', { exact: true })).toBeVisible();
    await expect(stage.getByText('3 of 3 are here')).toBeVisible();
    await choosesFor('Cleo', 'Undo check-in');
    await expect(inList('Cleo').getByText('Not here yet')).toBeVisible();
    await expect(stage.getByText('2 of 3 are here')).toBeVisible();
    await inList('Ada').getByRole('button', { name: 'More for Ada' }).click();
    await expect(host.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
    await expect(host.getByRole('menuitem', { name: 'Undo check-in' })).toHaveCount(0);
    await host.keyboard.press('Escape');
  });

  await test.step('the draw closes check-in with the list, and the absent cannot win', async () => {
    await host.goto(`/host/raffles/${id}/remote`);
    await expect(host.getByText('2 entries take part in this draw.')).toBeVisible();
    await expect(host.getByText("1 is not checked in and can't win.")).toBeVisible();
    await ada.goto(`${installation.url}/draw/${id}`);
    await ben.goto(`${installation.url}/draw/${id}`);
    await expect(ada.getByText('You are checked in')).toBeVisible();
    await drawsOnTheRemote(host, installation, id);
  });

  const results = await read<ResultsAnswer>(installation, `/api/raffles/${id}/results`);
  expect(results.presence).toEqual({ present: 2, absent: [3] });
  expect([1, 2]).toContain(results.winners[0]?.entry_number);

  await test.step('the results name who was absent, on the phone of the one concerned too', async () => {
    await cleo.goto(`${installation.url}/results/${id}`);
    await expect(cleo.getByText('2 of 3 were checked in when the list was closed.')).toBeVisible();
    await expect(cleo.getByText('your entry is listed as absent')).toBeVisible();
    await cleo.getByRole('button', { name: 'Check My Entry' }).click();
    await expect(cleo.getByText('in the frozen list as absent, and your receipt is genuine')).toBeVisible();
    await expect(cleo.getByText('This check failed')).toBeHidden();
    await ada.goto(`${installation.url}/results/${id}`);
    await expect(ada.getByText('Who was present')).toBeVisible();
    await expect(ada.getByText('This check failed')).toBeHidden();
  });

  await test.step('the host sees how many could not win, and who', async () => {
    await host.goto(`/host/raffles/${id}/winners`);
    await expect(host.getByText('Present and able to win: 2. Absent and unable to win: 1.')).toBeVisible();
    await host.getByRole('link', { name: 'See who was absent' }).click();
    await expect(inList('Cleo').getByText('Absent')).toBeVisible();
    await expect(inList('Ada')).toHaveCount(0);
  });

  await test.step('the proof holds for both verifiers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'glassdrum-presence-'));
    const file = join(folder, 'proof.json');
    let proof = '';
    await expect
      .poll(async () => {
        proof = await (await fetch(`${installation.url}/api/raffles/${id}/proof`)).text();
        return proof.includes('"log"');
      })
      .toBe(true);
    expect(proof).toContain('"absent"');
    await writeFile(file, proof);
    const testChainFile = join(folder, 'chain.json');
    await writeFile(testChainFile, JSON.stringify(installation.chain));
    const known = { testChainFile };
    expect(verifyWithFairDraw(file, known).verdict).toBe('VERIFIED');
    expect(['VERIFIED', 'INCOMPLETE']).toContain(verifyWithPython(file, known).verdict);
  });
});
