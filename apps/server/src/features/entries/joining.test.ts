/** Joining as people do it: by invite, by link, twice, too late, with other people's secrets. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { InviteInfo, JoinAnswer, OwnEntry, PublicJoinInfo } from '@glassdrum/contract';
import { type Receipt, receiptRecord } from '@glassdrum/fair-draw';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { entryProblems } from './test/check-entries.ts';
import {
  browser,
  type Browser,
  invitePerson,
  joinPublic,
  openRaffle,
  refusalOf,
  registerHost,
} from './test/people.ts';

/** RFC 8410: what precedes the 32 bytes of an Ed25519 public key. */
const SPKI_ED25519 = '302a300506032b6570032100';

function isSigned(receipt: Receipt, publicKey: string): boolean {
  const key = createPublicKey({
    key: Buffer.from(SPKI_ED25519 + publicKey, 'hex'),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(receiptRecord(receipt)), key, Buffer.from(receipt.signature, 'hex'));
}

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await registerHost(app);
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

  test('R22, R24: an invite gives one entry, its own browser gets it back, others hear that it is used', async () => {
    const raffle = await openRaffle(host);
    const { token, inviteeId } = await invitePerson(app, raffle.id, { name: 'Ada Lovelace' });
    const ada = browser(app);
    const before = (await ada.call('GET', `/api/invite/${token}`)).json<InviteInfo>();
    expect(before).toMatchObject({
      invitee: { display_name: 'Ada Lovelace' },
      is_redeemed: false,
      own_entry: null,
      takenNumbers: [],
    });

    const joined = await ada.call('POST', '/api/join', { body: { token } });
    expect(joined.statusCode).toBe(201);
    expect(joined.json()).toMatchObject({
      invitee_id: inviteeId,
      entry_number: 1,
      raffle_id: raffle.id,
      display_name: 'Ada Lovelace',
      tickets: 1,
    });
    const again = await ada.call('POST', '/api/join', { body: { token } });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ invitee_id: inviteeId, entry_number: 1, participant_token: null });

    const stranger = browser(app);
    const elsewhere = (await stranger.call('GET', `/api/invite/${token}`)).json<InviteInfo>();
    expect(elsewhere).toMatchObject({ is_redeemed: true, own_entry: null });
    const refused = await stranger.call('POST', '/api/join', { body: { token } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      error: {
        code: 'already_joined',
        message: 'You have already joined this raffle. Thank you for participating!',
      },
    });
    expect(stranger.cookies.size).toBe(0);
    const own = (await ada.call('GET', `/api/invite/${token}`)).json<InviteInfo>();
    expect(own).toMatchObject({ is_redeemed: true, own_entry: { invitee_id: inviteeId, entry_number: 1 } });
  });

  test('R24: a browser that joins a public raffle again gets its entry back; an address cannot take a second', async () => {
    const raffle = await openRaffle(host);
    const ben = browser(app);
    const first = await joinPublic(ben, raffle, '  Ben Bitdiddle ', { email: 'Ben@Example.org' });
    expect(first).toMatchObject({ entry_number: 1, display_name: 'Ben Bitdiddle' });
    const again = await ben.call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Somebody else' },
    });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ invitee_id: first.invitee_id, display_name: 'Ben Bitdiddle' });
    const second = await browser(app).call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Ben Two', email: 'bEN@example.ORG' },
    });
    expect([second.statusCode, refusalOf(second)]).toEqual([409, 'email_already_joined']);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('I1: the session is a cookie that scripts cannot read, kept as its hash only, and never in an answer twice', async () => {
    const raffle = await openRaffle(host);
    const ada = browser(app);
    const joined = await ada.call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Ada' },
    });
    const token = ada.cookies.get('glassdrum') ?? '';
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(joined.headers['set-cookie']).toBe(
      `glassdrum=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000`,
    );
    expect(joined.json<JoinAnswer>().participant_token).toBe(token);
    const stored = await everything();
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(app.logLines.join('\n')).not.toContain(token);

    const bearer = await browser(app).call('GET', `/api/raffles/${raffle.id}/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.json()).toMatchObject({ entry_number: 1, display_name: 'Ada' });
  });

  test('I1: on HTTPS the cookie is Secure and bound to the host by its prefix', async () => {
    const secure = await makeApp({ env: { PUBLIC_URL: 'https://raffle.example' } });
    const hostess = await registerHost(secure);
    const raffle = await openRaffle(hostess);
    const joined = await browser(secure).call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Ada' },
    });
    const token = joined.json<JoinAnswer>().participant_token ?? '';
    expect(joined.headers['set-cookie']).toBe(
      `__Host-glassdrum=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure`,
    );
  });

  test('I1: a session planted from outside is never adopted', async () => {
    const raffle = await openRaffle(host);
    const planted = 'A'.repeat(43);
    const victim = browser(app);
    victim.cookies.set('glassdrum', planted);
    await joinPublic(victim, raffle, 'Victim');
    expect(victim.cookies.get('glassdrum')).not.toBe(planted);
    const thief = await browser(app).call('GET', `/api/raffles/${raffle.id}/me`, {
      headers: { cookie: `glassdrum=${planted}` },
    });
    expect([thief.statusCode, refusalOf(thief)]).toEqual([401, 'not_a_participant']);
  });

  test('I4: looking at a page writes nothing', async () => {
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    const before = await everything();
    for (const url of [`/api/invite/${token}`, `/api/join/${raffle.publicLink}`]) {
      expect((await browser(app).call('GET', url)).statusCode).toBe(200);
    }
    expect(await everything()).toBe(before);
  });

  test('I4: unknown, revoked, expired, disabled and draft look the same, to GET and POST', async () => {
    const raffle = await openRaffle(host);
    const soon = app.clock.now() + 60_000;
    const revoked = await invitePerson(app, raffle.id, { name: 'Rae', revoked: true });
    const expired = await invitePerson(app, raffle.id, { name: 'Exa', expiresAt: soon });
    const draft = (
      await host.call('POST', '/api/raffles', { body: { title: 'Draft', passphrase: 'open sesame' } })
    ).json<{
      id: string;
    }>();
    const early = await invitePerson(app, draft.id, { name: 'Early' });
    const off = await openRaffle(host);
    await host.call('PATCH', `/api/raffles/${off.id}/public-join`, { body: { allow: false } });
    await app.clock.advance(60_000);

    const wire = (answer: Awaited<ReturnType<Browser['call']>>): string =>
      JSON.stringify([answer.statusCode, answer.body, { ...answer.headers, date: '' }]);
    const unknown = 'u'.repeat(22);
    const tokens = [unknown, revoked.token, expired.token, early.token];
    const asked = await Promise.all(tokens.map((token) => browser(app).call('GET', `/api/invite/${token}`)));
    const posted = await Promise.all(
      tokens.flatMap((token) => [
        browser(app).call('POST', '/api/join', { body: { token } }),
        browser(app).call('POST', '/api/join', { body: { token, passphrase: 'x' } }),
      ]),
    );
    expect(new Set([...asked, ...posted].map(wire)).size).toBe(1);
    expect(asked[0]?.json()).toEqual({
      error: {
        code: 'invite_invalid',
        message: 'This invitation link is invalid, expired, or has already been used.',
      },
    });

    const links = [unknown, off.publicLink];
    const looked = await Promise.all(links.map((link) => browser(app).call('GET', `/api/join/${link}`)));
    const tried = await Promise.all(
      links.map((link) =>
        browser(app).call('POST', '/api/join/public', { body: { public_link: link, display_name: 'Eve' } }),
      ),
    );
    expect(new Set([...looked, ...tried].map(wire)).size).toBe(1);
    expect(looked[0]?.json()).toMatchObject({
      error: {
        message:
          'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
      },
    });
  });

  test('I5: the audit log keeps addresses and browsers as keyed hashes, other ones in every raffle', async () => {
    const agent = 'TestBrowser/77';
    const raffles = [await openRaffle(host), await openRaffle(host)];
    for (const raffle of raffles) {
      const answer = await browser(app, '203.0.113.77').call('POST', '/api/join/public', {
        body: { public_link: raffle.publicLink, display_name: 'Ada' },
        headers: { 'user-agent': agent },
      });
      expect(answer.statusCode).toBe(201);
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

  test('C8: members that a join has no business with change nothing', async () => {
    const raffle = await openRaffle(host);
    const body = `{"public_link":"${raffle.publicLink}","display_name":"Mallory","tickets":99,"isHost":true,
      "entry_number":7,"invitee_id":"${'i'.repeat(22)}","__proto__":{"tickets":98},"constructor":{"prototype":{"x":1}}}`;
    const joined = (await browser(app).call('POST', '/api/join/public', { body })).json<JoinAnswer>();
    expect(joined).toMatchObject({ tickets: 1, entry_number: 1 });
    expect(joined.invitee_id).not.toBe('i'.repeat(22));
    expect(({} as { tickets?: number }).tickets).toBeUndefined();
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R12: from the instant of the deadline nobody joins, whatever the stored status says', async () => {
    const deadline = app.clock.now() + 60_000;
    const raffle = await openRaffle(host, { deadline_at: deadline });
    const { token } = await invitePerson(app, raffle.id, { name: 'Late Lou' });
    await app.clock.advance(59_999);
    await joinPublic(browser(app), raffle, 'Just in time');
    await app.clock.advance(1);
    const late = [
      await browser(app).call('POST', '/api/join', { body: { token } }),
      await browser(app).call('POST', '/api/join/public', {
        body: { public_link: raffle.publicLink, display_name: 'Late' },
      }),
    ];
    for (const answer of late)
      expect([answer.statusCode, refusalOf(answer)]).toEqual([409, 'deadline_passed']);
    const page = (await browser(app).call('GET', `/api/join/${raffle.publicLink}`)).json<PublicJoinInfo>();
    expect(page.raffle.status).toBe('closed');
  });

  test('R23: a full raffle says so, and an entry that was there before still gets its answer', async () => {
    const raffle = await openRaffle(host, { max_entries: 1 });
    const first = browser(app);
    await joinPublic(first, raffle, 'First');
    const second = await browser(app).call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'Second' },
    });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toEqual({ error: { code: 'raffle_full', message: 'This raffle is full.' } });
    const again = await first.call('POST', '/api/join/public', {
      body: { public_link: raffle.publicLink, display_name: 'First' },
    });
    expect(again.statusCode).toBe(200);
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
      body: { public_link: raffle.publicLink, display_name: name },
    });
    expect([answer.statusCode, refusalOf(answer)]).toEqual([422, code]);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R25: two entrants may share a name', async () => {
    const raffle = await openRaffle(host);
    await joinPublic(browser(app), raffle, 'Ada');
    expect(await joinPublic(browser(app), raffle, 'Ada')).toMatchObject({ entry_number: 2 });
  });

  test('R40, R42: a reloaded page finds its entry with a receipt that the installation signed', async () => {
    const raffle = await openRaffle(host);
    const ada = browser(app);
    const joined = await joinPublic(ada, raffle, 'Ada');
    const own = (await ada.call('GET', `/api/raffles/${raffle.id}/me`)).json<OwnEntry>();
    expect(own).toEqual({
      invitee_id: joined.invitee_id,
      entry_number: 1,
      display_name: 'Ada',
      tickets: 1,
      joined_at: app.clock.now(),
      receipt: joined.receipt,
    });
    expect(isSigned(own.receipt, app.parts.keys.publicKey)).toBe(true);
    expect(isSigned({ ...own.receipt, tickets: 2 }, app.parts.keys.publicKey)).toBe(false);
  });
});
