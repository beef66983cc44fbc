/** R67: paper tickets from the printer to the buyer's phone: runs, the desk with camera, numbers and a bad network, the QR code. */
import { expect, type Page, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserWithCamera } from './support/camera.ts';
import { asHost, downloads, hostIn, LOOKS, type MadeRaffle } from './support/console.ts';
import { PHONE } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { ticketLinks } from './support/paper-tickets.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

async function openRaffle(page: Page, title: string): Promise<MadeRaffle> {
  const made = await asHost<MadeRaffle>(page.request, installation.url, 'POST', '/api/raffles', {
    title,
    allow_public_join: true,
  });
  await asHost(page.request, installation.url, 'POST', `/api/raffles/${made.id}/open`);
  return made;
}

async function sells(desk: Page, typed: string, button: 'Sell' | 'Take back'): Promise<void> {
  await desk.getByLabel('Numbers or code').fill(typed);
  await desk.getByRole('button', { name: button, exact: true }).click();
}

/** The big answer of the desk. */
const lastSale = (desk: Page, tone: 'good' | 'warn' | 'danger' | 'waits') =>
  desk.locator(`[data-last-sale=${tone}]`);
const inList = (desk: Page, text: string) => desk.getByRole('listitem').filter({ hasText: text });

/** Compiles an empty module. */
function runsWebAssembly(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => true,
      () => false,
    ),
  );
}

async function openDesk(page: Page, url: string, printed: number): Promise<void> {
  await page.goto(url);
  await expect(page.getByText(`of ${printed} tickets sold`)).toBeVisible();
}

for (const look of LOOKS) {
  test(`R67 the host adds a run, prints it and opens the desk, which sells by number (${look.look})`, async ({
    browser,
  }) => {
    const host = await hostIn(browser, installation.url, look, 'paper');
    const { id } = await openRaffle(host, 'School fair');
    await host.goto(`/host/raffles/${id}/paper`);
    await expect(host.getByText('No paper tickets yet')).toBeVisible();

    await test.step('a run too large is refused with what is possible', async () => {
      await host.getByLabel('How many tickets').fill('601');
      await host.getByRole('button', { name: 'Add tickets' }).click();
      await expect(host.getByRole('alert').getByText('1 to 600 at a time')).toBeVisible();
    });
    await host.getByLabel('How many tickets').fill('60');
    await host.getByRole('button', { name: 'Add tickets' }).click();
    await expect(host.getByText('0 of 60 sold')).toBeVisible();
    for (const paper of ['A4', 'Letter']) {
      const link = host.getByRole('link', { name: `PDF, ${paper}: tickets 1 to 60` });
      await downloads(host, () => link.click(), /^tickets-run-1-.*\.pdf$/);
    }

    const url = await host.getByRole('link', { name: 'Open the desk' }).getAttribute('href');
    const context = await browser.newContext({ ...look.options, serviceWorkers: 'block' });
    const desk = await context.newPage();
    await desk.goto(url ?? '');
    await expect(desk.getByText('0 of 60 tickets sold')).toBeVisible();
    await sells(desk, '11–20, 31', 'Sell');
    await expect(lastSale(desk, 'good')).toHaveText('Sold: 11–20, 31');
    await expect(desk.getByText('Numbers on paper: 1–60')).toBeVisible();
    await sells(desk, '61', 'Take back');
    await expect(lastSale(desk, 'danger')).toContainText('Not taken back: 61');
    await expect(lastSale(desk, 'danger')).toContainText(
      'These numbers are no paper tickets of this raffle: 61.',
    );
    await expect(desk.getByText('11 of 60 tickets sold')).toBeVisible();

    await test.step('selling twice changes nothing', async () => {
      await sells(desk, '20-21', 'Sell');
      await expect(lastSale(desk, 'warn')).toContainText('Sold: 21');
      await expect(lastSale(desk, 'warn')).toContainText('Sold before: 20');
      await expect(desk.getByText('12 of 60 tickets sold')).toBeVisible();
    });
    await sells(desk, '31', 'Take back');
    await expect(lastSale(desk, 'good')).toHaveText('Taken back: 31');

    await test.step('ranges that overlap are refused', async () => {
      await sells(desk, '1-5, 4-8', 'Sell');
      await expect(desk.getByRole('alert')).toContainText('Some of these numbers are in there twice.');
      await expect(desk.getByLabel('Numbers or code')).toHaveValue('1-5, 4-8');
      await sells(desk, 'AAA AAA', 'Sell');
      await expect(desk.getByRole('alert')).toContainText('This code is mistyped.');
      await expect(desk.getByText('11 of 60 tickets sold')).toBeVisible();
    });

    await test.step('without network sales wait on the phone, and go out by themselves', async () => {
      await context.setOffline(true);
      await sells(desk, '40', 'Sell');
      await sells(desk, '41', 'Sell');
      await expect(desk.getByText('2 sales wait for the network.')).toBeVisible();
      await expect(lastSale(desk, 'waits')).toHaveText('Kept on this phone: 41');
      await context.setOffline(false);
      await expect(inList(desk, 'Sold: 40')).toBeVisible();
      await expect(inList(desk, 'Sold: 41')).toBeVisible();
      await expect(desk.getByText('13 of 60 tickets sold')).toBeVisible();
    });
    await expect(host.getByText('13 of 60 sold')).toBeVisible();
    await context.close();
    await host.context().close();
  });
}

test('R67 a ticket is sold by the camera, and its buyer keeps it on a phone', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'glassdrum-paper-'));
  const host = await hostIn(browser, installation.url, LOOKS[0], 'camera');
  const { id } = await openRaffle(host, 'Harvest ball');
  const path = `/api/raffles/${id}`;
  await asHost(host.request, installation.url, 'POST', `${path}/paper/runs`, { size: 12 });
  const { url } = await asHost<{ url: string }>(host.request, installation.url, 'POST', `${path}/desk-link`);
  const pdf = await (await host.request.get(`${path}/paper/pdf?run=1&paper=a4`)).body();
  const links = await ticketLinks(pdf);
  expect(links).toHaveLength(12);
  const link = links[2] ?? '';

  const buyer = await (await browser.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  await buyer.goto(link);
  await expect(buyer.getByText('This ticket is not sold yet.')).toBeVisible();
  await expect(buyer.getByRole('button', { name: 'Keep it on this phone' })).toHaveCount(0);

  await test.step('with several tickets in sight none is sold', async () => {
    const camera = await browserWithCamera([link, links[3] ?? ''], join(folder, 'tickets.y4m'));
    const desk = await (await camera.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
    await desk.goto(url);
    await desk.getByRole('button', { name: 'Scan with the camera' }).click();
    const warning = desk.getByText('Several codes are in sight, so none counts. Show one at a time.');
    await expect(warning).toBeVisible({ timeout: 30_000 });
    await expect(desk.getByText('0 of 12 tickets sold')).toBeVisible();
    await expect(desk.locator('[data-last-sale]')).toHaveCount(0);
    await camera.close();
  });
  const withCamera = await browserWithCamera([link], join(folder, 'ticket.y4m'));
  const desk = await (await withCamera.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  await desk.goto(url);
  await desk.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(lastSale(desk, 'good')).toHaveText('Sold: 3', { timeout: 30_000 });
  await expect(desk.getByText('1 of 12 tickets sold')).toBeVisible();
  await desk.getByRole('button', { name: 'Stop the camera' }).click();
  await withCamera.close();

  await buyer.getByRole('button', { name: 'Check again' }).click();
  await expect(buyer.getByText('This ticket is sold and takes part.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Keep it on this phone' }).click();
  await expect(buyer.getByRole('alert')).toBeVisible();
  await buyer.getByLabel('Your name').fill('Bea Buyer');
  await buyer.getByRole('button', { name: 'Keep it on this phone' }).click();
  await expect(buyer.getByText('Your ticket is on this phone.')).toBeVisible();
  const other = await (await browser.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  await other.goto(link);
  await expect(other.getByText('kept on a phone')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Keep it on this phone' })).toHaveCount(0);

  await rm(folder, { recursive: true });
  for (const page of [host, buyer, other]) await page.context().close();
});

test('R67 a desk without network sells on, also after a reload, and nothing is lost or made twice', async ({
  browser,
}) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'hall');
  const { id } = await openRaffle(host, 'Hall without network');
  const path = `/api/raffles/${id}`;
  await asHost(host.request, installation.url, 'POST', `${path}/paper/runs`, { size: 60 });
  const { url } = await asHost<{ url: string }>(host.request, installation.url, 'POST', `${path}/desk-link`);
  const context = await browser.newContext({ ...PHONE });
  const desk = await context.newPage();
  await openDesk(desk, url, 60);
  const isStored = () =>
    desk.evaluate(async () => (await caches.keys()).some((it) => it.startsWith('desk-')));
  await expect.poll(isStored, { timeout: 30_000 }).toBe(true);
  await expect
    .poll(() => desk.evaluate(async () => (await caches.match('/desk')) !== undefined), { timeout: 30_000 })
    .toBe(true);

  await installation.kill();
  for (let number = 1; number <= 20; number += 1) await sells(desk, String(number), 'Sell');
  await expect(desk.getByText('20 sales wait for the network.')).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('Hall without network')).toBeVisible();
  await expect(desk.getByText('20 sales wait for the network.')).toBeVisible();
  // The page that was stored may scan, like the one that the server sends.
  expect(await runsWebAssembly(desk)).toBe(true);
  await sells(desk, '21', 'Sell');
  await expect(desk.getByText('21 sales wait for the network.')).toBeVisible();

  await installation.restart();
  await test.step('another desk has sold one of them meanwhile', async () => {
    const sale = { client_id: 'another-desk-0001', action: 'sell', numbers: '7' };
    const key = new URL(url).searchParams.get('key') ?? '';
    const answer = await host.request.post(`${path}/desk/sales?key=${key}`, { data: sale });
    expect(answer.ok()).toBe(true);
  });
  await expect(desk.getByText('21 of 60 tickets sold')).toBeVisible({ timeout: 30_000 });
  await expect(desk.getByText('wait for the network.')).toHaveCount(0);
  await expect(desk.getByRole('listitem')).toHaveCount(21);
  await context.close();
  await host.context().close();
});

test('R67 sales that wait outlive a renewed link, and counts follow other desks', async ({ browser }) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'renewed');
  const { id } = await openRaffle(host, 'Renewed desk');
  const path = `/api/raffles/${id}`;
  await asHost(host.request, installation.url, 'POST', `${path}/paper/runs`, { size: 30 });
  const link = (renew: boolean) =>
    asHost<{ url: string }>(host.request, installation.url, 'POST', `${path}/desk-link`, { renew });
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const desk = await context.newPage();
  await openDesk(desk, (await link(false)).url, 30);
  const { url } = await link(true);
  await sells(desk, '4-6', 'Sell');
  await expect(desk.getByText('This desk is closed')).toBeVisible();
  await expect(desk.getByText('1 sale waits on this phone.')).toBeVisible();
  await expect(desk.getByLabel('Numbers or code')).toHaveCount(0);
  await openDesk(desk, url, 30);
  await expect(desk.getByText('3 of 30 tickets sold')).toBeVisible();
  await context.close();
  await host.context().close();
});

test('M3 R67 the desk alone runs WebAssembly, however one gets there', async ({ browser }) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'policy');
  const { id, public_link: link } = await openRaffle(host, 'Policies');
  const path = `/api/raffles/${id}`;
  await asHost(host.request, installation.url, 'POST', `${path}/paper/runs`, { size: 5 });
  const { url } = await asHost<{ url: string }>(host.request, installation.url, 'POST', `${path}/desk-link`);
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  for (const other of ['/', '/verify', '/log', `/join/${link}`, `/draw/${id}`, `/results/${id}`]) {
    await page.goto(installation.url + other);
    expect([other, await runsWebAssembly(page)]).toEqual([other, false]);
  }
  await openDesk(page, url, 5);
  expect(await runsWebAssembly(page)).toBe(true);

  await test.step('a link within the app leaves the desk with its permission', async () => {
    await page.evaluate(() => window.history.pushState(null, '', '/log'));
    await expect(page.getByRole('heading', { level: 1, name: 'Public log' })).toBeVisible();
    expect(await runsWebAssembly(page)).toBe(false);
  });
  await test.step('and "back" opens a desk that can scan', async () => {
    await page.goBack();
    await expect(page.getByText('of 5 tickets sold')).toBeVisible();
    expect(await runsWebAssembly(page)).toBe(true);
  });
  await context.close();
  await host.context().close();
});

test('R67 R44 R94 guests see which printed tickets are not sold, live, and sales as one line', async ({
  browser,
}) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'grid');
  const { id, public_link: link } = await openRaffle(host, 'Village fair');
  const path = `/api/raffles/${id}`;
  const post = (call: string, body: object) =>
    asHost(host.request, installation.url, 'POST', `${path}/${call}`, body);
  const sale = (numbers: string, action: 'sell' | 'unsell') =>
    post('paper/sales', { client_id: `sale-of-${numbers}-${action}-0001`, action, numbers });
  await post('paper/runs', { size: 60 });
  await sale('11-20', 'sell');
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const guest = await context.newPage();
  await guest.goto(`${installation.url}/join/${link}`);
  const cell = (number: number) => guest.locator(`[data-number="${number}"]`);
  const scrollTo = (number: number) =>
    guest.getByRole('group', { name: 'Entry Numbers' }).evaluate((box, at) => {
      box.scrollTop = Math.floor((at - 1) / 5) * 48;
    }, number);

  await guest.getByText('Paper, not sold').scrollIntoViewIfNeeded();
  await scrollTo(61);
  await expect(cell(61)).toHaveAttribute('data-state', 'free');
  await scrollTo(1);
  await expect(cell(12)).toHaveAttribute('data-state', 'taken');
  await expect(cell(1)).toHaveText(/1: Paper ticket, not sold yet$/);
  await sale('1', 'sell');
  await expect(cell(1)).toHaveAttribute('data-state', 'taken');
  await sale('12', 'unsell');
  await expect(cell(12)).toHaveAttribute('data-state', 'unsold');

  await guest.reload();
  const sold = guest.getByText('11 paper tickets were sold');
  await sold.click();
  await expect(guest.getByText('Paper ticket #20 was sold')).toBeVisible();
  await expect(guest.getByText('Paper ticket #12 was taken back')).toBeVisible();
  await expect(guest.getByText('60 paper tickets were added to be sold')).toBeVisible();
  await context.close();
  await host.context().close();
});

test('R67 the desk says what to do where there is no camera, or none for this page', async ({ browser }) => {
  const host = await hostIn(browser, installation.url, LOOKS[0], 'no-camera');
  const { id } = await openRaffle(host, 'No camera');
  const path = `/api/raffles/${id}`;
  await asHost(host.request, installation.url, 'POST', `${path}/paper/runs`, { size: 5 });
  const { url } = await asHost<{ url: string }>(host.request, installation.url, 'POST', `${path}/desk-link`);
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const desk = await context.newPage();
  for (const [name, text] of [
    ['NotFoundError', 'This device has no camera.'],
    ['NotAllowedError', "The browser doesn't let this page use the camera."],
    ['NotReadableError', "The camera doesn't start."],
  ] as const) {
    await openDesk(desk, url, 5);
    await desk.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => {
        throw new DOMException('', error);
      };
    }, name);
    await desk.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(desk.getByRole('alert')).toContainText(text);
    await desk.getByRole('button', { name: 'Try again' }).click();
    await expect(desk.getByRole('alert')).toContainText(text);
    await desk.getByRole('button', { name: 'Close the scanner' }).click();
    await expect(desk.getByRole('button', { name: 'Scan with the camera' })).toBeVisible();
  }
  await context.close();
  await host.context().close();
});
