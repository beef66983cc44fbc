/** What happens to entries after joining: leaving, tickets, removal, and who may do it. */
import { randomUUID } from 'node:crypto';
import type { OwnEntry, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import type { BusMessage } from '../../bus/bus.ts';
import { entryProblems } from './test/check-entries.ts';
import {
  browser,
  type Browser,
  joinPublic,
  type OpenRaffle,
  openRaffle,
  refusalOf,
  registerHost,
} from './test/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  const told: BusMessage[] = [];
  beforeAll(async () => {
    app = await makeApp();
    host = await registerHost(app);
    app.parts.bus.subscribe((message) => void told.push(message));
  });

  const me = (who: Browser, raffle: OpenRaffle) => who.call('GET', `/api/raffles/${raffle.id}/me`);
  const leave = (who: Browser, raffle: OpenRaffle, body?: unknown) =>
    who.call('DELETE', `/api/raffles/${raffle.id}/me`, { body });
  const setTickets = (who: Browser, raffle: OpenRaffle, inviteeId: string, tickets: unknown) =>
    who.call('PATCH', `/api/raffles/${raffle.id}/participants/${inviteeId}/tickets`, { body: { tickets } });
  const remove = (who: Browser, raffle: OpenRaffle, inviteeId: string) =>
    who.call('DELETE', `/api/raffles/${raffle.id}/participants/${inviteeId}`);
  const participants = async (raffle: OpenRaffle): Promise<ParticipantsAnswer> =>
    (await host.call('GET', `/api/raffles/${raffle.id}/participants`)).json<ParticipantsAnswer>();
  const audit = (raffle: OpenRaffle, action: string) =>
    app.parts.database.query
      .selectFrom('audit_log')
      .selectAll()
      .where('raffle_id', '=', raffle.id)
      .where('action', '=', action)
      .execute();
  /** As the freezing transaction leaves the raffle. */
  const freeze = (raffle: OpenRaffle) =>
    app.parts.database.query
      .updateTable('raffles')
      .set({ status: 'closed', draw_started: 1 })
      .where('id', '=', raffle.id)
      .execute();

  test('R45, R22: leaving keeps the number with 0 tickets, once and for all', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben] = [browser(app), browser(app)];
    const entry = await joinPublic(ada, raffle, 'Ada Lovelace', { email: 'ada@example.org' });
    await joinPublic(ben, raffle, 'Ben');
    const left = await leave(ada, raffle);
    expect(left.statusCode).toBe(200);
    expect(left.json()).toMatchObject({ entry_number: 1, tickets: 0 });
    const { receipt } = left.json<OwnEntry>();
    expect(receipt.tickets).toBe(0);
    expect(receipt.issued_at).toBeGreaterThan(entry.receipt.issued_at);
    expect((await leave(ada, raffle)).json()).toEqual(left.json());
    expect((await me(ada, raffle)).json()).toEqual(left.json());

    for (const answer of [
      await ada.call('POST', '/api/join/public', {
        body: { public_link: raffle.publicLink, display_name: 'Ada again' },
      }),
    ]) {
      expect([answer.statusCode, refusalOf(answer)]).toEqual([409, 'entry_withdrawn']);
    }
    const elsewhere = await browser(app).call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Ada', email: 'ADA@example.org' },
    });
    expect(refusalOf(elsewhere)).toBe('email_already_joined');
    expect(await joinPublic(browser(app), raffle, 'Cleo')).toMatchObject({ entry_number: 3 });
    expect(await audit(raffle, 'entry_left')).toHaveLength(1);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    expect((await participants(raffle)).participants.map(({ tickets }) => tickets)).toEqual([0, 1, 1]);
  });

  test('R45: leaving works after closing, until the draw is frozen', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben] = [browser(app), browser(app)];
    await joinPublic(ada, raffle, 'Ada');
    await joinPublic(ben, raffle, 'Ben');
    await host.call('POST', `/api/raffles/${raffle.id}/close`);
    expect((await leave(ada, raffle)).statusCode).toBe(200);
    await freeze(raffle);
    const late = await leave(ben, raffle);
    expect([late.statusCode, refusalOf(late)]).toEqual([409, 'draw_started']);
    expect((await me(ben, raffle)).json()).toMatchObject({ tickets: 1 });
  });

  test('I1, C1: an entry is looked at and left by its own session only', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben] = [browser(app), browser(app)];
    await joinPublic(ada, raffle, 'Ada');
    const { invitee_id: bensId } = await joinPublic(ben, raffle, 'Ben');
    const foreign = [
      await leave(ada, raffle, { invitee_id: bensId }),
      await ada.call('GET', `/api/raffles/${raffle.id}/me?invitee_id=${bensId}`),
    ];
    for (const answer of foreign)
      expect([answer.statusCode, refusalOf(answer)]).toEqual([403, 'wrong_identity']);
    expect((await me(ben, raffle)).json()).toMatchObject({ tickets: 1 });

    const nobody = browser(app);
    const asStranger = [await me(nobody, raffle), await leave(nobody, raffle, { invitee_id: bensId })];
    for (const answer of asStranger) {
      expect([answer.statusCode, refusalOf(answer)]).toEqual([401, 'not_a_participant']);
    }
    expect((await me(host, raffle)).statusCode).toBe(403);
    expect((await me(nobody, { id: 'u'.repeat(22), publicLink: '' })).statusCode).toBe(404);
    expect((await me(ben, raffle)).json()).toMatchObject({ tickets: 1 });
  });

  test('R11, R20: the host changes tickets within the limit, and the participant gets a newer receipt each time', async () => {
    const raffle = await openRaffle(host, { max_tickets: 5 });
    const ada = browser(app);
    const entry = await joinPublic(ada, raffle, 'Ada', { email: 'ada@example.org' });
    const seen = [entry.receipt];
    for (const tickets of [5, 2, 3]) {
      const answer = await setTickets(host, raffle, entry.invitee_id, tickets);
      expect(answer.json()).toEqual({
        invitee_id: entry.invitee_id,
        entry_number: 1,
        display_name: 'Ada',
        email: 'ada@example.org',
        joined_at: app.clock.now(),
        tickets,
      } satisfies ParticipantRow);
      const { receipt } = (await me(ada, raffle)).json<OwnEntry>();
      expect(receipt.tickets).toBe(tickets);
      expect(receipt.issued_at).toBeGreaterThan(seen.at(-1)?.issued_at ?? 0);
      seen.push(receipt);
    }
    // The same number again changes nothing, so the receipt stays.
    expect((await setTickets(host, raffle, entry.invitee_id, 3)).statusCode).toBe(200);
    expect((await me(ada, raffle)).json<OwnEntry>().receipt).toEqual(seen.at(-1));
    const refused = [
      await setTickets(host, raffle, entry.invitee_id, 6),
      await setTickets(host, raffle, entry.invitee_id, 0),
      await setTickets(host, raffle, entry.invitee_id, 1.5),
      await setTickets(host, raffle, entry.invitee_id, '2'),
      await setTickets(host, raffle, 'u'.repeat(22), 1),
    ];
    expect(refused.map((answer) => [answer.statusCode, refusalOf(answer)])).toEqual([
      [422, 'tickets_over_limit'],
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [404, 'not_found'],
    ]);
    const lines = await audit(raffle, 'tickets_changed');
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.details)).toContain('{"entry_number":1,"tickets_before":5,"tickets":2}');
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    expect((await participants(raffle)).raffle).toEqual({
      id: raffle.id,
      title: 'Summer raffle',
      max_tickets: 5,
    });
  });

  test('R11: the first rows of a list are its lowest numbers, and a strange number of them is refused', async () => {
    const raffle = await openRaffle(host);
    for (const name of ['Ada', 'Ben', 'Cleo']) await joinPublic(browser(app), raffle, name);
    const first = (count: string) =>
      host.call('GET', `/api/raffles/${raffle.id}/participants?first=${count}`);
    const numbers = async (count: string) =>
      (await first(count)).json<ParticipantsAnswer>().participants.map(({ entry_number: number }) => number);
    expect(await numbers('2')).toEqual([1, 2]);
    expect(await numbers('50')).toEqual([1, 2, 3]);
    for (const strange of ['0', '-1', '1.5', '1001', 'all', '']) {
      expect((await first(strange)).statusCode).toBe(400);
    }
  });

  test('R11, R22: a removed participant keeps the number, loses the tickets, and hears so', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const ada = browser(app);
    const key = { 'idempotency-key': randomUUID() };
    const body = { public_link: raffle.publicLink, display_name: 'Ada' };
    const joined = await ada.call('POST', '/api/join/public', { body, headers: key });
    const { invitee_id: inviteeId } = joined.json<{ invitee_id: string }>();
    told.length = 0;
    expect((await remove(host, raffle, inviteeId)).json()).toMatchObject({ entry_number: 1, tickets: 0 });
    expect((await remove(host, raffle, inviteeId)).statusCode).toBe(200);
    await expect.poll(() => told).toContainEqual({ topic: 'identity-gone', raffleId: raffle.id, inviteeId });
    expect(told).toContainEqual({ topic: 'entries-changed', raffleId: raffle.id });
    expect((await me(ada, raffle)).json()).toMatchObject({ tickets: 0 });
    const back = [
      await ada.call('POST', '/api/join/public', { body }),
      await browser(app).call('POST', '/api/join/public', { body, headers: key }),
      await setTickets(host, raffle, inviteeId, 2),
    ];
    for (const answer of back)
      expect([answer.statusCode, refusalOf(answer)]).toEqual([409, 'entry_withdrawn']);
    expect(await audit(raffle, 'participant_removed')).toHaveLength(1);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('C11: after the freeze nothing about an entry changes', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const { invitee_id: inviteeId } = await joinPublic(browser(app), raffle, 'Ada');
    await freeze(raffle);
    for (const answer of [
      await setTickets(host, raffle, inviteeId, 2),
      await remove(host, raffle, inviteeId),
      await browser(app).call('POST', '/api/join/public', {
        body: { public_link: raffle.publicLink, display_name: 'Late' },
      }),
    ]) {
      expect([answer.statusCode, refusalOf(answer)]).toEqual([409, 'draw_started']);
    }
    expect((await participants(raffle)).participants).toMatchObject([{ tickets: 1 }]);
  });

  test('C7: the list and its changes are for the own host; another one sees nothing there', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const ada = browser(app);
    const { invitee_id: inviteeId } = await joinPublic(ada, raffle, 'Ada');
    const other = await registerHost(app, 'Otto Other');
    const calls = (who: Browser) =>
      Promise.all([
        who.call('GET', `/api/raffles/${raffle.id}/participants`),
        setTickets(who, raffle, inviteeId, 2),
        remove(who, raffle, inviteeId),
      ]);
    for (const [who, status] of [
      [browser(app), 401],
      [ada, 401],
      [other, 404],
    ] as const) {
      expect((await calls(who)).map((answer) => answer.statusCode)).toEqual([status, status, status]);
    }
    expect((await participants(raffle)).participants).toMatchObject([{ tickets: 1, display_name: 'Ada' }]);
  });

  test('C6: changes raced against each other and against joins keep every sum exact', async () => {
    const raffle = await openRaffle(host, { max_tickets: 9 });
    const people = Array.from({ length: 20 }, () => browser(app));
    const entries = await Promise.all(people.map((who, n) => joinPublic(who, raffle, `Guest ${n}`)));
    await Promise.all(
      entries.flatMap(({ invitee_id: inviteeId }, n) => [
        setTickets(host, raffle, inviteeId, 2 + (n % 7)),
        joinPublic(browser(app), raffle, `Later ${n}`),
        ...(n % 3 === 0 ? [leave(people[n] as Browser, raffle), remove(host, raffle, inviteeId)] : []),
      ]),
    );
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    const { participants: rows } = await participants(raffle);
    expect(rows).toHaveLength(40);
    expect(rows.filter((row) => row.tickets === 0)).toHaveLength(7);
  });
});
