import { describe, expect, test } from 'vitest';
import { browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import type { BusMessage } from '../../platform/bus/bus.ts';

const HOUR = 3600 * 1000;
const SESSION = 'glassdrum.session_token';

forEachDatabase((makeApp) => {
  describe('I2 registration', () => {
    test('I2 opens an account, signs in with a strict cookie and shows no session secret', async () => {
      const app = await makeApp();
      const visitor = browser(app);
      const account = { email: 'Ada@Example.org', name: ' Ada ', password: 'seven drums of glass' };
      const answer = await visitor.call('POST', '/api/auth/register', account);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ id: expect.any(String), name: 'Ada', email: 'ada@example.org' });
      const cookie = String(answer.headers['set-cookie']);
      expect(cookie).toMatch(/; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/);
      const token = decodeURIComponent(visitor.cookies.get(SESSION) ?? '').split('.')[0] ?? '';
      expect(token.length).toBeGreaterThanOrEqual(32);
      expect(answer.text).not.toContain(token);
      const me = await visitor.call('GET', '/api/auth/me');
      expect(me.body).toEqual(answer.body);
      expect(me.text).not.toContain(token);
    });

    test('I2 the cookie is for HTTPS only where the site is', async () => {
      const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const visitor = browser(app);
      const account = { email: 'ada@example.org', name: 'Ada', password: 'seven drums of glass' };
      const answer = await visitor.call('POST', '/api/auth/register', account);
      expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-glassdrum\.session_token=.*; Secure/);
    });

    test('I2 the password is stored as argon2id with the agreed costs, and the host gets a random pseudonym', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { query } = app.parts.database;
      const { password } = await query
        .selectFrom('credentials')
        .select('password')
        .where('user_id', '=', host.id)
        .executeTakeFirstOrThrow();
      expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const user = await query
        .selectFrom('users')
        .select(['pseudonym', 'host_seq'])
        .where('id', '=', host.id)
        .executeTakeFirstOrThrow();
      expect(user.pseudonym).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(user.host_seq).toBe(0);
    });

    test.each([
      ['seven', 'String must contain at least 8 character(s)'],
      ['x'.repeat(101), 'A password has at most 100 characters.'],
    ])('I2 refuses the password %s', async (password, sentence) => {
      const app = await makeApp();
      const answer = await browser(app).call('POST', '/api/auth/register', {
        email: 'ada@example.org',
        name: 'Ada',
        password,
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { code: 'invalid_input', fields: { password: sentence } } });
    });

    test.each(['password', 'Password1', '12345678', 'iloveyou', 'QWERTYUIOP', '01012009', 'trustno1'])(
      'I2 refuses the common password %s',
      async (password) => {
        const app = await makeApp();
        const answer = await browser(app).call('POST', '/api/auth/register', {
          email: 'ada@example.org',
          name: 'Ada',
          password,
        });
        expect(answer.status).toBe(422);
        expect(codeOf(answer)).toBe('password_too_common');
      },
    );

    test.each(['Glassdrum', 'glassdrum2026!', 'R4ffle-H0st', 'winner winner', '$ecret-T1cket'])(
      'I2 refuses %s, which is nothing but words of this product',
      async (password) => {
        const app = await makeApp();
        const account = { email: 'ada@example.org', name: 'Ada', password };
        const answer = await browser(app).call('POST', '/api/auth/register', account);
        expect([answer.status, codeOf(answer)]).toEqual([422, 'password_too_common']);
      },
    );

    test('I2 a password may have any characters, and is compared as it was typed', async () => {
      const app = await makeApp();
      const password = '  Späße für alle: 抽選 🎟️  ';
      const account = { email: 'ada@example.org', name: 'Ada', password };
      expect((await browser(app).call('POST', '/api/auth/register', account)).status).toBe(201);
      const signIn = async (typed: string): Promise<number> =>
        (await browser(app).call('POST', '/api/auth/login', { email: account.email, password: typed }))
          .status;
      expect(await signIn(password)).toBe(200);
      for (const typed of [
        password.trim(),
        password.toLowerCase(),
        password.normalize('NFD'),
        password.slice(0, -1),
      ]) {
        expect([typed, await signIn(typed)]).toEqual([typed, 401]);
      }
    });

    test('I2 one account an address, whatever its case, and however many ask at once', async () => {
      const app = await makeApp();
      const answers = await Promise.all(
        ['ada@example.org', 'ADA@example.org', 'Ada@Example.org'].map((email) =>
          browser(app).call('POST', '/api/auth/register', {
            email,
            name: 'Ada',
            password: 'seven drums of glass',
          }),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
      const refused = answers.filter((answer) => answer.status === 409);
      expect(refused.map(codeOf)).toEqual(['email_taken', 'email_taken']);
      const { users, credentials } = {
        users: await app.parts.database.query.selectFrom('users').selectAll().execute(),
        credentials: await app.parts.database.query.selectFrom('credentials').selectAll().execute(),
      };
      expect([users.length, credentials.length]).toEqual([1, 1]);
    });
  });

  describe('I2 sign-in', () => {
    test('I2 a wrong password and an unknown address get the same answer', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const wrong = await browser(app).call('POST', '/api/auth/login', { email: host.email, password: 'x' });
      const unknown = await browser(app).call('POST', '/api/auth/login', {
        email: 'nobody@example.org',
        password: 'x',
      });
      expect(wrong.status).toBe(401);
      expect(wrong.body).toEqual({
        error: { code: 'invalid_credentials', message: 'Invalid email or password' },
      });
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    });

    test('I2 an unknown address costs a whole password hash too', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const timeOf = async (email: string): Promise<number> => {
        const start = performance.now();
        await browser(app).call('POST', '/api/auth/login', { email, password: 'not the one' });
        return performance.now() - start;
      };
      const times = { known: [] as number[], unknown: [] as number[] };
      // By turns: whatever else the machine does slows both down.
      for (let round = 0; round < 7; round += 1) {
        times.known.push(await timeOf(host.email));
        times.unknown.push(await timeOf('nobody@example.org'));
      }
      const median = (some: number[]): number => some.toSorted((a, b) => a - b)[3] ?? 0;
      expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 3);
    });

    test('I2 every sign-in is a new session, and ends the one that the browser had', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const before = host.cookies.get(SESSION) ?? '';
      const login = { email: host.email.toUpperCase(), password: host.password };
      const answer = await host.call('POST', '/api/auth/login', login);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ id: host.id, name: host.name, email: host.email });
      expect(host.cookies.get(SESSION)).not.toBe(before);
      const old = browser(app);
      old.cookies.set(SESSION, before);
      expect((await old.call('GET', '/api/auth/me')).status).toBe(401);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(200);
    });

    test('I2 signing out ends the session on the server and says so to the sockets', async () => {
      const app = await makeApp();
      const messages: BusMessage[] = [];
      app.parts.bus.subscribe(['host-sessions-ended'], (message) => void messages.push(message));
      const host = await newHost(app);
      const stolen = browser(app);
      stolen.cookies.set(SESSION, host.cookies.get(SESSION) ?? '');
      expect((await stolen.call('GET', '/api/auth/me')).status).toBe(200);
      expect((await host.call('POST', '/api/auth/logout')).body).toEqual({ ok: true });
      expect(host.cookies.has(SESSION)).toBe(false);
      expect((await stolen.call('GET', '/api/auth/me')).status).toBe(401);
      expect(messages).toContainEqual({ topic: 'host-sessions-ended', hostId: host.id });
      expect((await host.call('POST', '/api/auth/logout')).status).toBe(200);
    });

    test('I2 a session is over after 12 idle hours, and not before', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await app.clock.jump(12 * HOUR - 1);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(200);
      await app.clock.jump(12 * HOUR - 1);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(200);
      await app.clock.jump(12 * HOUR);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(401);
    });

    test('I2 a session is over after 14 days, however busy', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      for (let passed = 0; passed < 14 * 24 - 6; passed += 6) {
        await app.clock.jump(6 * HOUR);
        expect((await host.call('GET', '/api/auth/me')).status).toBe(200);
      }
      await app.clock.jump(6 * HOUR);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(401);
    });

    test('I2 a cookie whose signature does not fit is nobody', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const [token = ''] = decodeURIComponent(host.cookies.get(SESSION) ?? '').split('.');
      for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`, '']) {
        const thief = browser(app);
        thief.cookies.set(SESSION, encodeURIComponent(value));
        expect((await thief.call('GET', '/api/auth/me')).status).toBe(401);
      }
    });
  });

  test("I2 the accounts library's own calls are not served", async () => {
    const app = await makeApp();
    const host = await newHost(app);
    for (const [method, url] of [
      ['POST', '/api/auth/sign-in/email'],
      ['POST', '/api/auth/sign-up/email'],
      ['GET', '/api/auth/get-session'],
      ['GET', '/api/auth/list-sessions'],
      ['POST', '/api/auth/update-user'],
      ['GET', '/api/auth/ok'],
    ] as const) {
      const body = method === 'POST' ? { email: host.email, password: host.password, name: 'x' } : undefined;
      expect([url, (await host.call(method, url, body)).status]).toEqual([url, 404]);
    }
  });
});
