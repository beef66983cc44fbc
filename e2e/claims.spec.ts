/**
 * Claims (R73): winners claim and decline on their phones, at the desk by ticket code and camera, and the host for somebody; a prize
 * that nobody claims in time goes on, which phones, results and the stage show; prizes are handed over by the winner's code.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskTicket, HostPrizes, HostRaffle, PrizeFields, ResultsAnswer } from '@glassdrum/contract';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { browserWithCamera } from './support/camera.ts';
import { asHost, downloads, signedInHost } from './support/console.ts';
import {
  drawWithoutWebGl,
  goesToTheList,
  HALL,
  joinsOnAPhone,
  opensTheStage,
  PHONE,
  read,
  screenOf,
} from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { ticketLinks } from './support/paper-tickets.ts';
import { codeOn } from './support/read-code.ts';
import { test } from './support/test.ts';
import { followClock, passDraw, passTime, runTimers } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const MINUTE_MS = 60_000;

const post = <T>(page: Page, path: string, data: object = {}): Promise<T> =>
  asHost<T>(page.request, installation.url, 'POST', path, data);

interface Opened {
  host: Page;
  id: string;
  link: string;
}

/** An open raffle whose prizes have claim windows. */
async function opensRaffle(
  browser: Browser,
  title: string,
  prizes: readonly Partial<PrizeFields>[],
): Promise<Opened> {
  const host = await signedInHost(browser, installation.url, `${title}@example.org`, HALL);
  await followClock(host.context());
  const { id } = await post<HostRaffle>(host, '/api/raffles', { title, allow_public_join: true });
  const { revision } = (await (await host.request.get(`/api/raffles/${id}/prizes`)).json()) as HostPrizes;
  const saved = await host.request.put(`/api/raffles/${id}/prizes`, {
    headers: { origin: installation.url },
    data: { revision, policy: 'once', reveal_order: 'grand_last', prizes },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const { public_link: link } = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  return { host, id, link: link ?? '' };
}

async function draws(host: Page, id: string): Promise<ResultsAnswer> {
  await post(host, `/api/raffles/${id}/draw`);
  await passDraw(installation.url, id);
  return read<ResultsAnswer>(installation, `/api/raffles/${id}/results`);
}

const ownPrize = (phone: Page): Locator => phone.getByRole('region', { name: 'Your prizes' });

async function confirms(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click();
}

test('R73 claims and declines on phones, a lapse, and what the host does for winners', async ({
  browser,
}) => {
  const { host, id, link } = await opensRaffle(browser, 'harvest', [
    { name: 'Ham', quantity: 2, claim_window: 600 },
  ]);
  const names = ['Ada Adler', 'Ben Bauer', 'Cleo Cramer', 'Dan Drescher'];
  const phones: Page[] = [];
  for (const name of names) {
    const phone = await screenOf(browser, installation, PHONE);
    await joinsOnAPhone(phone, link, name);
    phones.push(phone);
  }
  await expect(phones[0]?.getByText('To be claimed within 10 minutes') as Locator).toBeVisible();
  const stage = await opensTheStage(browser, installation, host, id);
  const results = await draws(host, id);
  const inOrder = [...results.winners, ...results.alternates].map(({ entry_number: number }) => number);
  const [first, second, third, fourth] = inOrder.map((number) => phones[number - 1]) as [
    Page,
    Page,
    Page,
    Page,
  ];
  const nameOf = (index: number): string => names[(inOrder[index] ?? 0) - 1] ?? '';
  const visitor = await screenOf(browser, installation, PHONE);

  await host.goto(`/host/raffles/${id}/winners`);
  await host.getByRole('tab', { name: 'Claims' }).click();
  const rowOf = (index: number): Locator =>
    host
      .getByRole('list', { name: 'Claims' })
      .getByRole('listitem')
      .filter({ hasText: nameOf(index) });
  await expect(rowOf(0).getByText('To be claimed', { exact: true })).toBeVisible();

  await test.step('a winner claims beside the draw, and everyone sees it', async () => {
    await goesToTheList(first);
    const card = ownPrize(first);
    await expect(card.getByRole('heading', { name: 'You won Ham' })).toBeVisible();
    await expect(card.getByText(/^Claim by .*\d{4}.* UTC$/)).toBeVisible();
    await expect(card.getByText(/^The time ends in \d+ (minutes|seconds)\.$/)).toBeVisible();
    await card.getByRole('button', { name: 'Claim my prize' }).click();
    await confirms(first, 'Claim it');
    await expect(card.getByText(/^Claimed on .* Now collect it from the host\.$/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Claim my prize' })).toHaveCount(0);
    await expect(rowOf(0).getByText('Claimed', { exact: true })).toBeVisible();
    await expect(stage.getByText('1 of 2 prizes claimed')).toBeVisible();
  });

  await test.step('another declines, and the next in line has a full window', async () => {
    await second.goto(`/join/${link}`);
    const card = ownPrize(second);
    await card.getByRole('button', { name: "I don't want it" }).click();
    await expect(second.getByRole('alertdialog')).toContainText("You can't take this back");
    await confirms(second, 'Decline it');
    await expect(card.getByText(/^You declined it on /)).toBeVisible();
    await expect(card.getByRole('button')).toHaveCount(0);
    await goesToTheList(third);
    await expect(ownPrize(third).getByRole('heading', { name: 'You moved up: Ham is yours' })).toBeVisible();
    await expect(ownPrize(third).getByText(/^The time ends in (9|10) minutes\.$/)).toBeVisible();
    await expect(rowOf(1).getByText('Declined', { exact: true })).toBeVisible();
  });

  await test.step('nobody claims in time: the prize goes on, on phones, results and stage', async () => {
    await visitor.goto(`/results/${id}`);
    await expect(visitor.getByText(/^Waiting to be claimed until /)).toBeVisible();
    await passTime(8 * MINUTE_MS);
    await expect(ownPrize(third).getByRole('button', { name: 'Claim my prize' })).toBeVisible();
    await passTime(3 * MINUTE_MS);
    await expect(ownPrize(third).getByText(/^You did not claim it by .* it went to the next/i)).toBeVisible({
      timeout: 20_000,
    });
    await expect(ownPrize(third).getByRole('button')).toHaveCount(0);
    await goesToTheList(fourth);
    await expect(ownPrize(fourth).getByRole('heading', { name: 'You moved up: Ham is yours' })).toBeVisible();
    await expect(stage.getByText(/did not claim the prize in time\. It was /)).toBeVisible();
    await passTime(30_000);
    await expect(visitor.getByText(/did not claim the prize in time\. It was /)).toBeVisible();
    await expect(rowOf(2).getByText('Not claimed in time')).toBeVisible();
  });

  const chooses = async (index: number, step: string): Promise<void> => {
    await rowOf(index)
      .getByRole('button', { name: `More for ${nameOf(index)}` })
      .click();
    await host.getByRole('menuitem', { name: step }).click();
  };
  await test.step('the host gives more time once, and claims for somebody, labelled so', async () => {
    await chooses(3, 'Give more time');
    const question = host.getByRole('alertdialog');
    await question.getByLabel('How much more time').fill('0');
    await confirms(host, 'Give more time');
    await expect(question.getByText('Enter a whole number, 60 days at most.')).toBeVisible();
    await question.getByLabel('How much more time').fill('20');
    await confirms(host, 'Give more time');
    await expect(ownPrize(fourth).getByText('The host gave you more time.')).toBeVisible();
    await rowOf(3)
      .getByRole('button', { name: `More for ${nameOf(3)}` })
      .click();
    await expect(host.getByRole('menuitem', { name: 'Give more time' })).toHaveCount(0);
    await expect(host.getByRole('menuitem', { name: 'Decline for them' })).toHaveCount(0);
    await runTimers(host);
    await host.keyboard.press('Escape');
    await expect(host.getByRole('menu')).toHaveCount(0);
    await chooses(3, 'Claim for them');
    await confirms(host, 'Claim for them');
    await expect(ownPrize(fourth).getByText(/^The host claimed it for you on /)).toBeVisible();
    await visitor.goto(`/results/${id}`);
    await expect(visitor.getByText(/^Claimed by the host for the winner /)).toBeVisible();
    await expect(visitor.getByText(/The host gave more time once/)).toBeVisible();
  });

  await test.step("prizes are handed over by the winner's code, scanned and typed", async () => {
    const code = host.getByLabel("Winner's code");
    const handOver = host.getByRole('button', { name: 'Hand over', exact: true });
    await handOver.click();
    await expect(host.getByText("Scan or type a winner's code.")).toBeVisible();
    await code.fill('1-AAAAAA');
    await handOver.click();
    await expect(host.getByText("This is no winner's code of this raffle.")).toBeVisible();
    // A hand scanner types what the QR code says, and presses Enter.
    await code.fill(await codeOn(ownPrize(first).getByRole('img', { name: 'Your code for collecting it' })));
    await code.press('Enter');
    await expect(host.getByText(`Ham: Handed over to ${nameOf(0)}`)).toBeVisible();
    await expect(ownPrize(first).getByText(/^Handed over on /)).toBeVisible();
    await expect(rowOf(0).getByText('Handed over', { exact: true })).toBeVisible();
    await code.fill((await ownPrize(fourth).locator('[data-winner-code]').textContent()) ?? '');
    await handOver.click();
    await expect(host.getByText(`Ham: Handed over to ${nameOf(3)}`)).toBeVisible();
    await expect(stage.getByText('2 of 2 prizes claimed')).toBeVisible();
  });

  await test.step('the table is filtered, searched and downloaded', async () => {
    await expect(host.getByText('4 rows', { exact: true })).toBeVisible();
    await host.getByLabel('State').selectOption({ label: 'Declined (1)' });
    await expect(host.getByText('1 of 4 rows')).toBeVisible();
    await expect(rowOf(1)).toBeVisible();
    await expect(rowOf(0)).toHaveCount(0);
    await host.getByLabel('State').selectOption({ label: 'All states' });
    await host.getByLabel('Find by name, number or email').fill(nameOf(2).toLowerCase());
    await expect(host.getByText('1 of 4 rows')).toBeVisible();
    for (const [name, kind] of [
      ['Download CSV of the claims', 'csv'],
      ['Download Excel file of the claims', 'xlsx'],
    ] as const) {
      await downloads(
        host,
        () => host.getByRole('link', { name }).click(),
        new RegExp(`^raffle-.*-claims\\.${kind}$`),
      );
    }
  });
  for (const page of [host, stage, visitor, ...phones]) await page.context().close();
});

test('R73 the desk hands over by ticket code and camera, and says what is wrong', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'glassdrum-claims-'));
  const { host, id } = await opensRaffle(browser, 'bazaar', [
    { name: 'Cake', quantity: 2, claim_window: 86_400 },
  ]);
  const path = `/api/raffles/${id}`;
  await post(host, `${path}/paper/runs`, { size: 3 });
  await post(host, `${path}/paper/sales`, {
    client_id: 'sale-of-all-0001',
    action: 'sell',
    numbers: '1-3',
  });
  const { url } = await post<{ url: string }>(host, `${path}/desk-link`);
  const links = await ticketLinks(await (await host.request.get(`${path}/paper/pdf?run=1`)).body());
  const { winners } = await draws(host, id);
  const [typed = 0, scanned = 0] = winners.map(({ entry_number: number }) => number);
  const other = 6 - typed - scanned;
  const key = new URL(url).searchParams.get('key') ?? '';
  const codeOf = async (number: number): Promise<string> =>
    (await read<DeskTicket>(installation, `${path}/desk/ticket?key=${key}&numbers=${number}`)).code;

  const ticket = await screenOf(browser, installation, PHONE);
  await ticket.goto(links[typed - 1] ?? '');
  await expect(ticket.getByText(/^Waiting to be claimed until /)).toBeVisible();
  await expect(ticket.getByText('Claim it at the desk with this ticket.')).toBeVisible();

  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const desk = await context.newPage();
  await desk.goto(url);
  await expect(desk.getByRole('heading', { name: 'Hand over prizes', level: 1 })).toBeVisible();
  await expect(desk.getByText('This needs the network')).toBeVisible();
  const looksUp = async (code: string): Promise<void> => {
    await desk.getByLabel("Winner's code").fill(code);
    await desk.getByRole('button', { name: 'Look up' }).click();
  };
  const answer = (page: Page, tone: string): Locator => page.locator(`[data-last-sale=${tone}]`);

  await test.step('a code that is wrong, and a ticket that did not win', async () => {
    await looksUp('1-AAAAAA');
    await expect(answer(desk, 'danger')).toContainText("This is no winner's code of this raffle.");
    await looksUp(await codeOf(other));
    await expect(answer(desk, 'danger')).toHaveText(`Entry #${other} has not won a prize.`);
  });

  await test.step('a typed code: claimed first, then handed over; again it says so', async () => {
    await looksUp(await codeOf(typed));
    await expect(desk.getByText(/^To be claimed by /)).toBeVisible();
    await desk.getByRole('button', { name: 'Claim only: Cake' }).click();
    await expect(answer(desk, 'good')).toHaveText(`Claimed: Cake, entry #${typed}`);
    await expect(desk.getByText(/^Claimed at the desk /)).toBeVisible();
    await desk.getByRole('button', { name: 'Hand over: Cake' }).click();
    await expect(answer(desk, 'good')).toHaveText(`Handed over: Cake, entry #${typed}`);
    await looksUp(await codeOf(typed));
    await expect(desk.getByText(/^Handed over already, /)).toBeVisible();
    await expect(desk.getByRole('button', { name: /^Hand over: / })).toHaveCount(0);
  });

  await test.step('without network nothing is done, and that is said', async () => {
    const code = await codeOf(scanned);
    await context.setOffline(true);
    await looksUp(code);
    await expect(answer(desk, 'danger')).toContainText('No network. Nothing was claimed or handed over.');
    await context.setOffline(false);
  });

  await test.step('the camera finds the other one', async () => {
    const camera = await browserWithCamera([links[scanned - 1] ?? ''], join(folder, 'ticket.y4m'));
    const helper = await (await camera.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
    await helper.goto(url);
    await helper.getByRole('button', { name: 'Scan with the camera' }).click();
    await helper.getByRole('button', { name: 'Hand over: Cake' }).click({ timeout: 30_000 });
    await expect(answer(helper, 'good')).toHaveText(`Handed over: Cake, entry #${scanned}`);
    await camera.close();
  });

  await test.step('the host sees both, and declines for nobody who has a prize already', async () => {
    await host.goto(`/host/raffles/${id}/winners?view=claims`);
    const rows = host.getByRole('list', { name: 'Claims' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Handed over' })).toHaveCount(2);
    await expect(rows.getByRole('button')).toHaveCount(0);
  });
  await rm(folder, { recursive: true });
  for (const page of [host, ticket, desk]) await page.context().close();
});

test('R73 the host says how long each prize can be claimed, and people read it before they join', async ({
  browser,
}) => {
  const host = await signedInHost(browser, installation.url, 'windows@example.org', HALL);
  const { id } = await post<HostRaffle>(host, '/api/raffles', { title: 'Fair', allow_public_join: true });
  await host.goto(`/host/raffles/${id}/prizes`);
  await host.getByLabel('Name of prize 1', { exact: true }).fill('Bicycle');
  await host.getByRole('button', { name: 'Details of Bicycle' }).click();
  await host.getByLabel('Winners claim it').selectOption('Within minutes');
  await expect(host.getByLabel('Minutes (1 to 30)')).toHaveValue('10');
  await host.getByLabel('Minutes (1 to 30)').fill('31');
  await expect(host.getByText('Please enter a whole number from 1 to 30.')).toBeVisible();
  await host.getByLabel('Winners claim it').selectOption('Within days');
  await host.getByLabel('Days (1 to 60)').fill('14');
  await expect(host.getByText('To be claimed within 14 days')).toBeVisible();
  await host.getByRole('button', { name: 'Save prizes' }).click();
  await expect(host.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  await host.reload();
  await host.getByRole('button', { name: 'Details of Bicycle' }).click();
  await expect(host.getByLabel('Days (1 to 60)')).toHaveValue('14');
  const { public_link: link } = await post<HostRaffle>(host, `/api/raffles/${id}/open`);
  const guest = await screenOf(browser, installation, PHONE);
  await guest.goto(`/join/${link ?? ''}`);
  await expect(guest.getByText('To be claimed within 14 days')).toBeVisible();
  for (const page of [host, guest]) await page.context().close();
});
