/** R94, R67: what comes by the hundred is counted in the public list of changes, and hides nothing else. */
import { randomUUID } from 'node:crypto';
import type { ChangesAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Browser, browser, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { joinPublic, type OpenRaffle, openRaffle } from '../test/people.ts';
import { enterPeople } from '../test/people-list.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });

  const changes = async ({ id }: OpenRaffle, query = ''): Promise<ChangesAnswer> =>
    (await browser(app).call<ChangesAnswer>('GET', `/api/raffles/${id}/changes${query}`)).body;

  async function addRun({ id }: OpenRaffle, size: number): Promise<void> {
    expect((await host.call('POST', `/api/raffles/${id}/paper/runs`, { size })).status).toBe(201);
  }

  async function sell({ id }: OpenRaffle, numbers: string, action: 'sell' | 'unsell' = 'sell') {
    const sale = { client_id: randomUUID(), action, numbers };
    expect((await host.call('POST', `/api/raffles/${id}/paper/sales`, sale)).status).toBe(200);
  }

  const remove = ({ id }: OpenRaffle, inviteeId: string) =>
    host.call('DELETE', `/api/raffles/${id}/participants/${inviteeId}`);

  test('R94 R67 sales are counted by reason, with the last of them, and each can be read', async () => {
    const raffle = await openRaffle(host);
    await addRun(raffle, 20);
    await app.clock.advance(1000);
    await sell(raffle, '1-8');
    await app.clock.advance(1000);
    await sell(raffle, '3', 'unsell');
    await app.clock.advance(1000);
    await sell(raffle, '3');

    const { counted, changes: listed, total } = await changes(raffle);
    expect([listed, total]).toEqual([[], 0]);
    const at = app.clock.now();
    expect(counted).toMatchObject([
      { reason_code: 'paper_ticket_sold', changes: 9, entries: 8, last: { number: 10, entry_number: 3, at } },
      { reason_code: 'paper_ticket_unsold', changes: 1, entries: 1, last: { number: 9, at: at - 1000 } },
    ]);
    const sold = await changes(raffle, '?reason=paper_ticket_sold');
    expect(sold.total).toBe(9);
    expect(sold.changes.map(({ entry_number: number }) => number)).toEqual([3, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect((await changes(raffle, '?reason=paper_ticket_sold&after=3')).changes).toHaveLength(2);
    expect((await host.call('GET', `/api/raffles/${raffle.id}/changes?reason=removed_by_host`)).status).toBe(
      400,
    );
  });

  test('R94 a removal stays in sight behind any number of sales', async () => {
    const raffle = await openRaffle(host);
    const ada = await joinPublic(browser(app), raffle, 'Ada');
    await addRun(raffle, 200);
    await remove(raffle, ada.invitee_id);
    await sell(raffle, '2-201');
    const { changes: listed, total, counted } = await changes(raffle);
    expect([listed, total]).toMatchObject([[{ entry_number: 1, state: 'removed' }], 1]);
    expect(counted).toMatchObject([{ changes: 200, entries: 200 }]);
    const sold = await changes(raffle, '?reason=paper_ticket_sold');
    expect([sold.changes.length, sold.total]).toEqual([100, 200]);
    const rest = await changes(raffle, `?reason=paper_ticket_sold&after=${sold.changes.at(-1)?.number}`);
    expect(new Set([...sold.changes, ...rest.changes].map(({ number }) => number)).size).toBe(200);
  });

  test('R94 R66 R67 people whom the host entered and printed tickets are counted, with the time of the last', async () => {
    const raffle = await openRaffle(host);
    expect((await changes(raffle)).added).toEqual({ host: null, paper: null });
    await joinPublic(browser(app), raffle, 'Ada');
    await enterPeople(host, raffle, [{ name: 'Ben' }]);
    await app.clock.advance(5000);
    await enterPeople(host, raffle, [{ name: 'Cem' }, { name: 'Dee' }]);
    const entered = app.clock.now();
    await app.clock.advance(5000);
    await addRun(raffle, 4);
    await addRun(raffle, 6);
    expect((await changes(raffle)).added).toEqual({
      host: { count: 3, last_at: entered },
      paper: { count: 10, last_at: app.clock.now() },
    });
  });
});
