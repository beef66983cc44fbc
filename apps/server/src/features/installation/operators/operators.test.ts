/** R82: the operator's calls: for operators only, and what suspending a host ends. */
import {
  type HostsPage,
  LIVE_CLOSE,
  type OperatorOverview,
  type ParticipantsAnswer,
  type SecurityEventsPage,
} from '@glassdrum/contract';
import { beforeAll, expect, it } from 'vitest';
import { glassdrum } from '../../../../test/support/command.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  makeOperator,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { connect } from '../../../../test/support/watch.ts';

const PASSWORD = 'correct horse battery';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  let operator: Person;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    operator = await makeOperator(app, await signUp(app, 'Olga Oberon'));
  });

  const me = async (who: Person): Promise<{ id: string; email: string }> =>
    (await who.get<{ id: string; email: string }>('/api/auth/me')).body;

  const hostsOf = async (search: string): Promise<HostsPage> =>
    (await operator.get<HostsPage>(`/api/admin/hosts?search=${encodeURIComponent(search)}`)).body;

  const ADMIN: readonly [string, string, object?][] = [
    ['GET', '/api/admin/overview'],
    ['GET', '/api/admin/hosts'],
    ['POST', '/api/admin/hosts/:hostId/suspend'],
    ['POST', '/api/admin/hosts/:hostId/sign-out'],
    ['PUT', '/api/admin/hosts/:hostId/mail-limit', { limit: 10 }],
    ['POST', '/api/admin/hosts/:hostId/unsuspend'],
    ['GET', '/api/admin/sign-up'],
    ['PUT', '/api/admin/sign-up', { policy: 'open' }],
    ['POST', '/api/admin/sign-up/links', { note: '' }],
    ['DELETE', '/api/admin/sign-up/links/:linkId'],
    ['GET', '/api/admin/events'],
    ['GET', '/api/admin/events/export'],
  ];

  it('R82: every admin call is in this list', () => {
    const routes = app.routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/admin/'));
    expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(
      ADMIN.map(([method, url]) => `${method} ${url}`).toSorted(),
    );
  });

  it.each(ADMIN)(
    'R82: %s %s is there for an operator, and for nobody else',
    async (method, pattern, body) => {
      const victim = await signUp(app, 'Vera Victim');
      const { id } = await me(victim);
      const made = await operator.post<{ link: { id: string } }>('/api/admin/sign-up/links', {});
      const url = pattern.replace(':hostId', id).replace(':linkId', made.body.link.id);
      const suspended = await makeOperator(app, await signUp(app));
      await app.parts.database.query
        .updateTable('users')
        .set({ suspended_at: app.clock.now() })
        .where('id', '=', (await me(suspended)).id)
        .execute();
      const call = (who: Person) =>
        app.http.inject({
          method: method as 'GET',
          url,
          headers: who.headers,
          ...(body !== undefined && { payload: body }),
        });
      const nowhere = await call({ ...person(app), headers: {} });
      const answers = [nowhere, await call(await signUp(app)), await call(suspended)];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
      expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set([nowhere.body]));
      expect((await victim.get('/api/auth/me')).status).toBe(200);
      expect((await call(operator)).statusCode).toBeLessThan(300);
    },
  );

  it('R82: suspending a host ends sessions and sockets at once, and blocks sign-ins until it is lifted', async () => {
    const host = await signUp(app, 'Sara Suspended');
    const { id, email } = await me(host);
    const raffle = await openRaffle(host);
    const sockets = [
      await connect(app, address, { ...host.headers, origin: address }),
      await connect(app, address, { ...host.headers, origin: address }),
    ];
    sockets[0]?.send({ type: 'join-room', data: { raffleId: raffle.id } });
    await sockets[0]?.next('chat-you');
    sockets[1]?.send({ type: 'join-console' });
    await sockets[1]?.next('console:joined');
    expect((await operator.post(`/api/admin/hosts/${id}/suspend`)).status).toBe(200);
    for (const socket of sockets) expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
    expect((await host.get('/api/raffles')).status).toBe(401);

    const login = (password: string) => person(app).post('/api/auth/login', { email, password });
    expect((await login('not the one')).status).toBe(401);
    const refused = await login(PASSWORD);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('account_suspended')]);
    expect(JSON.stringify(refused.headers['set-cookie'] ?? '')).not.toContain('session');
    // What people joined goes on.
    expect((await person(app).get(`/api/raffles/${raffle.id}`)).status).toBe(200);

    expect((await hostsOf(email)).hosts).toMatchObject([{ suspended_at: app.clock.now(), sessions: 0 }]);
    expect((await operator.post(`/api/admin/hosts/${id}/unsuspend`)).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  it('R82: a session that opens while its account is being suspended is not valid', async () => {
    const host = await signUp(app);
    const { id } = await me(host);
    await app.parts.database.query
      .updateTable('users')
      .set({ suspended_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    expect((await host.get('/api/auth/me')).status).toBe(401);
    expect((await host.post('/api/raffles', { title: 'Not any more' })).status).toBe(401);
  });

  it('R82: no emails are sent for a suspended host', async () => {
    const box = mailbox();
    const other = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' }, mailer: box });
    const boss = await makeOperator(other, await signUp(other));
    const host = await signUp(other);
    await other.parts.database.query.updateTable('users').set({ email_verified: 1 }).execute();
    const { id: hostId } = await me(host);
    const { id } = await openRaffle(host);
    await host.post(`/api/raffles/${id}/invites`, { invitees: 'Ada,ada@example.org' });
    await boss.post(`/api/admin/hosts/${hostId}/suspend`);
    const before = box.messages.length;
    const { query } = other.parts.database;
    await query
      .insertInto('outbox')
      .columns([
        'id',
        'raffle_id',
        'invitee_id',
        'channel',
        'occasion',
        'state',
        'issue',
        'attempts',
        'created_at',
        'due_at',
      ])
      .expression(
        query
          .selectFrom('invitees')
          .select(({ val }) => [
            val('mail:invitation:test').as('id'),
            'raffle_id',
            'id as invitee_id',
            val<'mail'>('mail').as('channel'),
            val<'invitation'>('invitation').as('occasion'),
            val<'waiting'>('waiting').as('state'),
            val(0).as('issue'),
            val(0).as('attempts'),
            val(other.clock.now()).as('created_at'),
            val(other.clock.now()).as('due_at'),
          ])
          .where('raffle_id', '=', id),
      )
      .execute();
    other.parts.bus.publish({ topic: 'outbox-filled' });
    await eventually(
      other,
      'the email is held back',
      async () => {
        const row = await query.selectFrom('outbox').select('reason').executeTakeFirst();
        return row?.reason === 'daily_limit';
      },
      100,
    );
    expect(box.messages).toHaveLength(before);
  });

  it('R82: an operator signs a host out, and cannot suspend their own account', async () => {
    const host = await signUp(app);
    const { id } = await me(host);
    expect((await operator.post(`/api/admin/hosts/${id}/sign-out`)).status).toBe(200);
    expect((await host.get('/api/auth/me')).status).toBe(401);
    const own = await operator.post(`/api/admin/hosts/${(await me(operator)).id}/suspend`);
    expect([own.status, own.text]).toEqual([409, expect.stringContaining('own_account')]);
    expect((await operator.post(`/api/admin/hosts/${'x'.repeat(32)}/suspend`)).status).toBe(404);
  });

  it('C14: changes by an operator need a fresh sign-in, reading does not', async () => {
    const other = await makeApp();
    const boss = await makeOperator(other, await signUp(other));
    const { id } = (await (await signUp(other)).get<{ id: string }>('/api/auth/me')).body;
    await other.clock.advance(10 * 60_000);
    const refused = [
      await boss.post(`/api/admin/hosts/${id}/suspend`),
      await boss.put('/api/admin/sign-up', { policy: 'closed' }),
      await boss.post('/api/admin/sign-up/links', {}),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('fresh_sign_in_needed')]);
    }
    expect((await boss.get('/api/admin/hosts')).status).toBe(200);
  });

  it('R84: an operator sets how many emails a host may send, and returns to the default', async () => {
    const host = await signUp(app);
    const { id, email } = await me(host);
    const limitOf = async () => (await hostsOf(email)).hosts[0]?.mail;
    expect(await limitOf()).toMatchObject({ limit: 50, set: null });
    expect((await operator.put(`/api/admin/hosts/${id}/mail-limit`, { limit: 1234 })).status).toBe(200);
    expect(await limitOf()).toMatchObject({ limit: 1234, set: 1234 });
    expect((await operator.put(`/api/admin/hosts/${id}/mail-limit`, { limit: -1 })).status).toBe(400);
    expect((await operator.put(`/api/admin/hosts/${id}/mail-limit`, { limit: null })).status).toBe(200);
    expect(await limitOf()).toMatchObject({ limit: 50, set: null });
    const audit = (await host.get<{ entries: { action: string; details: unknown }[] }>('/api/audit')).body;
    expect(audit.entries.filter(({ action }) => action === 'mail_limit_changed')).toHaveLength(2);
  });

  it('R82: hosts are found by part of a name or address, in pages that skip nobody', async () => {
    const fresh = await makeApp();
    const boss = await makeOperator(fresh, await signUp(fresh, 'Berta Berg'));
    const names = Array.from({ length: 30 }, (_, n) => `Peer ${n} 100%_done`);
    for (const name of names) await signUp(fresh, name);
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 5; pages += 1) {
      const { body } = await boss.get<HostsPage>(`/api/admin/hosts?search=100%25_DONE${after}`);
      expect(body.total).toBe(30);
      seen.push(...body.hosts.map(({ name }) => name));
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(seen.toSorted()).toEqual(names.toSorted());
    // Signs of patterns mean themselves.
    expect((await boss.get<HostsPage>('/api/admin/hosts?search=%25')).body.total).toBe(30);
    expect((await boss.get<HostsPage>('/api/admin/hosts?search=P_er')).body.total).toBe(0);
  });

  it("R82: the overview shows the installation's counts", async () => {
    const fresh = await makeApp();
    const boss = await makeOperator(fresh, await signUp(fresh));
    const host = await signUp(fresh);
    const raffle = await openRaffle(host, { max_tickets: 5 });
    for (const name of ['Ada', 'Ben']) await join(fresh, raffle.public_link, name);
    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants`))
      .body;
    const path = `/api/raffles/${raffle.id}/participants/${participants[0]?.invitee_id}/tickets`;
    expect((await host.patch(path, { tickets: 4 })).status).toBe(200);
    await openRaffle(host);
    await host.post('/api/raffles', { title: 'Draft' });
    const leaving = await signUp(fresh);
    const drawn = await openRaffle(leaving, { max_winners: 1 });
    await join(fresh, drawn.public_link, 'Cleo');
    await drawToTheEnd(fresh, leaving, drawn.id);
    expect((await leaving.remove('/api/settings/delete-all')).status).toBe(200);
    const { body } = await boss.get<OperatorOverview>('/api/admin/overview');
    expect(body.checks).toMatchObject({ database: 'ok', queue: 'ok', beacon: 'ok' });
    // The drawn raffle is kept by number, under an account that is nobody's.
    expect(body.counts).toEqual({ hosts: 2, raffles: 4, open_raffles: 2, entries: 3 });
    expect((await boss.get<HostsPage>('/api/admin/hosts')).body.total).toBe(2);
    expect(body.storage.database_bytes).toBeGreaterThan(10_000);
    expect(body.storage.disk.total_bytes).toBeGreaterThan(body.storage.disk.free_bytes);
    expect(body.mail).toMatchObject({ configured: false, waiting: 0 });
    expect(body.log.size).toBe(body.log.checkpoint_size);
    expect(body.warnings).not.toContain('untrusted_proxy');
  });

  it('H12: a proxy that is not trusted is shown to the operator once it forwarded a call', async () => {
    const behind = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
    const boss = await makeOperator(behind, await signUp(behind));
    const warnings = async () => (await boss.get<OperatorOverview>('/api/admin/overview')).body.warnings;
    expect(await warnings()).toEqual(['no_proxy_named']);
    await person(behind, { 'x-forwarded-for': '203.0.113.9' }).get('/api/health');
    expect(await warnings()).toEqual(['no_proxy_named', 'untrusted_proxy']);
  });

  it('R82: the command adds an operator, lifts a suspension, and removes the role, beside a running server', async () => {
    const host = await signUp(app);
    const { id, email } = await me(host);
    const { query } = app.parts.database;
    await query.updateTable('users').set({ suspended_at: 1 }).where('id', '=', id).execute();
    const made = await glassdrum(app.storage, 'operator', email.toUpperCase());
    expect([made.code, made.stdout]).toEqual([0, `${email} is an operator now: see /admin.\n`]);
    expect((await host.get('/api/admin/overview')).status).toBe(200);
    const removed = await glassdrum(app.storage, 'operator', email, '--remove');
    expect([removed.code, removed.stdout]).toEqual([0, `${email} is no operator any more.\n`]);
    expect((await host.get('/api/admin/overview')).status).toBe(404);
    expect((await glassdrum(app.storage, 'operator', 'nobody@example.org')).code).toBe(1);
    const { events } = (await operator.get<SecurityEventsPage>('/api/admin/events')).body;
    const kinds = events.filter(({ host: about }) => about?.id === id).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['operator_added', 'operator_removed']));
  });
});
