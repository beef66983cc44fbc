/** R61, R65: 200 prizes and 1,000 wins, in which guests and the host find who won what. */
import type { HostPrizes, ResultsAnswer } from '@glassdrum/contract';
import { expect, type Page } from '@playwright/test';
import { inventedPeople } from '../apps/server/src/demo/people.ts';
import { asHost, hostIn, LOOKS, type MadeRaffle } from './support/console.ts';
import { drawWithoutWebGl, read } from './support/evening.ts';
import { A_THOUSAND_WINS } from './support/fill-prizes.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { joinByLink } from './support/people.ts';
import { test } from './support/test.ts';
import { followClock, passDraw } from './support/world-clock.ts';

const WINS = 1_000;
/** Each prize goes to five of them. */
const GUESTS = inventedPeople(20);

drawWithoutWebGl();

let installation: Installation;

test.beforeAll(async () => {
  installation = await startInstallation();
});

test.afterAll(() => installation.stop());

/** @returns its id, drawn */
async function drawsAThousand(host: Page): Promise<string> {
  const as = <T>(method: 'GET' | 'POST', path: string, data?: object): Promise<T> =>
    asHost<T>(host.request, installation.url, method, path, data);
  const made = await as<MadeRaffle>('POST', '/api/raffles', {
    title: 'A thousand wins',
    allow_public_join: true,
  });
  const path = `/api/raffles/${made.id}`;
  const { revision } = await as<HostPrizes>('GET', `${path}/prizes`);
  const saved = await host.request.put(`${path}/prizes`, {
    headers: { origin: installation.url },
    data: {
      revision,
      policy: 'again',
      reveal_order: 'grand_last',
      prizes: A_THOUSAND_WINS.map(({ name, quantity }) => ({ name, quantity })),
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await as('POST', `${path}/open`);
  for (const name of GUESTS) await joinByLink(installation.url, made.public_link, name);
  await as('POST', `${path}/draw`);
  await passDraw(installation.url, made.id);
  return made.id;
}

for (const look of LOOKS) {
  test(`R61 R65 among a thousand wins one is found by name, by number and by prize (${look.look})`, async ({
    browser,
  }) => {
    const host = await hostIn(browser, installation.url, look, 'thousand');
    await followClock(host.context());
    const id = await drawsAThousand(host);
    const { winners } = await read<ResultsAnswer>(installation, `/api/raffles/${id}/results`);
    expect(winners).toHaveLength(WINS);
    const [name = ''] = GUESTS;
    const own = winners.filter((row) => row.display_name === name);
    const number = own[0]?.entry_number ?? 0;
    expect(own.length).toBeGreaterThan(0);

    await host.goto(`/results/${id}`);
    const search = host.getByRole('searchbox', { name: 'Find a name or an entry number' });
    const found = host.getByRole('search', { name: 'Winners' }).getByRole('status');
    const text = `${own.length} of ${WINS} winners`;
    await search.fill(name.toUpperCase());
    await expect(found).toHaveText(text);
    await expect(host.getByText(name, { exact: true }).first()).toBeVisible();
    await expect(host.getByText(GUESTS[1] ?? '', { exact: true })).toHaveCount(0);
    // Numbers that begin with it.
    const byNumber = winners.filter((row) => String(row.entry_number).startsWith(String(number)));
    await search.fill(`#${number}`);
    await expect(found).toHaveText(`${byNumber.length} of ${WINS} winners`);
    await search.fill('Nobody of this name');
    await expect(found).toHaveText('No winner with this name or number.');
    await search.fill('');
    await expect(found).toHaveCount(0);

    await test.step('the host finds them with how to reach them', async () => {
      await host.goto(`/host/raffles/${id}/winners`);
      const find = host.getByRole('searchbox', { name: 'Find by prize, name, number, email or note' });
      const list = host.getByRole('list', { name: 'Winners' });
      await find.fill(name);
      await expect(host.getByText(`${own.length} of 1,000 wins`)).toBeVisible();
      await expect(list.getByText(name, { exact: true }).first()).toBeVisible();
      await find.fill('shelf 200');
      await expect(host.getByText('5 of 1,000 wins')).toBeVisible();
      await expect(list.getByRole('heading', { name: '5 × Prize from shelf 200' })).toBeVisible();
      await expect(list.getByRole('button', { name: /^Pass over/ })).toHaveCount(5);
    });
    await test.step('R73 and what became of each prize, a page at a time', async () => {
      await host.getByRole('tab', { name: 'Claims' }).click();
      await expect(host.getByText('1,000 rows', { exact: true })).toBeVisible();
      const claims = host.getByRole('list', { name: 'Claims' });
      await expect(claims.getByText('To be claimed', { exact: true }).first()).toBeVisible();
      await host.getByRole('searchbox', { name: 'Find by name, number or email' }).fill(name);
      await expect(host.getByText(`${own.length} of 1,000 rows`)).toBeVisible();
      await expect(claims.getByText(name, { exact: true }).first()).toBeVisible();
    });
    await host.context().close();
  });
}
