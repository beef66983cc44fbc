/** Paper tickets over HTTP (R67): runs, sales by the host and at the desk, and the page behind the QR code. */
import { randomUUID } from 'node:crypto';
import type {
  AuditPage,
  DeskInfo,
  DeskLinkAnswer,
  DeskTicket,
  ErrorBody,
  JoinAnswer,
  PaperAnswer,
  PublicRaffle,
  SaleAnswer,
  SaleBody,
  TicketAnswer,
} from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { type Answer, type Browser, browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { entryProblems } from '../entries/test/check-entries.ts';
import { joinPublic, openRaffle, raffleOfHost } from '../entries/test/people.ts';
import { findRaffle } from '../raffles/queries.ts';
import { printedTickets } from './queries.ts';

type Sold = Answer<SaleAnswer & ErrorBody>;
type Named = Pick<SaleBody, 'token' | 'code' | 'numbers'>;

function addRun(
  host: Browser,
  { id }: { id: string },
  size: number,
  headers: Record<string, string> = {},
): Promise<Answer<PaperAnswer>> {
  return host.call('POST', `/api/raffles/${id}/paper/runs`, { size }, headers);
}

async function paperRaffle(app: TestApp, size: number) {
  const host = await newHost(app);
  const raffle = await openRaffle(host);
  expect((await addRun(host, raffle, size)).status).toBe(201);
  const row = await findRaffle(app.parts.database, raffle.id);
  if (row === null) throw new Error('The raffle is gone.');
  const { tickets } = await printedTickets(app.parts, row, undefined);
  const { url } = (await host.call<DeskLinkAnswer>('POST', `/api/raffles/${raffle.id}/desk-link`)).body;
  const key = new URL(url).searchParams.get('key') ?? '';
  const desk = browser(app);
  const deskPath = `/api/raffles/${raffle.id}/desk`;
  const sale = (named: Named, action: SaleBody['action'] = 'sell', clientId: string = randomUUID()) =>
    desk.call<SaleAnswer & ErrorBody>('POST', `${deskPath}/sales?key=${key}`, {
      client_id: clientId,
      action,
      ...named,
    });
  const ticket = (number: number) => {
    const found = tickets.find((one) => one.number === number);
    if (found === undefined) throw new Error(`No ticket ${number}.`);
    return found;
  };
  return { host, raffle, tickets, ticket, key, desk, deskPath, sale };
}

forEachDatabase((makeApp) => {
  test('R67 R22 runs continue the entry numbers, and people who join go on after them', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    await joinPublic(browser(app), raffle, 'Ada');
    expect((await addRun(host, raffle, 3)).body.runs).toMatchObject([{ number: 1, first: 2, last: 4 }]);
    await joinPublic(browser(app), raffle, 'Bob');
    const { body } = await addRun(host, raffle, 2);
    expect(body).toMatchObject({ printed: 5, sold: 0, kept: 0 });
    expect(body.runs.at(-1)).toMatchObject({ number: 2, first: 6, last: 7, sold: 0 });
    expect(await raffleOfHost(host, raffle)).toMatchObject({ entry_count: 7, ticket_total: 2 });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R67 a run has 1 to 600 tickets, and a raffle 2,000', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    for (const size of [0, 601, 1.5]) {
      const answer = await addRun(host, raffle, size);
      expect([size, answer.status >= 400 && answer.status < 500]).toEqual([size, true]);
    }
    for (const size of [600, 600, 600]) expect((await addRun(host, raffle, size)).status).toBe(201);
    const over = await addRun(host, raffle, 201);
    expect([over.status, codeOf(over)]).toEqual([422, 'too_many_paper_tickets']);
    expect((await addRun(host, raffle, 200)).body.printed).toBe(2000);
  });

  test('R67 a run that is sent again with its Idempotency-Key, also at once, is added once', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const key = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([addRun(host, raffle, 4, key), addRun(host, raffle, 4, key)]);
    const later = await addRun(host, raffle, 4, key);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(later.status).toBe(200);
    expect(later.body).toMatchObject({ printed: 4, runs: [{ number: 1, first: 1, last: 4 }] });

    const other = await addRun(host, raffle, 5, key);
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch']);
    const elsewhere = await addRun(host, await openRaffle(host), 4, key);
    expect(codeOf(elsewhere)).toBe('idempotency_mismatch');
    expect((await addRun(host, raffle, 4, { 'idempotency-key': 'short' })).status).toBe(400);

    // Without a key, or with another one, the host means another run.
    expect((await addRun(host, raffle, 4)).body.printed).toBe(8);
    expect((await addRun(host, raffle, 4, { 'idempotency-key': randomUUID() })).body.printed).toBe(12);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R67 a refused run does not use up its key', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host, { max_entries: 3 });
    const key = { 'idempotency-key': randomUUID() };
    expect((await addRun(host, raffle, 4, key)).status).toBe(422);
    await app.parts.database.query.updateTable('raffles').set({ max_entries: 4 }).execute();
    expect((await addRun(host, raffle, 4, key)).status).toBe(201);
  });

  test('R67 the host reads which characters of the title no ticket can show', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const withoutFont = async (title: string) => {
      const { id } = await openRaffle(host, { title });
      return (await host.get<PaperAnswer>(`/api/raffles/${id}/paper`)).body.without_font;
    };
    expect(await withoutFont('กาชาด 2026')).toEqual({ title: ['ก', 'า', 'ช', 'ด'], prizes: [] });
    expect(await withoutFont('Φεστιβάλ 夏祭り حفل 🎉')).toEqual({ title: [], prizes: [] });
  });

  test('R67 selling gives one ticket; twice changes nothing; taking back before the freeze is logged', async () => {
    const app = await makeApp();
    const { host, raffle, sale, ticket } = await paperRaffle(app, 10);
    expect((await sale({ numbers: '2–5, 8' })).body).toEqual({
      results: [
        { first: 2, last: 5, result: 'sold' },
        { first: 8, last: 8, result: 'sold' },
      ],
      printed: 10,
      sold: 5,
    });
    const again = (await sale({ token: ticket(5).token })).body;
    expect(again).toMatchObject({ results: [{ first: 5, last: 5, result: 'already_sold' }], sold: 5 });
    expect((await sale({ code: ticket(1).code.toLowerCase() })).body).toMatchObject({
      results: [{ first: 1, last: 1, result: 'sold' }],
      sold: 6,
    });
    expect((await sale({ numbers: '8' }, 'unsell')).body).toMatchObject({
      results: [{ first: 8, last: 8, result: 'unsold' }],
      sold: 5,
    });
    expect(await raffleOfHost(host, raffle)).toMatchObject({ entry_count: 10, ticket_total: 5 });
    const { body: seen } = await browser(app).get<PublicRaffle>(`/api/raffles/${raffle.id}`);
    expect(seen.sources).toMatchObject({ paper: 5 });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    const { entries } = (await host.get<AuditPage>(`/api/audit?raffle_id=${raffle.id}`)).body;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['paper_tickets_sold', 'paper_tickets_unsold']),
    );
  });

  test('R67 a sale that is sent again, after a lost answer, is answered again and not made again', async () => {
    const app = await makeApp();
    const { host, raffle, sale } = await paperRaffle(app, 5);
    const id = randomUUID();
    const first = await sale({ numbers: '1-3' }, 'sell', id);
    await sale({ numbers: '2' }, 'unsell');
    const repeated = await sale({ numbers: '1-3' }, 'sell', id);
    expect(repeated.body).toEqual(first.body);
    expect((await host.get<PaperAnswer>(`/api/raffles/${raffle.id}/paper`)).body.sold).toBe(2);
  });

  test('R67 overlapping, reversed, unreadable and unknown numbers are refused, and nothing is sold', async () => {
    const app = await makeApp();
    const { sale, desk, deskPath, key } = await paperRaffle(app, 5);
    const refusals: [Named, number][] = [
      [{ numbers: '1-3, 3-5' }, 422],
      [{ numbers: '5-1' }, 422],
      [{ numbers: 'one' }, 422],
      [{ numbers: '' }, 422],
      [{ code: 'AAAAAA' }, 422],
      [{ numbers: '1', code: 'ABCDEF' }, 400],
    ];
    for (const [named, status] of refusals) {
      const answer: Sold = await sale(named);
      expect([named, answer.status]).toEqual([named, status]);
      expect(answer.body.error.message).toMatch(/\.$/);
    }
    const beyond = await sale({ numbers: '4-6' });
    expect(beyond.status).toBeGreaterThanOrEqual(400);
    expect((await desk.get<DeskInfo>(`${deskPath}?key=${key}`)).body).toMatchObject({ sold: 0, printed: 5 });
  });

  test('R67 I4 the desk opens only with its key, shows no names, and a new link ends the old one', async () => {
    const app = await makeApp();
    const { host, raffle, sale, ticket, desk, deskPath, key } = await paperRaffle(app, 5);
    await joinPublic(browser(app), raffle, 'Ada Lovelace');
    await sale({ numbers: '1' });
    for (const wrong of ['', 'x', key.slice(1), `${key}a`]) {
      expect((await desk.get(`${deskPath}?key=${wrong}`)).status).toBe(404);
    }
    const info = await desk.get<DeskInfo>(`${deskPath}?key=${key}`);
    expect(info.text).not.toContain('Lovelace');
    const one = await desk.get<DeskTicket>(`${deskPath}/ticket?key=${key}&numbers=1`);
    expect(one.body).toMatchObject({ number: 1, status: 'sold', code: ticket(1).code, kept: false });
    // The desk's key is no host's session.
    expect((await desk.get(`/api/raffles/${raffle.id}/paper?key=${key}`)).status).toBe(401);
    await host.call('POST', `/api/raffles/${raffle.id}/desk-link`, { renew: true });
    expect((await desk.get(`${deskPath}?key=${key}`)).status).toBe(404);
    expect((await sale({ numbers: '2' })).status).toBe(404);
  });

  test("R67 a buyer sees the ticket, keeps it once it is sold, and can't sell it", async () => {
    const app = await makeApp();
    const { host, raffle, sale, ticket } = await paperRaffle(app, 5);
    const buyer = browser(app);
    const { token } = ticket(3);
    const look = async (who: Browser) => (await who.get<TicketAnswer>(`/api/ticket/${token}`)).body;
    const keep = (who: Browser, name: string) =>
      who.call<JoinAnswer>('POST', '/api/ticket/keep', { token, display_name: name });

    expect(await look(buyer)).toMatchObject({
      ticket: { number: 3, status: 'unsold', kept: false, can_keep: false },
    });
    expect((await keep(buyer, 'Bea')).status).toBe(409);
    // Anyone who holds a ticket knows its token, and neither the desk's key nor a host's session.
    const body = { client_id: randomUUID(), action: 'sell', token };
    expect((await buyer.call('POST', `/api/raffles/${raffle.id}/paper/sales`, body)).status).toBe(401);
    expect((await buyer.call('POST', `/api/raffles/${raffle.id}/desk/sales?key=${token}`, body)).status).toBe(
      404,
    );
    expect((await look(buyer)).ticket.status).toBe('unsold');

    await sale({ token });
    const kept = await keep(buyer, 'Bea Buyer');
    expect(kept.status).toBe(201);
    expect(kept.body).toMatchObject({ entry_number: 3, display_name: 'Bea Buyer', tickets: 1 });
    expect(await look(buyer)).toMatchObject({ own_entry: { entry_number: 3 }, ticket: { kept: true } });
    const thief = browser(app);
    expect((await keep(thief, 'Thief')).status).toBe(409);
    expect(await look(thief)).toMatchObject({ own_entry: null, ticket: { kept: true, can_keep: false } });
    const { body: paper } = await host.get<PaperAnswer>(`/api/raffles/${raffle.id}/paper`);
    expect(paper).toMatchObject({ sold: 1, kept: 1 });
    expect((await buyer.get(`/api/ticket/${'x'.repeat(24)}`)).status).toBe(404);
  });

  test('R67 R68 unsold tickets win nothing, and after the freeze none is sold or taken back', async () => {
    const app = await makeApp();
    const { host, raffle, sale } = await paperRaffle(app, 40);
    await sale({ numbers: '17' });
    const results = await drawToTheEnd(app, host, raffle.id);
    expect(results.winners.map(({ entry_number }) => entry_number)).toEqual([17]);
    expect((await sale({ numbers: '18' })).status).toBe(409);
    expect((await sale({ numbers: '17' }, 'unsell')).status).toBe(409);
  });
});
