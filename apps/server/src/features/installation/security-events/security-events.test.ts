/** M6: security events: what is recorded, that nothing private is in them, and that nobody can fill the disk with them. */
import type { AccountSessions, SecurityEvent, SecurityEventsPage } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  join,
  makeOperator,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { deleteOldEvents } from './commands.ts';
import { RECORDED_ROUTES } from './route-events.ts';

const PASSWORD = 'correct horse battery';
const DAY_MS = 86_400_000;

forEachDatabase((makeApp) => {
  async function scene(): Promise<{ app: TestApp; operator: Person }> {
    const app = await makeApp({ env: { TRUST_PROXY: 'loopback' } });
    return { app, operator: await makeOperator(app, await signUp(app, 'Olga Oberon')) };
  }

  async function eventsOf(operator: Person, query = ''): Promise<SecurityEvent[]> {
    return (await operator.get<SecurityEventsPage>(`/api/admin/events?${query}`)).body.events;
  }

  const from = (app: TestApp, address: string): Person => person(app, { 'x-forwarded-for': address });
  const wrongLogin = (who: Person, email = 'nobody@example.org') =>
    who.post('/api/auth/login', { email, password: 'not the one' });

  it('M6: every call that is named in the table exists', async () => {
    const { app } = await scene();
    const routes = new Set(app.routes.map(({ method, url }) => `${method} ${url}`));
    expect(RECORDED_ROUTES.filter((route) => !routes.has(route))).toEqual([]);
  });

  it('M6: sign-ins, refusals, factors, exports, removed entries and roles are recorded with account and network', async () => {
    const { app, operator } = await scene();
    const host = await signUp(app, 'Hanna Hut');
    const { id, email } = (await host.get<{ id: string; email: string }>('/api/auth/me')).body;
    await wrongLogin(from(app, '203.0.113.77'), email);
    await from(app, '2001:db8:7:8::9').post('/api/auth/login', { email, password: PASSWORD });
    await host.post('/api/auth/two-factor', { password: 'not the one' });
    const { id: raffleId, public_link: link } = await openRaffle(host);
    const guest = await join(app, link, 'Ada Lovelace');
    await host.get(`/api/raffles/${raffleId}/participants/export`);
    await host.remove(`/api/raffles/${raffleId}/participants/${guest.joined.invitee_id}`);
    await operator.post(`/api/admin/hosts/${id}/suspend`);
    await person(app, { origin: 'https://evil.example' }).post('/api/auth/logout');

    const events = await eventsOf(operator);
    const about = (kind: string) => events.find((event) => event.kind === kind && event.host?.id === id);
    expect(about('signed_up')).toMatchObject({ reason: 'POST /api/auth/register', count: 1 });
    expect(about('sign_in_failed')).toMatchObject({ network: '203.0.113.0/24', by: null });
    expect(about('signed_in')).toMatchObject({ network: '2001:db8:7::/48' });
    expect(about('password_refused')).toMatchObject({ reason: 'POST /api/auth/two-factor' });
    expect(about('data_exported')).toMatchObject({
      reason: 'GET /api/raffles/:id/participants/export',
    });
    expect(about('entry_removed')).toBeDefined();
    expect(about('host_suspended')?.by?.name).toBe('Olga Oberon');
    expect(events.some(({ kind }) => kind === 'cross_site_refused')).toBe(true);
    const only = await eventsOf(operator, 'kind=sign_in_failed');
    expect(only.map(({ kind }) => kind)).toEqual(['sign_in_failed']);
  });

  it('M6: sessions that a host ends one by one, or all but one, are recorded', async () => {
    const { app, operator } = await scene();
    const host = await signUp(app, 'Hanna Hut');
    const { email } = (await host.get<{ email: string }>('/api/auth/me')).body;
    await from(app, '203.0.113.77').post('/api/auth/login', { email, password: PASSWORD });
    const { sessions } = (await host.get<AccountSessions>('/api/auth/sessions')).body;
    const other = sessions.find(({ current }) => !current);
    expect((await host.remove(`/api/auth/sessions/${other?.id ?? ''}`)).status).toBe(200);
    expect((await host.post('/api/auth/sessions/end-others')).status).toBe(200);
    const events = await eventsOf(operator, 'kind=sessions_ended');
    expect(new Set(events.map(({ reason }) => reason))).toEqual(
      new Set(['DELETE /api/auth/sessions/:sessionId', 'POST /api/auth/sessions/end-others']),
    );
    expect(events.map(({ host: account }) => account?.name)).toEqual(['Hanna Hut', 'Hanna Hut']);
  });

  it("M6: a host who tries another host's raffle is recorded, and one who mistypes an address is not", async () => {
    const { app, operator } = await scene();
    const [host, other] = [await signUp(app, 'Hanna Hut'), await signUp(app, 'Nosy Nora')];
    const { id } = await openRaffle(host);
    const answers = [
      await other.get(`/api/raffles/${id}/invites`),
      await other.get('/api/raffles/x/invites'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const events = await eventsOf(operator, 'kind=access_refused');
    expect(events.map(({ reason, host: account }) => [reason, account?.name])).toEqual([
      ['GET /api/raffles/:id/invites', 'Nosy Nora'],
    ]);
  });

  it("M6: acting for somebody else's entry is recorded", async () => {
    const { app, operator } = await scene();
    const { id, public_link: link } = await openRaffle(await signUp(app));
    const [ada, eve] = [await join(app, link, 'Ada'), await join(app, link, 'Eve')];
    const vote = { invitee_id: ada.joined.invitee_id, animation_style: 'classic' };
    const answer = await eve.post(`/api/raffles/${id}/vote-animation`, vote);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('wrong_identity')]);
    const [event] = await eventsOf(operator, 'kind=access_refused');
    expect(event).toMatchObject({ count: 1, host: null });
  });

  it('M6: a host who tries the operator’s calls is recorded', async () => {
    const { app, operator } = await scene();
    const host = await signUp(app, 'Nosy Nora');
    await host.get('/api/admin/hosts');
    const [event] = await eventsOf(operator, 'kind=operator_refused');
    expect(event?.host?.name).toBe('Nosy Nora');
  });

  it('M6, M2: neither rows nor log lines hold addresses, secrets or names of accounts', async () => {
    const { app, operator } = await scene();
    const host = await signUp(app, 'Secretive Name');
    const { email } = (await host.get<{ email: string }>('/api/auth/me')).body;
    await wrongLogin(from(app, '203.0.113.77'), email);
    await from(app, '203.0.113.77').post('/api/auth/reset', {
      token: 'T0kenSecret',
      password: 'a new one here',
    });
    await eventsOf(operator);
    const rows = await app.parts.database.query.selectFrom('security_events').selectAll().execute();
    const logged = app.logLines.filter((line) => line.includes('security event'));
    expect(logged.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
      expect.arrayContaining(['sign_in_failed', 'token_refused', 'signed_up']),
    );
    const cookie = host.headers['cookie']?.split('=')[1] ?? 'no cookie';
    for (const text of [JSON.stringify(rows), logged.join('\n')]) {
      for (const secret of ['203.0.113.77', email, 'not the one', 'T0kenSecret', cookie, 'Secretive']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('M6: a flood makes few rows and log lines, however many networks it comes from', async () => {
    const { app, operator } = await scene();
    for (let n = 0; n < 120; n += 1) {
      const stranger = from(app, `10.${n}.0.1`);
      await Promise.all(
        Array.from({ length: 5 }, () =>
          person(app, { ...stranger.headers, origin: 'https://evil.example' }).post('/api/auth/logout'),
        ),
      );
    }
    const events = await eventsOf(operator, 'kind=cross_site_refused');
    expect(events.length).toBeLessThanOrEqual(2 * 21);
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(600);
    expect(events.some(({ network, count }) => network === null && count > 20)).toBe(true);
    const lines = app.logLines.filter((line) => line.includes('cross_site_refused'));
    expect(lines.length).toBeLessThanOrEqual(2 * 21);
  });

  it('M6: rate-limited calls make one row per minute and call', async () => {
    const { app, operator } = await scene();
    const stranger = from(app, '198.51.100.4');
    for (let n = 0; n < 60; n += 1) await wrongLogin(stranger);
    const [limited] = await eventsOf(operator, 'kind=rate_limited');
    expect(limited).toMatchObject({ reason: 'POST /api/auth/login', network: '198.51.100.0/24' });
    expect(limited?.count).toBeGreaterThan(5);
  });

  it('M6: collected events are stored automatically, and when the server stops', async () => {
    const { app } = await scene();
    const { query } = app.parts.database;
    const failed = async () =>
      (await query.selectFrom('security_events').select('id').where('kind', '=', 'sign_in_failed').execute())
        .length;
    await wrongLogin(person(app));
    expect(await failed()).toBe(0);
    await app.clock.advance(5000);
    await expect.poll(failed).toBe(1);
    const again = await makeApp({
      storage: (await stopped(app, () => wrongLogin(person(app), 'b@example.org'))).storage,
    });
    const rows = await again.parts.database.query
      .selectFrom('security_events')
      .select('count')
      .where('kind', '=', 'sign_in_failed')
      .execute();
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  async function stopped(app: TestApp, last: () => Promise<unknown>): Promise<TestApp> {
    await last();
    await app.close();
    return app;
  }

  it('M6: pages skip no event, even of the same moment', async () => {
    const { app, operator } = await scene();
    const at = app.clock.now();
    const rows = Array.from({ length: 250 }, (_, n) => ({
      id: `event-${n}`,
      kind: 'passphrase_refused' as const,
      first_at: at,
      last_at: at,
      count: 1,
      reason: null,
      network: null,
      host_id: null,
      by_id: null,
    }));
    await app.parts.database.query.insertInto('security_events').values(rows).execute();
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 5; pages += 1) {
      const url = `/api/admin/events?kind=passphrase_refused${after}`;
      const { body } = await operator.get<SecurityEventsPage>(url);
      seen.push(...body.events.map(({ id }) => id));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('M6: events are stored for 90 days', async () => {
    const { app, operator } = await scene();
    await wrongLogin(person(app));
    const at = (await eventsOf(operator, 'kind=sign_in_failed'))[0]?.first_at ?? 0;
    const { database } = app.parts;
    await database.transaction((trx) => deleteOldEvents(trx, at + 90 * DAY_MS));
    expect(await eventsOf(operator, 'kind=sign_in_failed')).toHaveLength(1);
    await database.transaction((trx) => deleteOldEvents(trx, at + 90 * DAY_MS + 1));
    expect(await eventsOf(operator, 'kind=sign_in_failed')).toHaveLength(0);
  });

  it('M6: operators export all events as CSV or JSON lines, which is an event too', async () => {
    const { app, operator } = await scene();
    await wrongLogin(from(app, '203.0.113.77'));
    const csv = await operator.get('/api/admin/events/export');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="glassdrum-security-events.csv"');
    expect(csv.text.split('\r\n')[0]).toBe(
      '\uFEFFFirst,Last,Event,Count,Call,Network,Account id,Operator id',
    );
    expect(csv.text).toContain('sign_in_failed,1,POST /api/auth/login,203.0.113.0/24,,');
    const url = '/api/admin/events/export?format=jsonl';
    const jsonl = await app.http.inject({ url, headers: operator.headers });
    const lines = jsonl.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'sign_in_failed', network: '203.0.113.0/24', host: null }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'data_exported', by: expect.any(String) }));
    expect((await operator.get('/api/admin/events/export?format=exe')).status).toBe(400);
  });

  it('H8: an erased account is in no event any more', async () => {
    const { app, operator } = await scene();
    const host = await signUp(app, 'Gone Gustav');
    const { id } = (await host.get<{ id: string }>('/api/auth/me')).body;
    await host.get('/api/settings/export');
    await eventsOf(operator);
    const gone = await host.remove('/api/settings/delete-all');
    expect([gone.status, gone.text]).toEqual([200, expect.anything()]);
    const events = await eventsOf(operator);
    expect(events.some(({ kind }) => kind === 'account_deleted')).toBe(true);
    const rows = await app.parts.database.query.selectFrom('security_events').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(id);
  });
});
