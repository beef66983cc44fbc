/**
 * Joining by invite and by public link: once, twice, too late, to a full raffle; and what it reveals and stores: sessions (I1),
 * links (I4), the audit log (I5), unknown fields (C8).
 */
import { createHash } from 'node:crypto';
import type { InviteInfo, PublicJoinInfo, JoinAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { entryProblems } from '../test/check-entries.ts';
import { type Browser, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { invitePerson, joinPublic, openRaffle } from '../test/people.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app, 'Holly Hostess');
  });

  test('R22, R24: an invite gives one entry, its own browser gets it back, others learn that it is used', async () => {
    const raffle = await openRaffle(host);
    const { token, inviteeId } = await invitePerson(app, raffle.id, { name: 'Ada Lovelace' });
    const ada = browser(app);
    const before = (await ada.call<InviteInfo>('GET', `/api/invite/${token}`)).body;
    expect(before).toMatchObject({
      invitee: { display_name: 'Ada Lovelace' },
      is_redeemed: false,
      own_entry: null,
      takenNumbers: [],
    });

    const joined = await ada.call('POST', '/api/join', { token });
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({
      invitee_id: inviteeId,
      entry_number: 1,
      raffle_id: raffle.id,
      display_name: 'Ada Lovelace',
      tickets: 1,
    });
    const again = await ada.call('POST', '/api/join', { token });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ invitee_id: inviteeId, entry_number: 1, participant_token: null });

    const stranger = browser(app);
    const elsewhere = (await stranger.call<InviteInfo>('GET', `/api/invite/${token}`)).body;
    expect(elsewhere).toMatchObject({ is_redeemed: true, own_entry: null });
    const refused = await stranger.call('POST', '/api/join', { token });
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      error: {
        code: 'already_joined',
        message: 'You have already joined this raffle. Thank you for participating!',
      },
    });
    expect(stranger.cookies.size).toBe(0);
    const own = (await ada.call<InviteInfo>('GET', `/api/invite/${token}`)).body;
    expect(own).toMatchObject({ is_redeemed: true, own_entry: { invitee_id: inviteeId, entry_number: 1 } });
  });

  test('R24: a browser that joins a public raffle again gets its entry back; an address cannot have a second one', async () => {
    const raffle = await openRaffle(host);
    const ben = browser(app);
    const first = await joinPublic(ben, raffle, '  Ben Bitdiddle ', { email: 'Ben@Example.org' });
    expect(first).toMatchObject({ entry_number: 1, display_name: 'Ben Bitdiddle' });
    const again = await ben.call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Somebody else',
    });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ invitee_id: first.invitee_id, display_name: 'Ben Bitdiddle' });
    const second = await browser(app).call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Ben Two',
      email: 'bEN@example.ORG',
    });
    expect([second.status, codeOf(second)]).toEqual([409, 'email_already_joined']);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R12: after the close a join is not told that the raffle will open', async () => {
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Late Lou' });
    await host.call('POST', `/api/raffles/${raffle.id}/close`);
    const late = await browser(app).call('POST', '/api/join', { token });
    expect([late.status, late.body]).toEqual([
      409,
      {
        error: {
          code: 'raffle_closed',
          message: 'Entries to this raffle are closed. You can still watch the draw.',
        },
      },
    ]);
  });

  test('R12: from the deadline on nobody joins, whatever the stored status', async () => {
    const deadline = app.clock.now() + 60_000;
    const raffle = await openRaffle(host, { deadline_at: deadline });
    const { token } = await invitePerson(app, raffle.id, { name: 'Late Lou' });
    await app.clock.advance(59_999);
    await joinPublic(browser(app), raffle, 'Just in time');
    await app.clock.advance(1);
    const late = [
      await browser(app).call('POST', '/api/join', { token }),
      await browser(app).call('POST', '/api/join/public', {
        public_link: raffle.publicLink,
        display_name: 'Late',
      }),
    ];
    for (const answer of late) expect([answer.status, codeOf(answer)]).toEqual([409, 'deadline_passed']);
    const page = (await browser(app).call<PublicJoinInfo>('GET', `/api/join/${raffle.publicLink}`)).body;
    expect(page.raffle.status).toBe('closed');
  });

  test('R23: a full raffle says so, and an entry that was there before still gets its answer', async () => {
    const raffle = await openRaffle(host, { max_entries: 1 });
    const first = browser(app);
    await joinPublic(first, raffle, 'First');
    const second = await browser(app).call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Second',
    });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({ error: { code: 'raffle_full', message: 'This raffle is full.' } });
    const again = await first.call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'First',
    });
    expect(again.status).toBe(200);
  });

  test.each([
    ['', 'name_blank'],
    ['   ', 'name_blank'],
    ['Syst\u0435m', 'name_reserved'],
    ['Holly Hostess', 'name_reserved'],
    ['Ada\u200bLovelace', 'name_forbidden_characters'],
    ['Ada\u202egnp', 'name_forbidden_characters'],
    ['a\nb', 'name_forbidden_characters'],
    ['n'.repeat(101), 'name_too_long'],
  ])('R25, H1: the name %j is refused with %s', async (name, code) => {
    const raffle = await openRaffle(host);
    const answer = await browser(app).call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: name,
    });
    expect([answer.status, codeOf(answer)]).toEqual([422, code]);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R25: two entrants may share a name', async () => {
    const raffle = await openRaffle(host);
    await joinPublic(browser(app), raffle, 'Ada');
    expect(await joinPublic(browser(app), raffle, 'Ada')).toMatchObject({ entry_number: 2 });
  });

  /** Every row that a call could change, as text. */
  async function everything(): Promise<string> {
    const tables = ['raffles', 'invitees', 'invites', 'participations', 'participant_sessions', 'join_keys'];
    const dump = tables.map((table) =>
      app.parts.database.query
        .selectFrom(table as 'raffles')
        .selectAll()
        .execute(),
    );
    return JSON.stringify(await Promise.all(dump));
  }

  test('I1: the session is a cookie that scripts cannot read, stored only as its hash, and sent only once', async () => {
    const raffle = await openRaffle(host);
    const ada = browser(app);
    const joined = await ada.call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Ada',
    });
    const token = ada.cookies.get('glassdrum') ?? '';
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(joined.headers['set-cookie']).toBe(
      `glassdrum=${token}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect((joined.body as JoinAnswer).participant_token).toBe(token);
    const stored = await everything();
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(app.logLines.join('\n')).not.toContain(token);

    const bearer = await browser(app).call('GET', `/api/raffles/${raffle.id}/me`, undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(bearer.body).toMatchObject({ entry_number: 1, display_name: 'Ada' });
  });

  test('I1: on HTTPS the cookie is Secure and bound to the host by its prefix', async () => {
    const secure = await makeApp({ env: { PUBLIC_URL: 'https://raffle.example' } });
    const hostess = await newHost(secure);
    const raffle = await openRaffle(hostess);
    const joined = await browser(secure).call('POST', '/api/join/public', {
      public_link: raffle.publicLink,
      display_name: 'Ada',
    });
    const token = (joined.body as JoinAnswer).participant_token ?? '';
    expect(joined.headers['set-cookie']).toBe(
      `__Host-glassdrum=${token}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  test('I1: a session planted from outside is never adopted', async () => {
    const raffle = await openRaffle(host);
    const planted = 'A'.repeat(43);
    const victim = browser(app);
    victim.cookies.set('glassdrum', planted);
    await joinPublic(victim, raffle, 'Victim');
    expect(victim.cookies.get('glassdrum')).not.toBe(planted);
    const thief = await browser(app).call('GET', `/api/raffles/${raffle.id}/me`, undefined, {
      cookie: `glassdrum=${planted}`,
    });
    expect([thief.status, codeOf(thief)]).toEqual([401, 'not_a_participant']);
  });

  test('I4: opening a page writes nothing', async () => {
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    const before = await everything();
    for (const url of [`/api/invite/${token}`, `/api/join/${raffle.publicLink}`]) {
      expect((await browser(app).call('GET', url)).status).toBe(200);
    }
    expect(await everything()).toBe(before);
  });

  test('I4: unknown, revoked, expired and disabled look the same, to GET and POST, a draft to POST', async () => {
    const raffle = await openRaffle(host);
    const soon = app.clock.now() + 60_000;
    const revoked = await invitePerson(app, raffle.id, { name: 'Rae', revoked: true });
    const expired = await invitePerson(app, raffle.id, { name: 'Exa', expiresAt: soon });
    const draft = (
      await host.call<{
        id: string;
      }>('POST', '/api/raffles', { title: 'Draft', passphrase: 'open sesame' })
    ).body;
    const early = await invitePerson(app, draft.id, { name: 'Early' });
    const off = await openRaffle(host);
    await host.call('PATCH', `/api/raffles/${off.id}/public-join`, { allow: false });
    await app.clock.advance(60_000);

    const wire = (answer: Awaited<ReturnType<Browser['call']>>): string =>
      JSON.stringify([answer.status, answer.body, { ...answer.headers, date: '' }]);
    const unknown = 'u'.repeat(22);
    const tokens = [unknown, revoked.token, expired.token, early.token];
    const asked = await Promise.all(
      tokens.slice(0, -1).map((token) => browser(app).call('GET', `/api/invite/${token}`)),
    );
    const posted = await Promise.all(
      tokens.flatMap((token) => [
        browser(app).call('POST', '/api/join', { token }),
        browser(app).call('POST', '/api/join', { token, passphrase: 'x' }),
      ]),
    );
    expect(new Set([...asked, ...posted].map(wire)).size).toBe(1);
    expect(asked[0]?.body).toEqual({
      error: {
        code: 'invite_invalid',
        message: 'This invitation link is invalid, expired, or has already been used.',
      },
    });

    const links = [unknown, off.publicLink];
    const looked = await Promise.all(links.map((link) => browser(app).call('GET', `/api/join/${link}`)));
    const tried = await Promise.all(
      links.map((link) =>
        browser(app).call('POST', '/api/join/public', { public_link: link, display_name: 'Eve' }),
      ),
    );
    expect(new Set([...looked, ...tried].map(wire)).size).toBe(1);
    expect(looked[0]?.body).toMatchObject({
      error: {
        message:
          'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
      },
    });
  });

  test('I4: valid links of a draft say that it is not open yet, without an error, and work once it is; others reveal nothing', async () => {
    const made = await host.call('POST', '/api/raffles', { title: 'Secret title', allow_public_join: true });
    const { id, public_link: link } = made.body as { id: string; public_link: string };
    const soon = app.clock.now() + 60_000;
    const { token } = await invitePerson(app, id, { name: 'Early' });
    const revoked = await invitePerson(app, id, { name: 'Rae', revoked: true });
    const expired = await invitePerson(app, id, { name: 'Exa', expiresAt: soon });
    await app.clock.advance(60_000);
    const refusals = async (paths: string[]): Promise<(string | null)[]> =>
      Promise.all(paths.map(async (path) => codeOf(await browser(app).call('GET', path))));

    for (const path of [`/api/invite/${token}`, `/api/join/${link}`]) {
      const early = await browser(app).call('GET', path);
      expect([early.status, early.body]).toEqual([200, { not_open_yet: true }]);
    }
    expect(await refusals([revoked, expired].map((one) => `/api/invite/${one.token}`))).toEqual([
      'invite_invalid',
      'invite_invalid',
    ]);
    await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow: false });
    expect(await refusals([`/api/join/${link}`])).toEqual(['public_link_invalid']);
    const again = await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow: true });
    const { public_link: newest } = again.body as { public_link: string };

    const opened = await host.call('POST', `/api/raffles/${id}/open`);
    expect(opened.status).toBe(200);
    for (const path of [`/api/invite/${token}`, `/api/join/${newest}`]) {
      expect((await browser(app).call('GET', path)).status).toBe(200);
    }
  });

  test('R5: calls of pages that anybody may open are not refused to visitors, who have no entry and no account', async () => {
    const raffle = await openRaffle(host);
    const visitor = browser(app);
    const entryOf = (who: Browser) => who.call('GET', `/api/raffles/${raffle.id}/own-entry`);
    const nobody = await entryOf(visitor);
    expect([nobody.status, nobody.body]).toEqual([200, { entry: null }]);
    expect((await visitor.call('GET', '/api/auth/session')).body).toEqual({ user: null });
    expect((await host.call('GET', '/api/auth/session')).body).toMatchObject({
      user: { name: 'Holly Hostess' },
    });
    const { entry_number } = await joinPublic(visitor, raffle, 'Ada');
    expect((await entryOf(visitor)).body).toMatchObject({ entry: { entry_number, tickets: 1 } });
  });

  test('I5: the audit log stores addresses and browsers as keyed hashes that differ between raffles', async () => {
    const agent = 'TestBrowser/77';
    const raffles = [await openRaffle(host), await openRaffle(host)];
    for (const raffle of raffles) {
      const answer = await browser(app, '203.0.113.77').call(
        'POST',
        '/api/join/public',
        { public_link: raffle.publicLink, display_name: 'Ada' },
        { 'user-agent': agent },
      );
      expect(answer.status).toBe(201);
    }
    const rows = await app.parts.database.query
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'entry_joined')
      .where(
        'raffle_id',
        'in',
        raffles.map((raffle) => raffle.id),
      )
      .execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row.ip_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(row.ua_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(row.details).toBe('{"entry_number":1}');
    }
    expect(new Set(rows.flatMap((row) => [row.ip_hash, row.ua_hash])).size).toBe(4);
    const plain = [agent, '203.0.113.77'].map((text) => createHash('sha256').update(text).digest('hex'));
    for (const text of [agent, '203.0.113.77', ...plain]) expect(JSON.stringify(rows)).not.toContain(text);
  });

  test('C8: unknown fields of a join change nothing', async () => {
    const raffle = await openRaffle(host);
    const body = `{"public_link":"${raffle.publicLink}","display_name":"Mallory","tickets":99,"isHost":true,
      "entry_number":7,"invitee_id":"${'i'.repeat(22)}","__proto__":{"tickets":98},"constructor":{"prototype":{"x":1}}}`;
    const joined = (await browser(app).call<JoinAnswer>('POST', '/api/join/public', body)).body;
    expect(joined).toMatchObject({ tickets: 1, entry_number: 1 });
    expect(joined.invitee_id).not.toBe('i'.repeat(22));
    expect(({} as { tickets?: number }).tickets).toBeUndefined();
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });
});
