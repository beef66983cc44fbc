/**
 * R80: a raffle is saved as a template, and one is held every month: three periods, in which who won is left out of the next
 * invitations and invited again in the month after.
 */
import type { HostRaffle, Invitation, RecurrenceAnswer, ResultsAnswer } from '@glassdrum/contract';
import { type Browser, expect, type Page } from '@playwright/test';
import { asHost, cardOf, close, seesNotice, signedInHost } from './support/console.ts';
import { drawWithoutWebGl, HALL, PHONE, read, screenOf } from './support/evening.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { test } from './support/test.ts';
import { followClock, passDraw, passTime, worldClock } from './support/world-clock.ts';

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOST = { email: 'monthly@example.org', password: 'a long enough passphrase' };
const NAMES = ['Ada', 'Bob', 'Cy'] as const;

test('R80 a raffle becomes a template, from which new drafts are made', async ({ browser }) => {
  const host = await signedInHost(browser, installation.url, 'templates@example.org', HALL);
  await asHost(host.request, installation.url, 'POST', '/api/raffles', {
    title: 'Village fair',
    max_winners: 4,
  });
  await host.reload();
  const menu = async (item: string): Promise<void> => {
    await cardOf(host, 'Village fair')
      .first()
      .getByRole('button', { name: /^More for/ })
      .click();
    await host.getByRole('menuitem', { name: item }).click();
  };

  await test.step('it is saved under a name', async () => {
    await menu('Save as template');
    const dialog = host.getByRole('dialog', { name: 'Save as a template' });
    const name = dialog.getByLabel('Name of the template');
    await expect(name).toBeFocused();
    await name.fill('  ');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog).toContainText('Please give the template a name.');
    await name.fill('Every fair');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await seesNotice(host, 'Template saved');
  });

  await test.step('a draft is made from it, also once the raffle is gone', async () => {
    await menu('Delete draft');
    await host.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await seesNotice(host, 'Raffle Deleted');
    await host.getByRole('button', { name: 'Templates' }).click();
    await host.getByRole('button', { name: 'New raffle from Every fair' }).click();
    await seesNotice(host, 'Raffle Created');
    await expect(cardOf(host, 'Village fair')).toContainText('Draft');
  });

  await test.step('it is renamed and deleted', async () => {
    await host.getByRole('button', { name: 'Templates' }).click();
    await host.getByRole('button', { name: 'Rename Every fair' }).click();
    await host.getByLabel('Name of the template').fill('Spring fair');
    await host.getByRole('button', { name: 'Save name' }).click();
    await seesNotice(host, 'Template renamed');
    await host.getByRole('button', { name: 'Delete Spring fair' }).click();
    await host.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await seesNotice(host, 'Template deleted');
    await expect(host.getByText('No templates yet')).toBeVisible();
    await close(host);
  });
  await host.context().close();
});

/** The host, signed in to a new browser by the test's clock: sessions end in the weeks between two raffles. */
async function signedInNow(browser: Browser, call: 'register' | 'login' = 'login'): Promise<Page> {
  const { url } = installation;
  const context = await browser.newContext({
    ...HALL,
    baseURL: url,
    serviceWorkers: 'block',
    timezoneId: 'UTC',
  });
  await followClock(context);
  const page = await context.newPage();
  const data = { ...HOST, name: 'Hanna Host' };
  const answer = await page.request.post(`/api/auth/${call}`, { data, headers: { origin: url } });
  expect(answer.ok()).toBe(true);
  return page;
}

/** Lets the time pass; whoever was signed in is not any more. */
async function passTo(browser: Browser, host: Page, at: number): Promise<Page> {
  await host.context().close();
  await passTime(at - worldClock.now());
  return signedInNow(browser);
}

const api = <T>(host: Page, method: 'GET' | 'POST', path: string, data?: unknown): Promise<T> =>
  asHost<T>(host.request, installation.url, method, path, data);

/** Everyone who has a working link joins; the raffle is drawn at its deadline. @returns who won */
async function isHeld(
  browser: Browser,
  host: Page,
  { id, deadline_at: deadline }: HostRaffle,
): Promise<{ later: Page; winner: string }> {
  for (const { token } of await api<Invitation[]>(host, 'GET', `/api/raffles/${id}/invites`)) {
    if (token === null) continue;
    const joined = await fetch(`${installation.url}/api/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(joined.status).toBe(201);
  }
  const later = await passTo(browser, host, deadline ?? 0);
  await expect
    .poll(async () => (await fetch(`${installation.url}/api/raffles/${id}/draw`)).status, { timeout: 30_000 })
    .toBe(200);
  await passDraw(installation.url, id);
  const { current_winners: winners } = await read<ResultsAnswer>(installation, `/api/raffles/${id}/results`);
  return { later, winner: winners[0]?.display_name ?? '' };
}

/** Lets the time pass until the next raffle opens automatically. @returns it */
async function nextOpens(
  browser: Browser,
  host: Page,
  before: HostRaffle,
): Promise<{ later: Page; raffle: HostRaffle }> {
  const newest = async (page: Page) => {
    const path = `/api/raffles/${before.id}/recurrence`;
    const { recurrence } = await api<RecurrenceAnswer>(page, 'GET', path);
    return recurrence?.periods.find(({ at }) => at > (before.deadline_at ?? 0));
  };
  await expect.poll(() => newest(host), { timeout: 30_000 }).toBeDefined();
  const { opens_at: opensAt = null } = (await newest(host)) ?? {};
  const later = await passTo(browser, host, opensAt ?? 0);
  await expect.poll(async () => (await newest(later))?.state, { timeout: 30_000 }).toBe('opened');
  const id = (await newest(later))?.raffle?.id ?? '';
  return { later, raffle: await api<HostRaffle>(later, 'GET', `/api/raffles/${id}`) };
}

test('R80 a raffle is held every month: who won is left out of the next one, and back in the one after', async ({
  browser,
}) => {
  let host = await signedInNow(browser, 'register');
  const deadline = Math.ceil((worldClock.now() + 2 * DAY_MS) / HOUR_MS) * HOUR_MS;
  const made = await api<HostRaffle>(host, 'POST', '/api/raffles', {
    title: 'Club night',
    max_winners: 1,
    deadline_at: deadline,
    auto_draw: true,
  });
  const invitees = NAMES.map((name) => `${name},${name.toLowerCase()}@example.org`).join('\n');
  await api(host, 'POST', `/api/raffles/${made.id}/invites`, { invitees });

  await test.step('its host sets that winners of the last month are left out, and that it repeats', async () => {
    await host.goto(`/host/raffles/${made.id}/settings`);
    await host.getByLabel('Winners of the last').selectOption('1');
    await host.getByRole('button', { name: 'Save settings' }).click();
    await seesNotice(host, 'Raffle Updated');
    await host.getByLabel('Repeats').selectOption('Every month');
    await host.getByRole('switch', { name: 'Open automatically' }).click();
    await host.getByLabel('Days before the date').fill('40');
    await host.getByRole('button', { name: 'Repeat raffle' }).click();
    await expect(host.getByText('At most 27 days are possible here')).toBeVisible();
    await host.getByLabel('Days before the date').fill('3');
    await host.getByRole('button', { name: 'Repeat raffle' }).click();
    await seesNotice(host, 'The raffle repeats');
    await expect(host.getByText('Opens automatically 3 days before')).toBeVisible();
    await expect(host.getByRole('heading', { name: 'Raffles of this series' })).toBeVisible();
  });

  await test.step('the first one is opened by hand, after a look at who is left out', async () => {
    await host.goto(`/host/raffles/${made.id}`);
    await host.getByRole('button', { name: 'Open', exact: true }).click();
    const dialog = host.getByRole('dialog', { name: 'Open “Club night”?' });
    await expect(dialog).toContainText('Nobody on the list won recently.');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await seesNotice(host, 'Raffle Opened');
  });
  const first = await api<HostRaffle>(host, 'GET', `/api/raffles/${made.id}`);
  const { later: afterFirst, winner: firstWinner } = await isHeld(browser, host, first);
  expect(NAMES).toContain(firstWinner);

  const { later: inSecond, raffle: second } = await nextOpens(browser, afterFirst, first);
  host = inSecond;
  await test.step('the second one opens automatically without its winner, and says so', async () => {
    expect(second).toMatchObject({ title: 'Club night', status: 'open', invitees_count: 2 });
    await host.goto(`/host/raffles/${second.id}/settings`);
    await expect(host.getByText('1 person was left out')).toBeVisible();
    await expect(host.getByRole('listitem').filter({ hasText: firstWinner }).first()).toBeVisible();
    await expect(host.getByText('Opened automatically')).toBeVisible();
    await host.goto(`/host/raffles/${second.id}/people`);
    await expect(host.getByText('Left out', { exact: true }).first()).toBeVisible();

    const guest = await screenOf(browser, installation, PHONE);
    const list = await api<Invitation[]>(host, 'GET', `/api/raffles/${second.id}/invites`);
    await guest.goto(list.find(({ url }) => url !== null)?.url ?? '');
    await expect(
      guest.getByText("People who won in this host's raffles within the last month were not invited."),
    ).toBeVisible();
    await guest.context().close();
  });
  const { later: afterSecond, winner: secondWinner } = await isHeld(browser, host, second);
  expect(secondWinner).not.toBe(firstWinner);

  const { later: inThird, raffle: third } = await nextOpens(browser, afterSecond, second);
  host = inThird;
  await test.step('in the third one the first winner is back, and the second one is left out', async () => {
    expect(third.invitees_count).toBe(2);
    const list = await api<Invitation[]>(host, 'GET', `/api/raffles/${third.id}/invites`);
    expect(list.map(({ display_name: name, state }) => [name, state])).toEqual(
      NAMES.map((name) => [name, name === secondWinner ? 'left_out' : 'invited']),
    );
    await host.goto('/host');
    await expect(cardOf(host, 'Club night').first()).toContainText('Repeats');
  });

  await test.step('it is paused and stopped, and its raffles stay', async () => {
    await host.goto(`/host/raffles/${third.id}/settings`);
    await host.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(host.getByText('No raffle is made or opened until you resume.')).toBeVisible();
    await host.getByRole('button', { name: 'Resume' }).click();
    await expect(host.getByRole('heading', { name: 'Next dates' })).toBeVisible();
    await host.getByRole('button', { name: 'Stop repeating' }).click();
    await host.getByRole('alertdialog').getByRole('button', { name: 'Stop repeating' }).click();
    await expect(host.getByText('No more raffles are made.')).toBeVisible();
    expect(await api<HostRaffle[]>(host, 'GET', '/api/raffles')).toHaveLength(3);
  });
  await host.context().close();
});
