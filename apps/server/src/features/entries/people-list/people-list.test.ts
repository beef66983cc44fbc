/** Lists of people over HTTP: entered at once, or invited (R66); and how everyone sees where entries come from (R68). */
import { randomUUID } from 'node:crypto';
import type {
  AuditPage,
  HostPrizes,
  Invitation,
  JoinAnswer,
  OwnEntry,
  ParticipantRow,
  ParticipantsAnswer,
  PublicRaffle,
} from '@glassdrum/contract';
import type { DrawProof } from '@glassdrum/fair-draw';
import { describe, expect, test } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { watch } from '../../../../test/support/watch.ts';
import { entryProblems } from '../test/check-entries.ts';
import {
  checkedRaffle,
  invitePerson,
  joinPublic,
  openRaffle,
  raffleOfHost,
  tryJoin,
} from '../test/people.ts';
import { enterPeople, peopleText, sendPeople, type TestRow } from '../test/people-list.ts';

forEachDatabase((makeApp) => {
  const participantsOf = async (host: TestHost, { id }: { id: string }): Promise<ParticipantRow[]> =>
    (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body.participants;
  const invitesOf = async (host: TestHost, { id }: { id: string }): Promise<Invitation[]> =>
    (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;

  describe('entering people', () => {
    test('R66 people have the next numbers at once, in the order of the list, with tickets, groups and note', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host, { max_tickets: 5 });
      await joinPublic(browser(app), raffle, 'Early Bird');
      const answer = await enterPeople(host, raffle, [
        { name: ' Ada Lovelace ', email: 'ada@example.org', tickets: '3', groups: ['VIP', 'vip'] },
        { name: 'Bob', tickets: 2, notes: 'table 4,\nat the window' },
        { name: 'Bob' },
      ]);
      expect(answer).toEqual({ added: 3, first_number: 2, emails: 0, skipped_count: 0, skipped: [] });

      const [, ...entered] = await participantsOf(host, raffle);
      expect(entered).toMatchObject([
        {
          entry_number: 2,
          display_name: 'Ada Lovelace',
          email: 'ada@example.org',
          tickets: 3,
          groups: ['VIP'],
        },
        { entry_number: 3, display_name: 'Bob', email: null, tickets: 2, groups: [] },
        { entry_number: 4, display_name: 'Bob', tickets: 1 },
      ]);
      for (const row of entered) {
        expect(row).toMatchObject({ source: 'host', state: 'in', joined_at: app.clock.now() });
      }
      expect((await invitesOf(host, raffle)).map(({ state, notes }) => [state, notes])).toEqual([
        ['entered', null],
        ['entered', 'table 4, at the window'],
        ['entered', null],
      ]);
      expect(await raffleOfHost(host, raffle)).toMatchObject({
        entry_count: 4,
        participant_count: 4,
        ticket_total: 7,
        invitees_count: 0,
        participation_rate: 0,
      });
      expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
      const { entries } = (await host.get<AuditPage>(`/api/audit?raffle_id=${raffle.id}`)).body;
      expect(entries.find(({ action }) => action === 'people_entered')).toMatchObject({
        actor: 'host',
        details: { added: 3, skipped: 0, first_number: 2 },
      });
    });

    test('R66 R63 what people weigh follows from their groups, and everyone who came before keeps their number', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft({ max_tickets: 5 });
      const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
      const prizes = [
        { quantity: 1, name: 'Bicycle' },
        { quantity: 1, name: 'Dinner', groups: ['VIP'] },
      ];
      const body = { revision, policy: 'once', reveal_order: 'list', prizes };
      expect((await host.put(`/api/raffles/${id}/prizes`, body)).status).toBe(200);
      await host.post(`/api/raffles/${id}/open`);
      await enterPeople(host, { id }, [
        { name: 'Ada', groups: ['vip'], tickets: 3 },
        { name: 'Bob', groups: ['Crew'], tickets: 2 },
      ]);
      const tokens = (await invitesOf(host, { id })).map(({ token }) => token);
      const weights = [];
      for (const token of tokens) {
        const phone = browser(app);
        await phone.post('/api/continue/link', { token });
        weights.push((await phone.get<OwnEntry>(`/api/raffles/${id}/me`)).body.receipt?.weights);
      }
      expect(weights).toEqual([
        [3, 3],
        [2, 0],
      ]);
    });

    test('R66 R4 entered people are in the frozen list as such, without a device key, and can win', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      await enterPeople(host, raffle, [{ name: 'Ada' }, { name: 'Bob' }]);
      const results = await drawToTheEnd(app, host, raffle.id);
      const winners = results.winners.map(({ display_name: name }) => name);
      expect(new Set(winners)).toEqual(new Set(['Ada', 'Bob']));
      const proof = (await browser(app).get<DrawProof>(`/api/raffles/${raffle.id}/proof`)).body;
      const sources = proof.entries.map(([state, source, , , , key]) => [state, source, key]);
      expect(sources).toEqual([
        ['in', 'host', '-'],
        ['in', 'host', '-'],
      ]);
    });

    test('R66 bad rows are listed by their line and nothing is written, until the host says to skip them', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host, { max_tickets: 5 });
      const { inviteeId } = await invitePerson(app, raffle.id, { name: 'Ivy', email: 'Ivy@example.org' });
      await invitePerson(app, raffle.id, { name: 'Rex', email: 'rex@example.org', revoked: true });
      await joinPublic(browser(app), raffle, 'Joe', { email: 'joe@example.org' });
      const rows: TestRow[] = [
        { line: 2, name: 'Ada', email: 'ada@example.org' },
        { line: 3, name: 'System' },
        { line: 5, name: 'Cem', email: 'x' },
        { line: 6, name: 'Ada two', email: 'ADA@example.org' },
        { line: 7, name: 'Joe again', email: 'JOE@example.org' },
        { line: 8, name: 'Ivy again', email: 'ivy@example.org' },
        { line: 9, name: 'Max', tickets: 'many' },
        { line: 10, name: 'Mia', tickets: 6 },
        { line: 11, name: 'Rex', email: 'rex@example.org' },
      ];
      const bad = [
        { line: 3, text: 'System', message: expect.stringContaining('could be mistaken') },
        { line: 5, text: 'Cem, x', message: 'Please enter a valid email address.' },
        { line: 6, text: 'Ada two, ADA@example.org', message: 'This email address is already on line 2.' },
        { line: 7, text: 'Joe again, JOE@example.org', message: 'This email address has an entry already.' },
        { line: 8, text: 'Ivy again, ivy@example.org', message: expect.stringContaining('invited already') },
        { line: 9, text: 'Max', message: 'Tickets must be a whole number of at least 1.' },
        { line: 10, text: 'Mia', message: expect.stringContaining('more than the most tickets') },
      ];
      const refused = await sendPeople(host, raffle, rows);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'invitees_have_problems']);
      expect(refused.body.error.lines).toEqual(bad);
      expect(await participantsOf(host, raffle)).toHaveLength(1);
      expect((await invitesOf(host, raffle)).filter(({ state }) => state === 'entered')).toEqual([]);
      expect(await raffleOfHost(host, raffle)).toMatchObject({ entry_count: 1, ticket_total: 1 });

      const skipping = await sendPeople(host, raffle, rows, { skip: true });
      expect(skipping.body).toEqual({
        added: 2,
        first_number: 2,
        emails: 0,
        skipped_count: 7,
        skipped: bad,
      });
      const names = (await participantsOf(host, raffle)).map(({ display_name: name }) => name);
      expect(names).toEqual(['Joe', 'Ada', 'Rex']);
      expect(inviteeId).not.toBe('');
      expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    });

    test('R66 H11 who waits for the host is not entered beside, and nobody joins with the address of an entered person', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await checkedRaffle(host, { approval: true });
      expect((await tryJoin(browser(app), raffle, 'Wim', { email: 'wim@example.org' })).status).toBe(202);
      const answer = await sendPeople(host, raffle, [{ name: 'Wim', email: 'wim@example.org' }]);
      expect(answer.body.error.lines?.[0]?.message).toContain('waits for you');
      await enterPeople(host, raffle, [{ name: 'Ada', email: 'ada@gmail.com' }]);
      const again = await tryJoin(browser(app), raffle, 'Ada', { email: 'a.d.a+raffle@gmail.com' });
      expect(codeOf(again)).toBe('email_already_joined');
    });

    test('R66 R23 a list that does not fit is refused as a whole', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host, { max_entries: 3 });
      await joinPublic(browser(app), raffle, 'Early Bird');
      const three = ['Ada', 'Bob', 'Cem'].map((name) => ({ name }));
      const over = await sendPeople(host, raffle, three);
      expect([over.status, codeOf(over)]).toEqual([409, 'too_few_places']);
      expect(await participantsOf(host, raffle)).toHaveLength(1);
      await enterPeople(host, raffle, three.slice(0, 2));
      const full = await sendPeople(host, raffle, [{ name: 'Dan' }]);
      expect([full.status, codeOf(full)]).toEqual([409, 'raffle_full']);
      expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    });

    test('R66 R12 C11 people are entered only while people can join', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const draft = await host.draft();
      const refusal = async (raffle: { id: string }): Promise<unknown[]> => {
        const answer = await sendPeople(host, raffle, [{ name: 'Ada' }]);
        return [answer.status, codeOf(answer)];
      };
      const early = await sendPeople(host, draft, [{ name: 'Ada' }]);
      expect([early.status, codeOf(early)]).toEqual([409, 'raffle_still_draft']);
      expect(early.body.error.message).toContain('Open the raffle first');
      const closed = await openRaffle(host);
      await host.post(`/api/raffles/${closed.id}/close`);
      expect(await refusal(closed)).toEqual([409, 'entering_closed']);
      await host.post(`/api/raffles/${closed.id}/reopen`);
      await enterPeople(host, closed, [{ name: 'Ada' }]);
      const over = await openRaffle(host, { deadline_at: app.clock.now() + 60_000 });
      await app.clock.advance(60_000);
      expect(await refusal(over)).toEqual([409, 'deadline_passed']);
      const drawing = await openRaffle(host);
      await app.parts.database.query
        .updateTable('raffles')
        .set({ draw_started: 1 })
        .where('id', '=', drawing.id)
        .execute();
      expect(await refusal(drawing)).toEqual([409, 'draw_started']);
      expect(await participantsOf(host, drawing)).toEqual([]);
    });

    test('C7 only the own raffle, and only its host', async () => {
      const app = await makeApp();
      const [host, other] = [await newHost(app), await newHost(app)];
      const raffle = await openRaffle(host);
      expect((await sendPeople(other, raffle, [{ name: 'Ada' }])).status).toBe(404);
      expect((await sendPeople(browser(app), raffle, [{ name: 'Ada' }])).status).toBe(401);
      expect(await participantsOf(host, raffle)).toEqual([]);
    });

    test('R66 the same call with its key adds nobody again, however often it comes at once', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      const key = randomUUID();
      const rows = [{ name: 'Ada' }, { name: 'System' }, { name: 'Bob' }];
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => sendPeople(host, raffle, rows, { key, skip: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      for (const { body } of answers) {
        expect(body).toMatchObject({ added: 2, first_number: 1, skipped_count: 1 });
      }
      expect(answers.filter(({ body }) => body.skipped.length === 1)).toHaveLength(1);
      expect(await participantsOf(host, raffle)).toHaveLength(2);
      const stored = await app.parts.database.query.selectFrom('people_lists').selectAll().execute();
      expect(JSON.stringify(stored)).not.toMatch(/Ada|System/);

      const other = await sendPeople(host, raffle, [{ name: 'Cem' }], { key, skip: true });
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch']);
      const elsewhere = await openRaffle(host);
      expect(codeOf(await sendPeople(host, elsewhere, rows, { key, skip: true }))).toBe(
        'idempotency_mismatch',
      );
      expect((await sendPeople(host, raffle, rows, { key: 'short' })).status).toBe(400);
      expect(await participantsOf(host, raffle)).toHaveLength(2);
    });

    test('R66 a refused list does not use up its key', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host, { max_entries: 1 });
      const key = randomUUID();
      const rows = [{ name: 'Ada' }, { name: 'Bob' }];
      expect(codeOf(await sendPeople(host, raffle, rows, { key }))).toBe('too_few_places');
      await app.parts.database.query.updateTable('raffles').set({ max_entries: 2 }).execute();
      expect((await sendPeople(host, raffle, rows, { key })).body).toMatchObject({ added: 2 });
    });

    test('H9 H15 what is no row is refused as a whole; NUL and halves of characters break nothing', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      const url = `/api/raffles/${raffle.id}/people`;
      const good = peopleText([{ name: 'Ada' }]);
      for (const people of [
        '',
        ' \n \n',
        'Ada,ada@example.org',
        `${good}\n[]`,
        `${good}\n{"name":"Bob"}`,
        `${good}\n{"line":2,"name":7}`,
        `${good}\n{"line":0,"name":"Bob"}`,
        `${good}\n${JSON.stringify({ line: 2, name: 'Bob', notes: 'a\0b' })}`,
        `${good}\n${JSON.stringify({ line: 2, name: 'Bob', groups: ['\0'] })}`,
        `${good}\n${JSON.stringify({ line: 2, name: 'x'.repeat(9000) })}`,
      ]) {
        const answer = await host.call('POST', url, { mode: 'enter', people });
        expect([people.slice(0, 60), answer.status]).toEqual([people.slice(0, 60), 400]);
      }
      expect((await host.call('POST', url, { mode: 'other', people: good })).status).toBe(400);
      expect(await participantsOf(host, raffle)).toEqual([]);
      const halves = { name: 'Ada', notes: 'a\ud800b', groups: ['x\udfff'] };
      expect((await sendPeople(host, raffle, [halves])).status).toBe(200);
      expect(codeOf(await sendPeople(host, raffle, [{ name: 'B\ud800b' }]))).toBe('invitees_have_problems');
    });

    test('H7 H9 a list may be as large as its limit, from its host only', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      const url = `/api/raffles/${raffle.id}/people`;
      const tooLong = { mode: 'enter', people: 'x'.repeat(6 * 1024 * 1024) };
      expect((await host.call('POST', url, tooLong)).status).toBe(413);
      expect((await browser(app).call('POST', url, tooLong)).status).toBe(401);
      const many = {
        mode: 'enter',
        people: peopleText(Array.from({ length: 10_001 }, () => ({ name: 'Ada' }))),
      };
      const answer = await host.call('POST', url, many);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('10,000')]);
      // Other members of the call are bounded as everywhere.
      const large = JSON.stringify({ mode: 'enter', other: 'x'.repeat(100_000), people: '' });
      expect((await host.call('POST', url, large)).status).toBe(413);
    });

    test('R66 H16 what is known of a list is erased with its people', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      await sendPeople(host, raffle, [{ name: 'Zephyrine Quill', notes: 'Rhubarb' }], { key: randomUUID() });
      const [one] = await participantsOf(host, raffle);
      expect((await host.post(`/api/raffles/${raffle.id}/people/${one?.invitee_id}/erase`)).status).toBe(200);
      const { query } = app.parts.database;
      const left = [
        await query.selectFrom('invitees').selectAll().execute(),
        await query.selectFrom('invites').selectAll().execute(),
        await query.selectFrom('participations').selectAll().execute(),
      ];
      expect(JSON.stringify(left)).not.toMatch(/Zephyrine|Rhubarb/);
      expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
      expect((await raffleOfHost(host, raffle)).sources).toEqual({ self: 0, host: 0, paper: 0 });
      await host.post(`/api/raffles/${raffle.id}/erase`);
      expect(await query.selectFrom('people_lists').selectAll().execute()).toEqual([]);
    });
  });

  describe('inviting people', () => {
    test('R66 a list can also be invited, with groups and notes, in a draft too; tickets are not for them', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { id } = await host.draft({ max_tickets: 5 });
      const rows = [
        { name: 'Ada', email: 'ada@example.org', tickets: 4, groups: ['VIP'], notes: 'vegetarian' },
        { name: 'Bob', tickets: 'lots' },
      ];
      const answer = await sendPeople(host, { id }, rows, { mode: 'invite' });
      expect(answer.body).toEqual({ added: 2, first_number: null, emails: 0, skipped_count: 0, skipped: [] });
      const invited = await invitesOf(host, { id });
      expect(invited).toMatchObject([
        {
          display_name: 'Ada',
          email: 'ada@example.org',
          groups: ['VIP'],
          notes: 'vegetarian',
          state: 'invited',
        },
        { display_name: 'Bob', email: null, groups: [], state: 'invited' },
      ]);
      expect(await raffleOfHost(host, { id, publicLink: '' })).toMatchObject({
        invitees_count: 2,
        entry_count: 0,
      });
      const twice = await sendPeople(host, { id }, rows.slice(0, 1), { mode: 'invite' });
      expect(twice.body.error.lines).toEqual([
        { line: 1, text: 'Ada, ada@example.org', message: 'This email address is already on the list.' },
      ]);
      await host.post(`/api/raffles/${id}/open`);
      const joined = await browser(app).post<JoinAnswer>('/api/join', { token: invited[0]?.token });
      expect(joined.body).toMatchObject({ entry_number: 1, tickets: 1 });
      expect(await participantsOf(host, { id })).toMatchObject([{ source: 'self', groups: ['VIP'] }]);
    });

    test('R66 invited with a key, a list is added once', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const raffle = await host.draft();
      const key = randomUUID();
      for (let round = 0; round < 2; round += 1) {
        const answer = await sendPeople(host, raffle, [{ name: 'Ada' }], { mode: 'invite', key });
        expect(answer.body).toMatchObject({ added: 1 });
      }
      expect(await invitesOf(host, raffle)).toHaveLength(1);
    });
  });

  describe('R68 where entries come from', () => {
    test('R68 everyone sees how many joined and how many the host entered, also as it happens', async () => {
      const app = await makeApp();
      const address = await app.listen();
      const host = await newHost(app);
      const raffle = await openRaffle(host);
      await joinPublic(browser(app), raffle, 'Early Bird');
      const sources = async (): Promise<PublicRaffle['sources']> =>
        (await browser(app).get<PublicRaffle>(`/api/raffles/${raffle.id}`)).body.sources;
      expect(await sources()).toEqual({ self: 1, host: 0, paper: 0 });
      const socket = await watch(app, address, raffle.id);
      await enterPeople(host, raffle, [{ name: 'Ada' }, { name: 'Bob' }]);
      // What was said before them may still come.
      const last = (): unknown =>
        socket.received.findLast(({ message }) => message.type === 'entries-added')?.message;
      await expect.poll(last).toMatchObject({
        data: { entryCount: 3, participantCount: 3, sources: { self: 1, host: 2, paper: 0 } },
      });
      expect(await sources()).toEqual({ self: 1, host: 2, paper: 0 });
      const [, ada] = await participantsOf(host, raffle);
      await host.remove(`/api/raffles/${raffle.id}/participants/${ada?.invitee_id}`);
      expect(await sources()).toEqual({ self: 1, host: 1, paper: 0 });
      expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
    });
  });
});
