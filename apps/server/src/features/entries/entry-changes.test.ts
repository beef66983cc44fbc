/** What happens to entries after joining: leaving, tickets, removal, who may do it, and that everybody can see it. */
import { randomUUID } from 'node:crypto';
import type { HostRaffle, OwnEntry, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import type { Receipt } from '@glassdrum/fair-draw';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import type { BusMessage } from '../../platform/bus/bus.ts';
import { entryProblems } from './test/check-entries.ts';
import { type Answer, type Browser, browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { invitePerson, joinPublic, type OpenRaffle, openRaffle } from './test/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  const published: BusMessage[] = [];
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
    app.parts.bus.subscribe(['identity-gone', 'entries-changed'], (message) => void published.push(message));
  });

  const me = (who: Browser, raffle: OpenRaffle) => who.call('GET', `/api/raffles/${raffle.id}/me`);
  const leave = (who: Browser, raffle: OpenRaffle, body?: unknown) =>
    who.call('POST', `/api/raffles/${raffle.id}/leave`, body);
  const receiptIn = (answer: Answer): Receipt => {
    const { receipt } = answer.body as OwnEntry;
    if (receipt === null) throw new Error('There is no receipt.');
    return receipt;
  };
  const setTickets = (who: Browser, raffle: OpenRaffle, inviteeId: string, tickets: unknown) =>
    who.call('PATCH', `/api/raffles/${raffle.id}/participants/${inviteeId}/tickets`, { tickets });
  const remove = (who: Browser, raffle: OpenRaffle, inviteeId: string) =>
    who.call('DELETE', `/api/raffles/${raffle.id}/participants/${inviteeId}`);
  const participants = async (raffle: OpenRaffle): Promise<ParticipantsAnswer> =>
    (await host.call<ParticipantsAnswer>('GET', `/api/raffles/${raffle.id}/participants`)).body;
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

  test('R45, R22: an entry that left keeps its number with 0 tickets, permanently', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben] = [browser(app), browser(app)];
    const entry = await joinPublic(ada, raffle, 'Ada Lovelace', { email: 'ada@example.org' });
    await joinPublic(ben, raffle, 'Ben');
    const left = await leave(ada, raffle);
    expect(left.status).toBe(200);
    expect(left.body).toMatchObject({ entry_number: 1, tickets: 0, state: 'withdrawn' });
    const receipt = receiptIn(left);
    expect(receipt).toMatchObject({ state: 'withdrawn', weights: [0] });
    expect(receipt.issued_at).toBeGreaterThan(entry.receipt.issued_at);
    expect((await leave(ada, raffle)).body).toEqual(left.body);
    expect((await me(ada, raffle)).body).toEqual(left.body);

    for (const answer of [
      await ada.call('POST', '/api/join/public', {
        public_link: raffle.publicLink,
        display_name: 'Ada again',
      }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'entry_withdrawn']);
    }
    const elsewhere = await browser(app).call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Ada',
      email: 'ADA@example.org',
    });
    expect(codeOf(elsewhere)).toBe('email_already_joined');
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
    expect((await leave(ada, raffle)).status).toBe(200);
    await freeze(raffle);
    const late = await leave(ben, raffle);
    expect([late.status, codeOf(late)]).toEqual([409, 'draw_started']);
    expect((await me(ben, raffle)).body).toMatchObject({ tickets: 1 });
  });

  test('I1, C1: only its own session shows and leaves an entry', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben] = [browser(app), browser(app)];
    await joinPublic(ada, raffle, 'Ada');
    const { invitee_id: bensId } = await joinPublic(ben, raffle, 'Ben');
    const foreign = [
      await leave(ada, raffle, { invitee_id: bensId }),
      await ada.call('GET', `/api/raffles/${raffle.id}/me?invitee_id=${bensId}`),
    ];
    for (const answer of foreign) expect([answer.status, codeOf(answer)]).toEqual([403, 'wrong_identity']);
    expect((await me(ben, raffle)).body).toMatchObject({ tickets: 1 });

    const nobody = browser(app);
    const asStranger = [await me(nobody, raffle), await leave(nobody, raffle, { invitee_id: bensId })];
    for (const answer of asStranger) {
      expect([answer.status, codeOf(answer)]).toEqual([401, 'not_a_participant']);
    }
    expect((await me(host, raffle)).status).toBe(403);
    expect((await me(nobody, { id: 'u'.repeat(22), publicLink: '' })).status).toBe(404);
    expect((await me(ben, raffle)).body).toMatchObject({ tickets: 1 });
  });

  test('I1, R45: a session that left one of two entries still acts with the other one', async () => {
    const raffle = await openRaffle(host);
    const couple = browser(app);
    const [ada, ben] = [
      await invitePerson(app, raffle.id, { name: 'Ada' }),
      await invitePerson(app, raffle.id, { name: 'Ben' }),
    ];
    for (const { token } of [ada, ben]) await couple.call('POST', '/api/join', { token });
    expect((await leave(couple, raffle)).body).toMatchObject({ entry_number: 2, tickets: 0 });

    const requests = `/api/raffles/${raffle.id}/me/continue-requests`;
    const code = `/api/raffles/${raffle.id}/me/continue-code`;
    for (const refused of [await couple.call('GET', requests), await couple.call('POST', code)]) {
      expect([refused.status, codeOf(refused)]).toEqual([409, 'entry_withdrawn']);
    }
    const which = { invitee_id: ada.inviteeId };
    expect((await couple.call('GET', `${requests}?invitee_id=${ada.inviteeId}`)).status).toBe(200);
    expect((await couple.call('POST', code, which)).status).toBe(200);
    expect((await leave(couple, raffle, which)).body).toMatchObject({ entry_number: 1, tickets: 0 });
  });

  test('R11, R20: the host changes tickets within the limit, and the participant gets a newer receipt each time', async () => {
    const raffle = await openRaffle(host, { max_tickets: 5 });
    const ada = browser(app);
    const entry = await joinPublic(ada, raffle, 'Ada', { email: 'ada@example.org' });
    const seen = [entry.receipt];
    for (const tickets of [5, 2, 3]) {
      const answer = await setTickets(host, raffle, entry.invitee_id, tickets);
      expect(answer.body).toEqual({
        invitee_id: entry.invitee_id,
        entry_number: 1,
        display_name: 'Ada',
        email: 'ada@example.org',
        joined_at: app.clock.now(),
        tickets,
        state: 'in',
        name_publication: 'full',
        rules_accepted_at: null,
        source: 'self',
        groups: [],
        sits_out: false,
        check_ins: [],
        absent_in: [],
      } satisfies ParticipantRow);
      const receipt = receiptIn(await me(ada, raffle));
      expect(receipt).toMatchObject({ state: 'in', weights: [tickets] });
      expect(receipt.issued_at).toBeGreaterThan(seen.at(-1)?.issued_at ?? 0);
      seen.push(receipt);
    }
    // The same number again changes nothing, so the receipt stays.
    expect((await setTickets(host, raffle, entry.invitee_id, 3)).status).toBe(200);
    expect(receiptIn(await me(ada, raffle))).toEqual(seen.at(-1));
    const refused = [
      await setTickets(host, raffle, entry.invitee_id, 6),
      await setTickets(host, raffle, entry.invitee_id, 0),
      await setTickets(host, raffle, entry.invitee_id, 1.5),
      await setTickets(host, raffle, entry.invitee_id, '2'),
      await setTickets(host, raffle, 'u'.repeat(22), 1),
    ];
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual([
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

  test('R11: the first rows of a list are its lowest numbers, and an invalid count is refused', async () => {
    const raffle = await openRaffle(host);
    for (const name of ['Ada', 'Ben', 'Cleo']) await joinPublic(browser(app), raffle, name);
    const first = (count: string) =>
      host.call('GET', `/api/raffles/${raffle.id}/participants?first=${count}`);
    const numbers = async (count: string) =>
      ((await first(count)).body as ParticipantsAnswer).participants.map(
        ({ entry_number: number }) => number,
      );
    expect(await numbers('2')).toEqual([1, 2]);
    expect(await numbers('50')).toEqual([1, 2, 3]);
    for (const strange of ['0', '-1', '1.5', '1001', 'all', '']) {
      expect((await first(strange)).status).toBe(400);
    }
  });

  test('R11, R22: a removed participant keeps the number, loses the tickets, and is notified', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const ada = browser(app);
    const key = { 'idempotency-key': randomUUID() };
    const body = { public_link: raffle.publicLink, display_name: 'Ada' };
    const joined = await ada.call('POST', '/api/join/public', body, key);
    const { invitee_id: inviteeId } = joined.body as { invitee_id: string };
    published.length = 0;
    expect((await remove(host, raffle, inviteeId)).body).toMatchObject({ entry_number: 1, tickets: 0 });
    expect((await remove(host, raffle, inviteeId)).status).toBe(200);
    await expect
      .poll(() => published)
      .toContainEqual({ topic: 'identity-gone', raffleId: raffle.id, inviteeId });
    expect(published).toContainEqual({ topic: 'entries-changed', raffleId: raffle.id });
    expect((await me(ada, raffle)).body).toMatchObject({ tickets: 0 });
    const back = [
      await ada.call('POST', '/api/join/public', body),
      await browser(app).call('POST', '/api/join/public', body, key),
      await setTickets(host, raffle, inviteeId, 2),
    ];
    for (const answer of back) expect([answer.status, codeOf(answer)]).toEqual([409, 'entry_withdrawn']);
    expect(await audit(raffle, 'participant_removed')).toHaveLength(1);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R22: the participation rate counts only invited people who hold a ticket', async () => {
    const raffle = await openRaffle(host);
    const counts = async (): Promise<number[]> => {
      const { joined_count, participant_count, entry_count, participation_rate } = (
        await host.call<HostRaffle>('GET', `/api/raffles/${raffle.id}`)
      ).body;
      return [joined_count, participant_count, entry_count, participation_rate];
    };
    const invited = await invitePerson(app, raffle.id, { name: 'Ada' });
    await invitePerson(app, raffle.id, { name: 'Bea' });
    await app.parts.database.query
      .updateTable('raffles')
      .set({ invitees_count: 2 })
      .where('id', '=', raffle.id)
      .execute();
    const walkIn = await joinPublic(browser(app), raffle, 'Cy');
    expect(await counts()).toEqual([1, 1, 1, 0]);
    await browser(app).call('POST', '/api/join', { token: invited.token });
    await joinPublic(browser(app), raffle, 'Di');
    expect(await counts()).toEqual([3, 3, 3, 50]);
    await remove(host, raffle, walkIn.invitee_id);
    expect(await counts()).toEqual([2, 2, 3, 50]);
    await remove(host, raffle, invited.inviteeId);
    await remove(host, raffle, invited.inviteeId);
    expect(await counts()).toEqual([1, 1, 3, 0]);
  });

  test('C11: after the freeze nothing about an entry changes', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const { invitee_id: inviteeId } = await joinPublic(browser(app), raffle, 'Ada');
    await freeze(raffle);
    for (const answer of [
      await setTickets(host, raffle, inviteeId, 2),
      await remove(host, raffle, inviteeId),
      await browser(app).call('POST', '/api/join/public', {
        public_link: raffle.publicLink,
        display_name: 'Late',
      }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'draw_started']);
    }
    expect((await participants(raffle)).participants).toMatchObject([{ tickets: 1 }]);
  });

  test('C7: the list and its changes are for the own host only; others get 404', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const ada = browser(app);
    const { invitee_id: inviteeId } = await joinPublic(ada, raffle, 'Ada');
    const other = await newHost(app, 'Otto Other');
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
      expect((await calls(who)).map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect((await participants(raffle)).participants).toMatchObject([{ tickets: 1, display_name: 'Ada' }]);
  });

  test('C6: concurrent changes and joins keep every total exact', async () => {
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
