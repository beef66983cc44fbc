/** R67: paper tickets from the printer to the buyer's phone: runs, the desk with camera, numbers and a bad network, the QR code. */
import { chromium, expect, type Page, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cameraArgs, filmCode } from './support/camera.ts';
import { asHost, downloads, hostIn, LOOKS, type MadeRaffle } from './support/console.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { ticketLinks } from './support/paper-tickets.ts';

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

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
    await expect(desk.getByText('Sold: 11–20, 31')).toBeVisible();
    await expect(desk.getByText('11 of 60 tickets sold')).toBeVisible();

    await test.step('selling twice changes nothing', async () => {
      await sells(desk, '20-21', 'Sell');
      await expect(desk.getByText('Sold: 21')).toBeVisible();
      await expect(desk.getByText('Sold before: 20')).toBeVisible();
      await expect(desk.getByText('12 of 60 tickets sold')).toBeVisible();
    });
    await sells(desk, '31', 'Take back');
    await expect(desk.getByText('Taken back: 31')).toBeVisible();

    await test.step('ranges that overlap are refused', async () => {
      await sells(desk, '1-5, 4-8', 'Sell');
      await expect(desk.getByText('1-5, 4-8:')).toBeVisible();
      await expect(desk.getByText('11 of 60 tickets sold')).toBeVisible();
    });

    await test.step('without network sales wait on the phone, and go out by themselves', async () => {
      await context.setOffline(true);
      await sells(desk, '40', 'Sell');
      await sells(desk, '41', 'Sell');
      await expect(desk.getByText('2 sales wait for the network.')).toBeVisible();
      await context.setOffline(false);
      await expect(desk.getByText('Sold: 40')).toBeVisible();
      await expect(desk.getByText('Sold: 41')).toBeVisible();
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

  const film = join(folder, 'ticket.y4m');
  await filmCode(link, film);
  const executablePath = process.env['CHROMIUM_PATH'];
  const withCamera = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...cameraArgs(film)],
  });
  const desk = await (await withCamera.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  await desk.goto(url);
  await desk.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(desk.getByText('Sold: 3')).toBeVisible({ timeout: 30_000 });
  await expect(desk.getByText('1 of 12 tickets sold')).toBeVisible();
  await desk.getByRole('button', { name: 'Stop the camera' }).click();
  await withCamera.close();

  await buyer.getByRole('button', { name: 'Look again' }).click();
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
