/** R83: whose account a sign-in through the provider opens, and what it may do there. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { mailbox } from '../../../../test/support/mailbox.ts';
import {
  type OpenidProvider,
  signedToken,
  startOpenidProvider,
} from '../../../../test/support/openid-provider.ts';
import {
  accountOf,
  begin,
  finish,
  isSignedIn,
  person,
  signInThrough,
} from '../../../../test/support/single-sign-on.ts';
import { totpCode, totpStep } from '../second-factors/totp.ts';

const MINUTE = 60_000;

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.changeToken = null;
});

/** As if the person had given the password at the provider this long ago; null: the provider does not say. */
function askedBefore(app: TestApp, ms: number | null): void {
  provider.changeToken = ({ header, claims }, key) => {
    const authTime = ms === null ? undefined : Math.floor((app.clock.now() - ms) / 1000);
    return signedToken({ header, claims: { ...claims, auth_time: authTime } }, key);
  };
}

const isFresh = async (who: Browser): Promise<boolean> => (await who.get('/api/auth/fresh')).status === 200;

forEachDatabase((makeApp) => {
  const mail = mailbox();
  let app: TestApp;
  beforeAll(async () => {
    app = await makeApp({ env: provider.env, mailer: mail });
  });

  const actionsOf = async (hostId: string): Promise<string[]> => {
    const rows = await app.parts.database.query
      .selectFrom('audit_log')
      .select('action')
      .where('host_id', '=', hostId)
      .orderBy('ts')
      .execute();
    return rows.map(({ action }) => action);
  };

  describe('R83 accounts', () => {
    test('R83: a person is the same one at every sign-in, whatever became of the address there', async () => {
      const login = person(provider);
      const who = browser(app);
      const first = await signInThrough(provider, who, { login });
      expect(first.status).toBe(200);
      expect(first.body).toEqual({
        user: { id: expect.any(String), name: 'Mira Verein', email: `${login}@example.org` },
        is_new: true,
        purpose: 'enter',
        return_to: '/host',
      });
      expect(await accountOf(who)).toMatchObject({
        has_password: false,
        provider: { connected: true, removable: false },
        address_confirmed: true,
      });
      provider.people.set(login, { name: 'Mira Neu', email: 'moved@example.org', email_verified: true });
      const second = await signInThrough(provider, browser(app, '198.51.100.7'), { login });
      expect(second.body).toMatchObject({ user: first.body.user, is_new: false });
      expect((await who.get('/api/auth/sessions')).body).toMatchObject({ sessions: [{}, {}] });
      expect(await actionsOf(first.body.user.id)).toEqual(['account_registered', 'signed_in_with_provider']);
    });

    test('R83: two sign-ins of somebody new at once open one account', async () => {
      const login = person(provider);
      const browsers = [browser(app), browser(app)];
      const answers: string[] = [];
      for (const who of browsers) answers.push(await provider.logIn(await begin(who), login));
      const done = await Promise.all(browsers.map((who, index) => finish(who, answers[index] ?? '')));
      expect(done.map(({ status }) => status)).toEqual([200, 200]);
      expect(done[0]?.body.user.id).toBe(done[1]?.body.user.id);
    });

    test('R83: an address that the provider does not vouch for is confirmed by a link, as ever', async () => {
      const login = person(provider, { email_verified: false });
      const who = browser(app);
      expect((await signInThrough(provider, who, { login })).body.is_new).toBe(true);
      expect((await accountOf(who)).address_confirmed).toBe(false);
      await expect.poll(() => mail.confirmations.some(({ to }) => to === `${login}@example.org`)).toBe(true);
    });

    test('R83: without an address there is no account', async () => {
      for (const email of [undefined, 'no address']) {
        const answer = await signInThrough(provider, browser(app), { login: person(provider, { email }) });
        expect(codeOf(answer)).toBe('provider_without_address');
      }
    });

    test('R83: a name that no host may have is left out', async () => {
      const names: [unknown, string][] = [
        [undefined, 'person'],
        ['x'.repeat(500), 'xxx'],
        ['Glassdrum', 'person'],
        [' \u202e ', 'person'],
      ];
      for (const [name, beginning] of names) {
        const answer = await signInThrough(provider, browser(app), { login: person(provider, { name }) });
        expect(answer.body.user.name).toMatch(new RegExp(`^${beginning}`));
      }
    });
  });

  describe('R83 accounts that are there already', () => {
    test('R83: are connected when both sides know the address, and their owner is told', async () => {
      const host = await newHost(app);
      const login = person(provider, { email: host.email.toUpperCase() });
      const answer = await signInThrough(provider, browser(app), { login });
      expect(answer.body).toMatchObject({ user: { id: host.id, name: host.name }, is_new: false });
      expect(await accountOf(host)).toMatchObject({
        has_password: true,
        provider: { connected: true, removable: true },
      });
      expect(await actionsOf(host.id)).toContain('provider_connected');
      await expect.poll(() => mail.notices.some(({ to }) => to === host.email)).toBe(true);
    });

    test('R83: are not, when the provider does not vouch for the address', async () => {
      const host = await newHost(app);
      for (const verified of [false, undefined, 'no', 0, null]) {
        const login = person(provider, { email: host.email, email_verified: verified });
        const who = browser(app);
        const answer = await signInThrough(provider, who, { login });
        expect(codeOf(answer)).toBe('provider_not_linked');
        expect(answer.text).toContain('connect it on your account page');
        expect(await isSignedIn(who)).toBe(false);
      }
      expect((await accountOf(host)).provider.connected).toBe(false);
    });

    test('R83: are not, when their own address was never confirmed: somebody else may wait in them', async () => {
      const squatter = browser(app);
      const email = 'director@example.org';
      const account = { email, name: 'Somebody', password: 'seven drums of glass' };
      expect((await squatter.post('/api/auth/register', account)).status).toBe(201);
      const who = browser(app);
      const answer = await signInThrough(provider, who, { login: person(provider, { email }) });
      expect(codeOf(answer)).toBe('provider_not_linked');
      expect(answer.text).toContain('was never confirmed');
      expect(await isSignedIn(who)).toBe(false);
      // Nor where no mail is sent, so that no address is ever confirmed.
      const silent = await makeApp({ env: provider.env });
      expect((await browser(silent).post('/api/auth/register', account)).status).toBe(201);
      const other = await signInThrough(provider, browser(silent), { login: person(provider, { email }) });
      expect(codeOf(other)).toBe('provider_not_linked');
    });

    test('R83: their host connects them after a fresh sign-in, whatever the address there is', async () => {
      const host = await newHost(app);
      const login = person(provider);
      await app.clock.advance(10 * MINUTE);
      const stale = await host.post('/api/auth/provider/start', { purpose: 'connect' });
      expect(codeOf(stale)).toBe('fresh_sign_in_needed');
      expect(codeOf(await browser(app).post('/api/auth/provider/start', { purpose: 'connect' }))).toBe(
        'not_signed_in',
      );
      await host.post('/api/auth/login', { email: host.email, password: host.password });
      const connected = await signInThrough(provider, host, {
        login,
        purpose: 'connect',
        return_to: '/account',
      });
      expect(connected.body).toMatchObject({
        user: { id: host.id },
        purpose: 'connect',
        return_to: '/account',
      });
      const later = await signInThrough(provider, browser(app), { login });
      expect(later.body).toMatchObject({ user: { id: host.id, email: host.email }, is_new: false });
      // One person of the provider has one account.
      const other = await newHost(app);
      expect(codeOf(await signInThrough(provider, other, { login, purpose: 'connect' }))).toBe(
        'provider_taken',
      );
    });

    test('R83: connecting finishes for the host who began it only', async () => {
      const host = await newHost(app);
      const answer = await provider.logIn(await begin(host, { purpose: 'connect' }), person(provider));
      const other = await newHost(app);
      await host.post('/api/auth/login', { email: other.email, password: other.password });
      expect(codeOf(await finish(host, answer))).toBe('provider_flow_over');
      expect((await accountOf(host)).provider.connected).toBe(false);
    });

    test('R83: the way through the provider is taken off where there is another one', async () => {
      const host = await newHost(app);
      expect(codeOf(await host.remove('/api/auth/provider'))).toBe('not_found');
      const login = person(provider);
      await signInThrough(provider, host, { login, purpose: 'connect' });
      expect((await host.remove('/api/auth/provider')).status).toBe(200);
      expect((await accountOf(host)).provider.connected).toBe(false);
      const next = await signInThrough(provider, browser(app), { login });
      expect(next.body.is_new).toBe(true);

      const who = browser(app);
      const only = person(provider);
      await signInThrough(provider, who, { login: only });
      expect(codeOf(await who.remove('/api/auth/provider'))).toBe('last_sign_in_way');
      // A first password is set with a fresh sign-in in place of the old one.
      const set = await who.post('/api/auth/password', { password: 'seven drums of glass' });
      expect(set.status).toBe(200);
      expect((await who.remove('/api/auth/provider')).status).toBe(200);
      const email = `${only}@example.org`;
      const login2 = await browser(app).post('/api/auth/login', { email, password: 'seven drums of glass' });
      expect(login2.status).toBe(200);
    });
  });

  test('C14: a password reset takes the way through the provider off the account', async () => {
    const host = await newHost(app);
    const login = person(provider);
    await signInThrough(provider, host, { login, purpose: 'connect' });
    await host.post('/api/auth/reset/request', { email: host.email });
    await expect.poll(() => mail.messages.find(({ to }) => to === host.email)).toBeDefined();
    const token = /#token=([\w-]+)/.exec(mail.messages.find(({ to }) => to === host.email)?.text ?? '')?.[1];
    const reset = await host.post('/api/auth/reset', { token, password: 'eight drums of glass' });
    expect(reset.status).toBe(200);
    const who = browser(app);
    expect((await signInThrough(provider, who, { login })).body.is_new).toBe(true);
  });

  describe('R82 who may open an account through the provider', () => {
    const signUp = async (policy: string, claims: Record<string, unknown> = {}): Promise<string | null> => {
      const other = await makeApp({ env: { ...provider.env, SIGN_UP: policy } });
      return codeOf(await signInThrough(provider, browser(other), { login: person(provider, claims) }));
    };

    test('R82: its people need no link; domains and a closed door hold for them too', async () => {
      expect(await signUp('open')).toBeNull();
      expect(await signUp('invite')).toBeNull();
      expect(await signUp('domain:example.org')).toBeNull();
      expect(await signUp('domain:other.example')).toBe('sign_up_domain');
      expect(await signUp('closed')).toBe('sign_up_closed');
    });

    test('R82: the first link makes an operator of who signs in through the provider with it', async () => {
      const empty = await makeApp({ env: { ...provider.env, SIGN_UP: 'closed', PASSWORDS: 'off' } });
      const link = await empty.operatorLink('https://raffles.example.org');
      const token = new URL(link ?? '').hash.slice('#sign-up='.length);
      const who = browser(empty);
      const answer = await signInThrough(provider, who, { login: person(provider), sign_up_token: token });
      expect(answer.body.is_new).toBe(true);
      expect((await accountOf(who)).is_operator).toBe(true);
      const again = await signInThrough(provider, browser(empty), {
        login: person(provider),
        sign_up_token: token,
      });
      expect(codeOf(again)).toBe('sign_up_link_invalid');
    });
  });

  describe('C14 a fresh sign-in through the provider', () => {
    test('C14: counts from when the provider asked, not from when the browser came back', async () => {
      const login = person(provider);
      const who = browser(app);
      askedBefore(app, 9 * MINUTE);
      await signInThrough(provider, who, { login });
      expect(await isFresh(who)).toBe(true);
      await app.clock.advance(MINUTE);
      expect(await isFresh(who)).toBe(false);
      askedBefore(app, 60 * MINUTE);
      await signInThrough(provider, who, { login });
      expect(await isSignedIn(who)).toBe(true);
      expect(await isFresh(who)).toBe(false);
      expect(codeOf(await who.post('/api/auth/two-factor', {}))).toBe('fresh_sign_in_needed');
    });

    test('C14: a provider that does not say when makes no sign-in fresh', async () => {
      const who = browser(app);
      const login = person(provider);
      askedBefore(app, null);
      await signInThrough(provider, who, { login });
      expect(await isSignedIn(who)).toBe(true);
      expect(await isFresh(who)).toBe(false);
      const again = await signInThrough(provider, who, { login, purpose: 'again' });
      expect(codeOf(again)).toBe('provider_without_time');
    });

    test('C14: signing in again makes the provider ask, and the answer prove that it did', async () => {
      const present = await makeApp({ env: provider.env });
      const login = person(provider);
      const who = browser(present);
      const cookies = new Map<string, string>();
      await signInThrough(provider, who, { login, cookies });
      const url = new URL(await begin(who, { purpose: 'again' }));
      expect(url.searchParams.get('prompt')).toBe('login');
      expect(url.searchParams.get('max_age')).toBe('0');
      expect(url.searchParams.get('login_hint')).toBe(`${login}@example.org`);
      expect((await finish(who, await provider.logIn(url.href, login, cookies))).body).toMatchObject({
        purpose: 'again',
      });
      expect(await isFresh(who)).toBe(true);
      // Whoever sits at a screen left alone takes these words out of the address.
      const quiet = new URL(await begin(who, { purpose: 'again' }));
      for (const word of ['prompt', 'max_age']) quiet.searchParams.delete(word);
      askedBefore(present, 2 * MINUTE);
      expect(codeOf(await finish(who, await provider.logIn(quiet.href, login, cookies)))).toBe(
        'provider_refused',
      );
    });

    test('C14: signing in again opens no account and connects none', async () => {
      const host = await newHost(await makeApp({ env: provider.env }));
      const login = person(provider, { email: host.email });
      expect(codeOf(await signInThrough(provider, host, { login, purpose: 'again' }))).toBe(
        'provider_unknown',
      );
      expect((await accountOf(host)).provider.connected).toBe(false);
    });
  });

  describe('R83 what holds for every sign-in', () => {
    test('R82: a suspended account stays closed', async () => {
      const login = person(provider);
      const who = browser(app);
      const { id } = (await signInThrough(provider, who, { login })).body.user;
      await app.parts.database.query
        .updateTable('users')
        .set({ suspended_at: 1 })
        .where('id', '=', id)
        .execute();
      expect(await isSignedIn(who)).toBe(false);
      expect(codeOf(await signInThrough(provider, browser(app), { login }))).toBe('account_suspended');
    });

    test('C14: two-factor codes are asked for after the provider too', async () => {
      const host = await newHost(app);
      const login = person(provider);
      await signInThrough(provider, host, { login, purpose: 'connect' });
      const setup = await host.post<{ secret: string }>('/api/auth/two-factor', { password: host.password });
      const enabled = await host.post<{ recovery_codes: string[] }>('/api/auth/two-factor/enable', {
        code: totpCode(setup.body.secret, totpStep(app.clock.now())),
      });
      expect(enabled.status).toBe(200);
      const who = browser(app);
      const step = await signInThrough(provider, who, { login });
      expect(step.status).toBe(202);
      expect(await isSignedIn(who)).toBe(false);
      const { login_token: token } = step.body as unknown as { login_token: string };
      const code = enabled.body.recovery_codes[0];
      expect((await who.post('/api/auth/login/code', { login_token: token, code })).status).toBe(200);
      expect(await isSignedIn(who)).toBe(true);
    });

    test('R83: nobody is sent to another site afterwards (open redirect)', async () => {
      const who = browser(app);
      const bad = [
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        '\\evil.example',
        'javascript:alert(1)',
        'host',
        '/host\r\nSet-Cookie: a=b',
        '/\t/evil.example',
      ];
      for (const path of bad) {
        const answer = await who.post('/api/auth/provider/start', { purpose: 'enter', return_to: path });
        expect([path, answer.status]).toEqual([path, 400]);
      }
      const login = person(provider);
      const answer = await signInThrough(provider, who, { login, return_to: '/host/raffles/abc?tab=people' });
      expect(answer.body.return_to).toBe('/host/raffles/abc?tab=people');
    });

    test('R83: signing out ends the session here, and the account stays connected', async () => {
      const login = person(provider);
      const who = browser(app);
      await signInThrough(provider, who, { login });
      expect((await who.post('/api/auth/logout')).status).toBe(200);
      expect(await isSignedIn(who)).toBe(false);
      expect((await signInThrough(provider, who, { login })).body.is_new).toBe(false);
    });

    test('R83: an installation without a provider says so', async () => {
      const plain = browser(await makeApp());
      expect((await plain.get('/api/auth/ways')).body).toEqual({ passwords: true, provider: null });
      expect(codeOf(await plain.post('/api/auth/provider/start', { purpose: 'enter' }))).toBe('provider_off');
      expect(codeOf(await finish(plain, 'code=a&state=b'))).toBe('provider_off');
    });
  });
});
