/** The shared list of taken numbers: who sees which names, how often it is read, and what it costs (R7, R43, R44). */
import { gunzipSync } from 'node:zlib';
import type { PublicJoinInfo, TakenNumber } from '@glassdrum/contract';
import { expect, test, vi } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import type { Database } from '../../platform/database/database.ts';
import { createRoster } from './roster.ts';
import { type Browser, browser, newHost } from '../../../test/support/browser.ts';
import { invitePerson, joinPublic, openRaffle } from './test/people.ts';

forEachDatabase((makeApp) => {
  const taken = async (who: Browser, url: string): Promise<TakenNumber[]> =>
    (await who.call<PublicJoinInfo>('GET', url)).body.takenNumbers;

  /** Counts the queries from now on. */
  function countQueries(database: Database): () => number {
    const spy = vi.spyOn(database.query, 'selectFrom');
    return () => spy.mock.calls.length;
  }

  async function fill(app: TestApp, raffleId: string, from: number, to: number): Promise<void> {
    const { query } = app.parts.database;
    const now = app.clock.now();
    const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    await query
      .insertInto('invitees')
      .values(
        numbers.map((n) => ({
          id: `${raffleId}-${n}`,
          raffle_id: raffleId,
          display_name: `Guest Number ${n}`,
          email: null,
          notes: null,
          source: 'public' as const,
          created_at: now,
        })),
      )
      .execute();
    await query
      .insertInto('participations')
      .values(
        numbers.map((n) => ({
          raffle_id: raffleId,
          entry_number: n,
          invitee_id: `${raffleId}-${n}`,
          display_name: `Guest Number ${n}`,
          email: null,
          email_fold: null,
          tickets: 1,
          salt: '00'.repeat(16),
          name_commit: '00'.repeat(32),
          joined_at: now,
          receipt_issued_at_s: 1,
        })),
      )
      .execute();
    await query
      .updateTable('raffles')
      .set({ entry_count: to, active_count: to, ticket_total: to, roster_revision: to })
      .where('id', '=', raffleId)
      .execute();
  }

  test('R43: visitors see shortened names; invitees and entrants see them in full; nobody sees addresses', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Cleo Curie' });
    const page = `/api/join/${raffle.publicLink}`;
    const ada = browser(app);
    const { invitee_id: adasId } = await joinPublic(ada, raffle, 'Ada Augusta Lovelace', {
      email: 'ada@example.org',
    });
    await joinPublic(browser(app), raffle, 'Ben');
    const short = [
      { entry_number: 1, display_name: 'Ada L.' },
      { entry_number: 2, display_name: 'Ben' },
    ];
    const full = [{ entry_number: 1, display_name: 'Ada Augusta Lovelace' }, short[1]];
    expect(await taken(browser(app), page)).toEqual(short);
    expect(await taken(ada, page)).toEqual(full);
    expect(await taken(browser(app), `/api/invite/${token}`)).toEqual(full);
    const watching = `/api/raffles/${raffle.id}/entrants`;
    expect(await taken(browser(app), watching)).toEqual(short);
    expect(await taken(ada, watching)).toEqual(full);
    expect(await taken(host, watching)).toEqual(full);
    expect(await taken(await newHost(app), watching)).toEqual(short);

    const cleo = browser(app);
    expect((await cleo.call('POST', '/api/join', { token })).status).toBe(201);
    await app.clock.advance(250);
    expect(await taken(cleo, `/api/invite/${token}`)).toHaveLength(3);
    expect((await taken(browser(app), `/api/invite/${token}`))[0]).toEqual(short[0]);
    for (const who of [browser(app), ada, cleo]) {
      const { body } = await who.call('GET', page);
      for (const secret of ['ada@example.org', adasId]) expect(body).not.toContain(secret);
    }
  });

  test('R43, R45: the name of a person who left is hidden, and that person sees others as visitors do', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const page = `/api/join/${raffle.publicLink}`;
    const ada = browser(app);
    await joinPublic(ada, raffle, 'Ada Lovelace');
    await joinPublic(browser(app), raffle, 'Ben Bit');
    expect(await taken(ada, page)).toHaveLength(2);
    await ada.call('POST', `/api/raffles/${raffle.id}/leave`);
    await app.clock.advance(250);
    expect(await taken(ada, page)).toEqual([
      { entry_number: 1, display_name: 'Withdrawn' },
      { entry_number: 2, display_name: 'Ben B.' },
    ]);
  });

  test('R7: the compressed answer equals the plain one, however the list grew, and is small', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app), { description: 'Größe ✨ '.repeat(40) });
    const page = `/api/join/${raffle.publicLink}`;
    let size = 0;
    for (const step of [1, 2, 50, ...Array.from({ length: 40 }, () => 1), 400]) {
      await fill(app, raffle.id, size + 1, size + step);
      size += step;
      await app.clock.advance(250);
      const plain = await browser(app).call('GET', page);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect((plain.body as PublicJoinInfo).takenNumbers.map((one) => one.entry_number)).toEqual(
        Array.from({ length: size }, (_, n) => n + 1),
      );
      const packed = await browser(app).call('GET', page, undefined, { 'accept-encoding': 'br, gzip' });
      if (size < 50) continue;
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
      if (size > 400) expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(packed.headers['etag']).toBe(plain.headers['etag']);
    }
    const refused = await browser(app).call('GET', page, undefined, { 'accept-encoding': 'gzip;q=0, br' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  test('R7, I4: everyone who shares a list gets an answer of their own, one after the other', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    for (let n = 0; n < 60; n += 1) await joinPublic(browser(app), raffle, `Visitor Number ${n}`);
    const names = ['Grace Hopper', 'Alan Turing'];
    const invited = await Promise.all(names.map((name) => invitePerson(app, raffle.id, { name })));
    const read = async (who: number, headers: Record<string, string> = {}) => {
      const page = `/api/invite/${invited[who]?.token}`;
      const accepts = { 'accept-encoding': 'gzip', ...headers };
      const answer = await browser(app).call('GET', page, undefined, accepts);
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
      const { invitee } = JSON.parse(gunzipSync(answer.bytes).toString()) as {
        invitee: { display_name: string };
      };
      return { name: invitee.display_name, etag: String(answer.headers['etag']) };
    };
    const [first, second, again] = [await read(0), await read(1), await read(0)];
    expect([first.name, second.name, again.name]).toEqual(['Grace Hopper', 'Alan Turing', 'Grace Hopper']);
    expect(again.etag).toBe(first.etag);
    expect(second.etag).not.toBe(first.etag);
    expect((await read(1, { 'if-none-match': first.etag })).name).toBe('Alan Turing');
  });

  test('R7: an unchanged answer is not sent again', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    const page = `/api/join/${raffle.publicLink}`;
    await joinPublic(browser(app), raffle, 'Ada Lovelace');
    const first = await browser(app).call('GET', page);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = await browser(app).call('GET', page, undefined, headers);
    expect([again.status, again.text]).toEqual([304, '']);
    await joinPublic(browser(app), raffle, 'Ben');
    await app.clock.advance(250);
    const changed = await browser(app).call('GET', page, undefined, headers);
    expect(changed.status).toBe(200);
    expect(changed.body as PublicJoinInfo).toMatchObject({ raffle: { entry_count: 2 } });
  });

  test('R7: a thousand visitors cost as many queries as one, whatever the number of entrants', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    await fill(app, raffle.id, 1, 1000);
    const page = `/api/join/${raffle.publicLink}`;
    const queries = countQueries(app.parts.database);
    await browser(app).call('GET', page);
    const one = queries();
    expect(one).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 1000 }, () => browser(app).call('GET', page)));
    const many = queries();
    expect(many - one).toBeLessThanOrEqual(one);
    await app.clock.advance(249);
    await browser(app).call('GET', page);
    // The page is the same; whose link it is was asked.
    expect(queries() - many).toBeLessThanOrEqual(1);
    await app.clock.advance(1);
    await Promise.all(Array.from({ length: 100 }, () => browser(app).call('GET', page)));
    expect(queries()).toBeLessThanOrEqual(many + 1 + one);
  });

  test('I4, R7: changes by the host show at once', async () => {
    const app = await makeApp();
    const host = await newHost(app);
    const raffle = await openRaffle(host);
    const page = `/api/join/${raffle.publicLink}`;
    expect((await browser(app).call('GET', page)).body).toMatchObject({ raffle: { status: 'open' } });
    await host.call('POST', `/api/raffles/${raffle.id}/close`);
    expect((await browser(app).call('GET', page)).body).toMatchObject({ raffle: { status: 'closed' } });
    await host.call('PATCH', `/api/raffles/${raffle.id}/public-join`, { allow: false });
    expect((await browser(app).call('GET', page)).status).toBe(404);
  });

  test('R44: the room reads entries after a number, with the current counts', async () => {
    const app = await makeApp();
    const raffle = await openRaffle(await newHost(app));
    await fill(app, raffle.id, 1, 5);
    const roster = createRoster(app.parts);
    expect(await roster.takenSince(raffle.id, 3, 'short')).toEqual({
      entries: [
        { entry_number: 4, display_name: 'Guest 4.' },
        { entry_number: 5, display_name: 'Guest 5.' },
      ],
      entryCount: 5,
      unsoldCount: 0,
      participantCount: 5,
      sources: { self: 5, host: 0, paper: 0 },
      ticketTotal: 5,
      bucketTotals: null,
    });
    expect((await roster.takenSince(raffle.id, 4, 'full')).entries).toEqual([
      { entry_number: 5, display_name: 'Guest Number 5' },
    ]);
  });
});
