/** R85: API tokens: made, used within their workspace and scopes, and ended; what they never reach. */
import type {
  ApiToken,
  ApiTokenBody,
  ApiTokenMade,
  AuditPage,
  DrawAnswer,
  DrawPlan,
  HostExport,
  HostRaffle,
  ResultsAnswer,
  Workspace,
} from '@glassdrum/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { makeOperator, type Person, person } from '../../../test/support/people.ts';
import { connect } from '../../../test/support/watch.ts';
import { tokenScope } from './queries.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: TestHost;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app, 'Hanna Tokenmaker');
  });

  const workspaceOf = async (of: TestHost): Promise<string> =>
    (await of.get<Workspace[]>('/api/workspaces')).body[0]?.id ?? '';
  const tokensPath = async (of: TestHost): Promise<string> =>
    `/api/workspaces/${await workspaceOf(of)}/tokens`;

  async function makeToken(of: TestHost, body: Partial<ApiTokenBody> = {}): Promise<ApiTokenMade> {
    const input = { name: 'Till', scopes: ['read', 'entries', 'draw'], ...body };
    const answer = await of.post<ApiTokenMade>(await tokensPath(of), input);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }
  /** A program that sends this token with every call. */
  const program = (secret: string, more: Record<string, string> = {}): Person =>
    person(app, { authorization: `Bearer ${secret}`, ...more });
  const listOf = async (of: TestHost): Promise<ApiToken[]> =>
    (await of.get<{ tokens: ApiToken[] }>(await tokensPath(of))).body.tokens;
  const works = async (secret: string): Promise<boolean> => {
    const { status } = await program(secret).get('/api/raffles');
    return status === 200;
  };

  describe('making one', () => {
    test('R85 it is shown once, stored as a hash, and acts as the person who made it', async () => {
      const { token, secret } = await makeToken(host, { name: ' Till ', scopes: ['draw', 'read', 'read'] });
      expect(secret).toMatch(/^glassdrum_[0-9A-Za-z]{49}$/);
      expect(token).toMatchObject({
        name: 'Till',
        scopes: ['read', 'draw'],
        owner: { id: host.id, name: 'Hanna Tokenmaker' },
        expires_at: token.created_at + 90 * DAY_MS,
        last_used_at: null,
        is_yours: true,
      });
      expect(await listOf(host)).toContainEqual(token);
      const { id } = await host.draft({ title: 'Seen by a token' });
      const list = await program(secret).get<HostRaffle[]>('/api/raffles');
      expect(list.body.map((one) => one.id)).toContain(id);
      const stored = await app.parts.database.query.selectFrom('api_tokens').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(secret);
      expect(app.logLines.join('\n')).not.toContain(secret);
    });

    test('C14 it needs a fresh sign-in, and a confirmed address where mail is configured', async () => {
      const late = await newHost(app);
      const path = await tokensPath(late);
      await app.clock.advance(11 * MINUTE_MS);
      const answer = await late.post(path, { name: 'Till', scopes: ['read'] });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'fresh_sign_in_needed']);
      const mailing = await makeApp({
        mailer: { send: async () => undefined, close: () => undefined },
      });
      const unconfirmed = await newHost(mailing);
      const { query } = mailing.parts.database;
      await query.updateTable('users').set({ email_verified: 0 }).where('id', '=', unconfirmed.id).execute();
      const refused = await unconfirmed.post(await tokensPath(unconfirmed), { name: 'T', scopes: ['read'] });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'address_not_confirmed']);
      host = await newHost(app, 'Hanna Tokenmaker');
    });

    test('M4 what it may be called, do, and how long it may last, has limits', async () => {
      const path = await tokensPath(host);
      for (const body of [
        { name: '', scopes: ['read'] },
        { name: 'n'.repeat(61), scopes: ['read'] },
        { name: 'Till', scopes: [] },
        { name: 'Till', scopes: ['admin'] },
        { name: 'Till', scopes: ['read'], days: 0 },
        { name: 'Till', scopes: ['read'], days: 366 },
        { name: 'Till', scopes: ['read'], days: 1.5 },
      ])
        expect([body, (await host.post(path, body)).status]).toEqual([body, 400]);
      const full = await newHost(app);
      for (let made = 0; made < 50; made += 1) await makeToken(full);
      const answer = await full.post(await tokensPath(full), { name: 'Till', scopes: ['read'] });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'too_many_tokens']);
    });
  });

  describe('using one', () => {
    test('R85 scopes: reading changes nothing, entries draw nothing, and what no scope allows is said', async () => {
      const { id } = await host.openRaffle({ allow_public_join: true });
      const read = program((await makeToken(host, { scopes: ['read'] })).secret);
      const entries = program((await makeToken(host, { scopes: ['entries'] })).secret);
      const draw = program((await makeToken(host, { scopes: ['draw'] })).secret);
      const people = { mode: 'enter', people: '{"line":1,"name":"Zoe Tokenperson"}' };
      const scopeMissing = [403, 'token_scope_missing'];
      const seen = async (answer: Promise<Awaited<ReturnType<Person['get']>>>): Promise<unknown[]> => {
        const it = await answer;
        return [it.status, codeOf(it)];
      };
      expect(await seen(read.get(`/api/raffles/${id}/participants`))).toEqual([200, null]);
      expect(await seen(read.post(`/api/raffles/${id}/people`, people))).toEqual(scopeMissing);
      expect(await seen(read.post(`/api/raffles/${id}/draw`))).toEqual(scopeMissing);
      expect(await seen(entries.post(`/api/raffles/${id}/people`, people))).toEqual([200, null]);
      expect(await seen(entries.get(`/api/raffles/${id}/participants`))).toEqual(scopeMissing);
      expect(await seen(entries.post(`/api/raffles/${id}/draw`))).toEqual(scopeMissing);
      expect(await seen(draw.post(`/api/raffles/${id}/people`, people))).toEqual(scopeMissing);
      const all = program((await makeToken(host)).secret);
      for (const path of ['erase', 'stage-link', 'desk-link'])
        expect(await seen(all.post(`/api/raffles/${id}/${path}`))).toEqual([403, 'token_not_allowed']);
      expect(await seen(draw.post(`/api/raffles/${id}/draw`))).toEqual([200, null]);
      expect((await read.post(`/api/raffles/${id}/draw`)).text).toContain('“draw”');
    });

    test('R85 a token that is wrong, changed or unknown is refused everywhere, and counted', async () => {
      const { secret } = await makeToken(host);
      const wrong = [`${secret.slice(0, -1)}!`, secret.replace('glassdrum_', 'glassdrum_0'), 'glassdrum_'];
      for (const one of wrong) {
        for (const path of ['/api/raffles', '/api/health', '/api/log']) {
          const answer = await browser(app, '10.9.0.1', { headers: { authorization: `Bearer ${one}` } }).get(
            path,
          );
          expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 'token_invalid']);
        }
      }
      const from = browser(app, '10.9.0.2', { headers: { authorization: 'Bearer glassdrum_guess' } });
      const tries = await Promise.all(Array.from({ length: 70 }, () => from.get('/api/raffles')));
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
      // Who has a token that works is not locked out by others of the network.
      const right = browser(app, '10.9.0.2', { headers: { authorization: `Bearer ${secret}` } });
      expect((await right.get('/api/raffles')).status).toBe(200);
    });

    test('R85 only the token counts where a cookie comes with it, and no cookie is set', async () => {
      const other = await newHost(app);
      const { secret } = await makeToken(host, { scopes: ['read'] });
      const { id } = await other.draft();
      const both = await other.call('GET', '/api/raffles', undefined, { authorization: `Bearer ${secret}` });
      expect((both.body as HostRaffle[]).map((one) => one.id)).not.toContain(id);
      const own = await other.call('GET', `/api/raffles/${id}`, undefined, {
        authorization: `Bearer ${secret}`,
      });
      expect(own.status).toBe(404);
      // The cookie adds nothing that the token lacks.
      const { id: hosts } = await host.openRaffle();
      const draw = await host.call('POST', `/api/raffles/${hosts}/draw`, undefined, {
        authorization: `Bearer ${secret}`,
      });
      expect(codeOf(draw)).toBe('token_scope_missing');
      const bad = await host.call('GET', '/api/raffles', undefined, { authorization: 'Bearer glassdrum_x' });
      expect(bad.status).toBe(401);
      for (const answer of [both, own, draw, bad]) expect(answer.headers['set-cookie']).toBeUndefined();
    });

    test('C10 a page of another site cannot use it, and gets no permission to read', async () => {
      const { secret } = await makeToken(host);
      const page = program(secret, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
      const answer = await page.post('/api/raffles', { title: 'Cross-site' });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site']);
      expect((await page.get('/api/raffles')).headers['access-control-allow-origin']).toBeUndefined();
    });

    test('R85 one token makes at most 600 calls a minute, whatever others make', async () => {
      const { secret } = await makeToken(host);
      const { secret: other } = await makeToken(host);
      const calls = [];
      for (let made = 0; made < 12; made += 1)
        calls.push(
          ...(await Promise.all(Array.from({ length: 51 }, () => program(secret).get('/api/health')))),
        );
      const refused = calls.filter(({ status }) => status === 429);
      expect(refused.length).toBe(12);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect(await works(other)).toBe(true);
      await app.clock.advance(MINUTE_MS);
      expect(await works(secret)).toBe(true);
    });

    test('I3 R85 it opens no live connection, not even with a cookie beside it', async () => {
      const address = await app.listen();
      const { id } = await host.openRaffle({ allow_public_join: true });
      const { secret } = await makeToken(host);
      const cookie = Array.from(host.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      for (const headers of [{}, { cookie, origin: address }]) {
        const socket = await connect(app, address, { authorization: `Bearer ${secret}`, ...headers });
        socket.send({ type: 'join-room', data: { raffleId: id } });
        const { data } = await socket.next('chat-you');
        expect(JSON.stringify(data)).not.toContain('host');
        socket.send({ type: 'chat-message', data: { text: 'I am the host' } });
        expect((await socket.next('chat-refused')).type ?? 'refused').toBeTruthy();
        socket.close();
      }
    });
  });

  describe('within its workspace', () => {
    test('R85 C7 another workspace of the same person is not found, nor are raffles of it', async () => {
      const { secret } = await makeToken(host);
      const made = await host.post<Workspace>('/api/workspaces', { name: 'Another club' });
      expect(made.status).toBe(201);
      const elsewhere = await host.draft({ title: 'Elsewhere', workspace_id: made.body.id });
      const token = program(secret);
      expect((await token.get(`/api/raffles/${elsewhere.id}`)).status).toBe(404);
      expect((await token.patch(`/api/raffles/${elsewhere.id}`, { title: 'Mine' })).status).toBe(404);
      expect((await token.get(`/api/raffles?workspace_id=${made.body.id}`)).status).toBe(404);
      const created = await token.post('/api/raffles', { title: 'X', workspace_id: made.body.id });
      expect(created.status).toBe(404);
      // Without a name it is the token's own one.
      const own = await token.post<HostRaffle>('/api/raffles', { title: 'By a program' });
      expect([own.status, own.body.workspace_id]).toEqual([201, await workspaceOf(host)]);
    });

    test('R81 R85 the role decides with the scopes, as it is now; and the token ends with the membership', async () => {
      const owner = await newHost(app, 'Olivia Owner');
      const workspaceId = await workspaceOf(owner);
      const { query } = app.parts.database;
      const member = await newHost(app, 'Henry Host');
      const membership = { workspace_id: workspaceId, user_id: member.id, from_provider: 0 as const };
      const join = (role: 'host' | 'observer') =>
        query
          .insertInto('workspace_members')
          .values({ ...membership, role, joined_at: app.clock.now() })
          .execute();
      await join('host');
      const answer = await member.post<ApiTokenMade>(`/api/workspaces/${workspaceId}/tokens`, {
        name: 'Henry’s',
        scopes: ['read', 'entries', 'draw'],
      });
      const { secret, token } = answer.body;
      const { id } = await owner.draft();
      expect((await program(secret).patch(`/api/raffles/${id}`, { title: 'Changed' })).status).toBe(200);

      await query
        .updateTable('workspace_members')
        .set({ role: 'observer' })
        .where('user_id', '=', member.id)
        .where('workspace_id', '=', workspaceId)
        .execute();
      const refused = await program(secret).patch(`/api/raffles/${id}`, { title: 'Again' });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'role_not_allowed']);
      expect((await program(secret).get(`/api/raffles/${id}`)).status).toBe(200);
      // Nor may an observer make one.
      const path = `/api/workspaces/${workspaceId}/tokens`;
      expect((await member.post(path, { name: 'T', scopes: ['read'] })).status).toBe(403);
      // The owner sees everybody's.
      const seen = (await owner.get<{ tokens: ApiToken[] }>(path)).body.tokens;
      expect(seen.map((one) => [one.id, one.owner.name, one.is_yours])).toEqual([
        [token.id, 'Henry Host', false],
      ]);

      expect((await owner.remove(`/api/workspaces/${workspaceId}/members/${member.id}`)).status).toBe(200);
      expect(await works(secret)).toBe(false);
      await app.clock.advance(1000);
      await join('host');
      expect(await works(secret)).toBe(false);
    });
  });

  describe('ending one', () => {
    test('R85 by its owner at once; others cannot; time does it too', async () => {
      const { secret, token } = await makeToken(host, { days: 1 });
      const stranger = await newHost(app);
      const path = await tokensPath(host);
      expect((await stranger.remove(`${path}/${token.id}`)).status).toBe(404);
      expect((await stranger.remove(`${await tokensPath(stranger)}/${token.id}`)).status).toBe(404);
      expect(await works(secret)).toBe(true);
      expect((await host.remove(`${path}/${token.id}`)).status).toBe(200);
      expect((await host.remove(`${path}/${token.id}`)).status).toBe(404);
      expect(await works(secret)).toBe(false);
      const short = await makeToken(host, { days: 1 });
      await app.clock.advance(DAY_MS - 1000);
      expect(await works(short.secret)).toBe(true);
      await app.clock.advance(1000);
      expect(await works(short.secret)).toBe(false);
      host = await newHost(app, 'Hanna Tokenmaker');
    });

    test('C14 a reset of the password ends all tokens, also for good', async () => {
      const { secret } = await makeToken(host);
      const { operatorResetLink } = await import('../accounts/passwords/reset-commands.ts');
      const link = await operatorResetLink(app.parts.database, {
        email: host.email,
        publicUrl: 'http://localhost',
        now: app.clock.now(),
        withoutTwoFactor: false,
      });
      const token = new URL(link ?? '').hash.replace('#token=', '');
      const reset = await browser(app).post('/api/auth/reset', { token, password: 'nine drums of glass' });
      expect(reset.status).toBe(200);
      expect(await works(secret)).toBe(false);
      host = await newHost(app, 'Hanna Tokenmaker');
    });

    test('R82 suspending the account ends its tokens, also for the time after it', async () => {
      const { secret } = await makeToken(host);
      const boss = await newHost(app);
      await makeOperator(app, boss as unknown as Person);
      expect((await boss.post(`/api/admin/hosts/${host.id}/suspend`)).status).toBe(200);
      expect(await works(secret)).toBe(false);
      expect((await boss.post(`/api/admin/hosts/${host.id}/unsuspend`)).status).toBe(200);
      expect(await works(secret)).toBe(false);
      host = await newHost(app, 'Hanna Tokenmaker');
    });

    test('R54 R55 the export names an account’s tokens, and deleting the account deletes them', async () => {
      const gone = await newHost(app);
      const { secret } = await makeToken(gone);
      const file = await gone.get<HostExport>('/api/settings/export');
      expect(file.body.api_tokens).toMatchObject([{ name: 'Till', ended_at: null }]);
      expect(file.text).not.toContain(secret);
      expect((await gone.remove('/api/settings/delete-all')).status).toBe(200);
      expect(await works(secret)).toBe(false);
      const { query } = app.parts.database;
      expect(
        await query.selectFrom('api_tokens').select('id').where('user_id', '=', gone.id).execute(),
      ).toEqual([]);
    });
  });

  test('R4 C3 through a whole draw no call with a token says a winner before the reveal', async () => {
    const { id, public_link: link } = await host.openRaffle({ allow_public_join: true, max_winners: 2 });
    for (let guest = 1; guest <= 6; guest += 1)
      await browser(app).post('/api/join/public', { public_link: link, display_name: `Guest ${guest}` });
    // What everyone may read is searched in another test.
    const urls = app.routes
      .filter(({ method, url }) => method === 'GET' && tokenScope(method, url) !== null)
      .map(({ url }) => url.replace(':id', id));
    expect(urls).toContain(`/api/raffles/${id}/winners`);
    // Each makes no more calls in a minute than it may.
    const tokens: Person[] = [];
    for (let made = 0; made < 3; made += 1) tokens.push(program((await makeToken(host)).secret));
    const received: { at: number; text: string }[] = [];
    let step = 0;
    const listen = async (): Promise<void> => {
      const token = tokens[step % tokens.length];
      step += 1;
      for (const url of urls) {
        const answer = await token?.get(url);
        expect([url, answer?.status]).not.toContain(429);
        received.push({
          at: app.clock.now(),
          text: `${answer?.text ?? ''}${JSON.stringify(answer?.headers)}`,
        });
      }
    };
    await listen();
    const starter = program((await makeToken(host, { scopes: ['draw'] })).secret);
    const { t0 } = (await starter.post<DrawAnswer>(`/api/raffles/${id}/draw`)).body;
    const end = (t0 ?? 0) + 36_000;
    while (app.clock.now() < end) {
      await app.clock.advance(1000);
      await listen();
    }
    const plan = (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;
    await listen();
    const results = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
    const revealAt = Math.max((t0 ?? 0) + 25_000, plan.beacon_at ?? 0) + 3000;
    const secrets = [
      results.proof.combined_seed,
      ...[...results.winners, ...results.alternates].map((row) => row.selection_index),
    ];
    const told = received.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ at }) => at < revealAt)).toEqual([]);
    const seeds = received.filter(({ text }) => text.includes(results.proof.seed_reveal));
    expect(seeds.every(({ at }) => at >= (t0 ?? 0) + 3000)).toBe(true);
  }, 120_000);

  test('M6 R11 the activity log names token and person, and new networks are security events', async () => {
    const { secret, token } = await makeToken(host, { name: 'Box office' });
    const created = await program(secret).post<HostRaffle>('/api/raffles', { title: 'Logged' });
    const entries = (await host.get<AuditPage>(`/api/audit?raffle_id=${created.body.id}`)).body.entries;
    expect(entries[0]).toMatchObject({
      action: 'raffle_created',
      by: { id: host.id, name: 'Hanna Tokenmaker', token: 'Box office' },
    });
    await host.patch(`/api/raffles/${created.body.id}`, { title: 'By hand' });
    const after = (await host.get<AuditPage>(`/api/audit?raffle_id=${created.body.id}`)).body.entries;
    expect(after.find(({ action }) => action === 'raffle_edited')?.by).toMatchObject({ token: null });

    for (const address of ['10.7.1.1', '10.7.1.200', '10.7.2.1'])
      await browser(app, address, { headers: { authorization: `Bearer ${secret}` } }).get('/api/raffles');
    await app.clock.advance(6_000);
    const { query } = app.parts.database;
    const events = async () => {
      const rows = await query
        .selectFrom('security_events')
        .select(['kind', 'network'])
        .where('host_id', '=', host.id)
        .where('kind', 'in', ['api_token_created', 'api_token_used'])
        .execute();
      return rows.map(({ kind, network }) => `${kind} ${network ?? ''}`);
    };
    await expect
      .poll(events)
      .toEqual(
        expect.arrayContaining([
          'api_token_created 127.0.0.0/24',
          'api_token_used 10.7.1.0/24',
          'api_token_used 10.7.2.0/24',
          'api_token_used 127.0.0.0/24',
        ]),
      );
    const listed = (await listOf(host)).find(({ id }) => id === token.id);
    expect((listed?.last_used_at ?? 1) % 3_600_000).toBe(0);
    const stored = await query.selectFrom('api_tokens').select('networks').execute();
    expect(JSON.stringify(stored)).not.toContain('10.7.');
  });
});
