/** R83: an installation on which passwords and passkeys open no account, and how its operator gets in nevertheless. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browser, codeOf } from '../../../../test/support/browser.ts';
import { glassdrum } from '../../../../test/support/command.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { type OpenidProvider, startOpenidProvider } from '../../../../test/support/openid-provider.ts';
import { accountOf, isSignedIn, person, signInThrough } from '../../../../test/support/single-sign-on.ts';
import { totpCode, totpStep } from '../second-factors/totp.ts';

const PASSWORD = 'seven drums of glass';

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterAll(() => provider.close());

forEachDatabase((makeApp) => {
  const environment = (): Record<string, string> => ({ ...provider.env, PASSWORDS: 'off' });
  const makeOff = (storage?: TestApp['storage']): Promise<TestApp> =>
    makeApp({ env: environment(), ...(storage !== undefined && { storage }) });

  /** An account of the time before passwords were switched off. */
  async function before(email: string): Promise<TestApp['storage']> {
    const app = await makeApp();
    const answer = await browser(app).post('/api/auth/register', {
      email,
      name: 'Oskar',
      password: PASSWORD,
    });
    expect(answer.status).toBe(201);
    await app.close();
    return app.storage;
  }

  describe('R83 passwords are off', () => {
    test('R83: every call with a password or a passkey is refused in words, before its body is read', async () => {
      const app = await makeOff(await before('oskar@example.org'));
      const who = browser(app);
      expect((await who.get('/api/auth/ways')).body).toEqual({ passwords: false, provider: 'Club login' });
      const calls = [
        ['register', { email: 'new@example.org', name: 'New', password: PASSWORD }],
        ['login', { email: 'oskar@example.org', password: PASSWORD }],
        ['login', { nothing: 'that fits' }],
        ['login/passkey/options', {}],
        ['login/passkey', {}],
        ['reset/request', { email: 'oskar@example.org' }],
        ['reset', { token: 'abc', password: PASSWORD }],
      ] as const;
      for (const [path, body] of calls) {
        const answer = await who.post(`/api/auth/${path}`, body);
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'passwords_off']);
        expect(answer.text).toContain('Please sign in with Club login.');
      }
      expect(await isSignedIn(who)).toBe(false);
      const signedIn = browser(app);
      await signInThrough(provider, signedIn, { login: person(provider) });
      for (const [path, body] of [
        ['password', { current_password: PASSWORD, password: `${PASSWORD} two` }],
        ['passkeys/options', { password: PASSWORD }],
        ['passkeys', {}],
      ] as const) {
        const answer = await signedIn.post(`/api/auth/${path}`, body);
        expect([path, codeOf(answer)]).toEqual([path, 'passwords_off']);
      }
    });

    test('R83: what asked for the password asks for a fresh sign-in, and codes still work', async () => {
      const app = await makeOff();
      const login = person(provider);
      const who = browser(app);
      await signInThrough(provider, who, { login });
      expect(await accountOf(who)).toMatchObject({
        has_password: false,
        provider: { connected: true, removable: false },
      });
      expect(codeOf(await who.remove('/api/auth/provider'))).toBe('last_sign_in_way');
      const setup = await who.post<{ secret: string }>('/api/auth/two-factor', {});
      const code = totpCode(setup.body.secret, totpStep(app.clock.now()));
      expect((await who.post('/api/auth/two-factor/enable', { code })).status).toBe(200);
      const other = browser(app);
      const step = await signInThrough(provider, other, { login });
      expect(step.status).toBe(202);
      await app.clock.advance(30_000);
      const next = totpCode(setup.body.secret, totpStep(app.clock.now()));
      const { login_token: token } = step.body as unknown as { login_token: string };
      expect((await other.post('/api/auth/login/code', { login_token: token, code: next })).status).toBe(200);
      await app.clock.advance(10 * 60_000);
      expect(codeOf(await other.post('/api/auth/two-factor/disable', {}))).toBe('fresh_sign_in_needed');
    });
  });

  describe('R83 the command line lets an operator in', () => {
    test('R83: glassdrum operator prints a link that works once, whatever the provider does', async () => {
      const email = 'oskar@example.org';
      const storage = await before(email);
      const app = await makeOff(storage);
      await app.parts.database.query.updateTable('users').set({ suspended_at: 1 }).execute();
      const made = await glassdrum({ ...storage, environment: environment() }, 'operator', email);
      expect(made.code).toBe(0);
      const [sentence, link = ''] = made.stdout.trim().split('\n');
      expect(sentence).toBe(`${email} is an operator now: see /admin.`);
      expect(made.stderr).toContain('Valid for 30 minutes and one use.');
      expect(link.startsWith('https://raffles.example.org/auth/link#token=')).toBe(true);
      const token = new URL(link).hash.slice('#token='.length);
      const who = browser(app);
      expect((await who.post('/api/auth/login/link', { token })).status).toBe(200);
      expect(await accountOf(who)).toMatchObject({ is_operator: true, address_confirmed: true });
      expect((await who.get('/api/auth/fresh')).status).toBe(200);
      expect(codeOf(await browser(app).post('/api/auth/login/link', { token }))).toBe('sign_in_link_invalid');
      // From now on the provider's person with this address is this account.
      const login = person(provider, { email });
      expect((await signInThrough(provider, browser(app), { login })).body).toMatchObject({ is_new: false });
    });

    test('R83: glassdrum sign-in-link asks for the code, unless told otherwise, and runs out', async () => {
      const app = await makeOff();
      const login = person(provider);
      const email = `${login}@example.org`;
      const who = browser(app);
      await signInThrough(provider, who, { login });
      const setup = await who.post<{ secret: string }>('/api/auth/two-factor', {});
      const code = totpCode(setup.body.secret, totpStep(app.clock.now()));
      await who.post('/api/auth/two-factor/enable', { code });
      const linkFor = async (...args: string[]): Promise<string> => {
        const made = await glassdrum({ ...app.storage, environment: environment() }, 'sign-in-link', ...args);
        expect(made.code).toBe(0);
        return new URL(made.stdout.trim()).hash.slice('#token='.length);
      };
      const asked = await browser(app).post('/api/auth/login/link', { token: await linkFor(email) });
      expect([asked.status, asked.body]).toMatchObject([202, { second_step: true }]);
      const token = await linkFor(email, '--without-two-factor');
      const late = await linkFor(email);
      expect((await browser(app).post('/api/auth/login/link', { token })).status).toBe(200);
      await app.clock.advance(31 * 60_000);
      expect(codeOf(await browser(app).post('/api/auth/login/link', { token: late }))).toBe(
        'sign_in_link_invalid',
      );
      const audit = await app.parts.database.query.selectFrom('audit_log').select('action').execute();
      expect(audit.filter(({ action }) => action === 'sign_in_link_made')).toHaveLength(3);
      const events = await app.parts.database.query
        .selectFrom('security_events')
        .select(['kind', 'reason'])
        .execute();
      expect(events).toContainEqual({ kind: 'sign_in_link_created', reason: 'glassdrum sign-in-link' });
      const unknown = await glassdrum(
        { ...app.storage, environment: environment() },
        'sign-in-link',
        'nobody@example.org',
      );
      expect([unknown.code, unknown.stderr.trim()]).toEqual([
        1,
        'There is no host account with the address nobody@example.org.',
      ]);
      const reset = await glassdrum({ ...app.storage, environment: environment() }, 'reset-password', email);
      expect([reset.code, reset.stderr.trim()]).toEqual([
        1,
        'Passwords are off here (PASSWORDS=off). Use glassdrum sign-in-link instead.',
      ]);
    });
  });
});
