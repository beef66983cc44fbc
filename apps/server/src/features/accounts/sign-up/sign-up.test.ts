/** R82: who may open a host account, and how the first operator comes to be. */
import type { SignUpLinkAnswer, SignUpRules, SignUpState } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { softAuthenticator } from '../../../../test/support/authenticator.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { makeOperator, type Person, person, signUp } from '../../../../test/support/people.ts';

const HOME = 'http://localhost:3000';
const PASSWORD = 'seven drums of glass';
let accounts = 0;

forEachDatabase((makeApp) => {
  function register(app: TestApp, token?: string, email = `host${(accounts += 1)}@example.org`) {
    return person(app).post('/api/auth/register', {
      name: 'Hanna Host',
      email,
      password: PASSWORD,
      ...(token !== undefined && { sign_up_token: token }),
    });
  }

  const tokenOf = (url: string): string => new URL(url).hash.replace('#sign-up=', '');

  async function countAccounts(app: TestApp): Promise<number> {
    return (await app.parts.database.query.selectFrom('users').select('id').execute()).length;
  }

  async function makeLink(operator: Person, note = ''): Promise<SignUpLinkAnswer> {
    const made = await operator.post<SignUpLinkAnswer>('/api/admin/sign-up/links', { note });
    expect(made.status).toBe(201);
    return made.body;
  }

  async function signedIn(app: TestApp, answer: Awaited<ReturnType<typeof register>>): Promise<Person> {
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    return person(app, { cookie });
  }

  it('R82: the first account is a plain host without the link of the first start, and the operator with it', async () => {
    const app = await makeApp();
    const link = await app.operatorLink(HOME);
    const first = await register(app);
    expect(first.status).toBe(201);
    expect((await (await signedIn(app, first)).get('/api/admin/overview')).status).toBe(404);
    // The link still works for anyone who has it; no new one is made.
    expect(await app.operatorLink(HOME)).toBeNull();
    const operator = await register(app, tokenOf(link ?? ''));
    expect(operator.status).toBe(201);
    expect((await (await signedIn(app, operator)).get('/api/admin/overview')).status).toBe(200);
  });

  it('R82: the link of the first start works once, also for two at the same moment, and makes the others worthless', async () => {
    const app = await makeApp({ env: { SIGN_UP: 'closed' } });
    const [one, two] = [(await app.operatorLink(HOME)) ?? '', (await app.operatorLink(HOME)) ?? ''];
    const answers = await Promise.all([register(app, tokenOf(one)), register(app, tokenOf(one))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
    expect((await register(app, tokenOf(one))).status).toBe(404);
    expect((await register(app, tokenOf(two))).status).toBe(404);
    expect(await countAccounts(app)).toBe(1);
  });

  it('R82: a link that led to no account can be used again', async () => {
    const app = await makeApp({ env: { SIGN_UP: 'invite' } });
    const token = tokenOf((await app.operatorLink(HOME)) ?? '');
    expect((await register(app, token, 'first@example.org')).status).toBe(201);
    const operator = await signUpAs(app, 'first@example.org');
    const invite = tokenOf((await makeLink(operator)).url);
    const taken = await register(app, invite, 'first@example.org');
    expect([taken.status, (taken.body as { error: { code: string } }).error.code]).toEqual([
      409,
      'email_taken',
    ]);
    expect((await register(app, invite)).status).toBe(201);
    expect((await register(app, invite)).status).toBe(404);
  });

  async function signUpAs(app: TestApp, email: string): Promise<Person> {
    return signedIn(app, await person(app).post('/api/auth/login', { email, password: PASSWORD }));
  }

  it('R82: the policy of the environment holds until an operator chooses another, at once', async () => {
    const app = await makeApp({ env: { SIGN_UP: 'domain:Example.org, club.example' } });
    const rules = await person(app).get<SignUpRules>('/api/auth/sign-up');
    expect(rules.body).toEqual({ policy: 'domain', domains: ['example.org', 'club.example'] });
    const operator = await makeOperator(app, await signUp(app));
    const set = (body: object) => operator.put<SignUpState>('/api/admin/sign-up', body);

    const refused = await register(app, undefined, 'mallory@evil.example');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Accounts here need an email address of example.org, club.example.');
    expect((await register(app, undefined, 'm@sub.example.org')).status).toBe(403);
    expect((await register(app, undefined, 'm@notexample.org')).status).toBe(403);
    expect((await register(app, undefined, 'Member@CLUB.example')).status).toBe(201);
    // A link is the operator's own word.
    expect((await register(app, tokenOf((await makeLink(operator)).url), 'guest@evil.example')).status).toBe(
      201,
    );

    expect((await set({ policy: 'invite' })).body).toMatchObject({ policy: 'invite', from: 'operator' });
    expect((await person(app).get<SignUpRules>('/api/auth/sign-up')).body).toEqual({
      policy: 'invite',
      domains: [],
    });
    const closedOut = await register(app);
    expect([closedOut.status, closedOut.text]).toEqual([403, expect.stringContaining('sign_up_needs_link')]);
    expect((await register(app, 'A'.repeat(43))).status).toBe(404);
    const unused = tokenOf((await makeLink(operator)).url);

    await set({ policy: 'closed' });
    expect((await register(app)).status).toBe(403);
    expect((await register(app, unused)).status).toBe(403);
    await set({ policy: 'open' });
    expect((await register(app, unused)).status).toBe(201);
    expect((await register(app)).status).toBe(201);
    expect((await set({ policy: 'domain', domains: [] })).status).toBe(400);
    expect((await set({ policy: 'domain', domains: ['not a domain'] })).status).toBe(400);
  });

  it('R82: links end after seven days or when they are revoked, and say who used them', async () => {
    const app = await makeApp({ env: { SIGN_UP: 'invite' } });
    await app.operatorLink(HOME).then((link) => register(app, tokenOf(link ?? ''), 'operator@example.org'));
    const operator = await signUpAs(app, 'operator@example.org');
    const [old, revoked, used] = [
      await makeLink(operator, 'for Olga'),
      await makeLink(operator, 'for Rita'),
      await makeLink(operator, 'for Uwe'),
    ];
    expect((await operator.remove(`/api/admin/sign-up/links/${revoked.link.id}`)).status).toBe(200);
    expect((await operator.remove(`/api/admin/sign-up/links/${revoked.link.id}`)).status).toBe(404);
    expect((await register(app, tokenOf(revoked.url))).status).toBe(404);
    expect((await register(app, tokenOf(used.url))).status).toBe(201);
    expect((await operator.remove(`/api/admin/sign-up/links/${used.link.id}`)).status).toBe(404);
    expect(old.link.expires_at).toBe(app.clock.now() + 7 * 86_400_000);
    await app.parts.database.query
      .updateTable('sign_up_links')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', old.link.id)
      .execute();
    expect((await register(app, tokenOf(old.url))).status).toBe(404);
    const { links } = (await operator.get<SignUpState>('/api/admin/sign-up')).body;
    expect(Object.fromEntries(links.map(({ note, used_by: by }) => [note, by]))).toEqual({
      'for Olga': null,
      'for Uwe': 'Hanna Host',
    });
    const rows = await app.parts.database.query.selectFrom('sign_up_links').selectAll().execute();
    for (const { url } of [old, revoked, used]) expect(JSON.stringify(rows)).not.toContain(tokenOf(url));
  });

  it('R82: no passkey opens an account where nobody may sign up', async () => {
    const app = await makeApp({ env: { SIGN_UP: 'closed', PUBLIC_URL: 'https://raffles.example.org' } });
    const visitor = person(app, { origin: 'https://raffles.example.org' });
    const device = softAuthenticator('https://raffles.example.org');
    const asked = await visitor.post<{ challenge: string; rpId: string }>('/api/auth/login/passkey/options');
    const answer = await visitor.post('/api/auth/login/passkey', { credential: device.get(asked.body) });
    expect(answer.status).toBe(403);
    // What the accounts library could serve itself is not there.
    for (const path of ['/api/auth/sign-up/email', '/api/auth/passkey/register']) {
      expect((await visitor.post(path, { email: 'a@example.org', password: PASSWORD })).status).toBe(404);
    }
    expect(await countAccounts(app)).toBe(0);
  });
});
