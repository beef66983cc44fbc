import { describe, expect, test } from 'vitest';
import type { RecoveryCodes, SecondStep, TwoFactorSetup } from '@glassdrum/contract';
import { type Browser, browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import type { BusMessage } from '../../../platform/bus/bus.ts';
import { totpCode, totpStep } from './totp.ts';

const NEW_PASSWORD = 'eleven drums of glass';
const STEP = 30_000;

forEachDatabase((makeApp) => {
  const me = async (visitor: Browser): Promise<number> => (await visitor.call('GET', '/api/auth/me')).status;

  async function login(app: TestApp, host: TestHost, password = host.password, address = '127.0.0.1') {
    const visitor = browser(app, address);
    const answer = await visitor.call('POST', '/api/auth/login', { email: host.email, password });
    return { visitor, answer };
  }

  describe('I2 change of password', () => {
    test('I2 asks for the old one, ends all other sessions and renews this one', async () => {
      const app = await makeApp();
      const told: BusMessage[] = [];
      app.parts.bus.subscribe(['host-sessions-ended'], (message) => void told.push(message));
      const host = await newHost(app);
      const elsewhere = (await login(app, host)).visitor;
      const before = new Map(host.cookies);
      const wrong = await host.call('POST', '/api/auth/password', {
        current_password: 'not the one',
        password: NEW_PASSWORD,
      });
      expect([wrong.status, codeOf(wrong)]).toEqual([403, 'password_wrong']);
      expect(await me(elsewhere)).toBe(200);
      const changed = await host.call('POST', '/api/auth/password', {
        current_password: host.password,
        password: NEW_PASSWORD,
      });
      expect(changed.status).toBe(200);
      expect([await me(host), await me(elsewhere)]).toEqual([200, 401]);
      const stolen = browser(app);
      for (const [name, value] of before) stolen.cookies.set(name, value);
      expect(await me(stolen)).toBe(401);
      expect(told).toContainEqual({ topic: 'host-sessions-ended', hostId: host.id });
      expect((await login(app, host)).answer.status).toBe(401);
      expect((await login(app, host, NEW_PASSWORD)).answer.status).toBe(200);
    });

    test.each([
      ['password1', 'password_too_common'],
      ['seven', 'invalid_input'],
    ])('I2 refuses %s', async (password, code) => {
      const app = await makeApp();
      const host = await newHost(app);
      const answer = await host.call('POST', '/api/auth/password', {
        current_password: host.password,
        password,
      });
      expect(codeOf(answer)).toBe(code);
      expect((await login(app, host)).answer.status).toBe(200);
    });

    test('H6 100 wrong old passwords at once: ten are looked at', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          host.call('POST', '/api/auth/password', { current_password: 'wrong', password: NEW_PASSWORD }),
        ),
      );
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
    });
  });

  test('I2 signing out everywhere ends every session, here too, and tells the sockets', async () => {
    const app = await makeApp();
    const told: BusMessage[] = [];
    app.parts.bus.subscribe(['host-sessions-ended'], (message) => void told.push(message));
    const [host, other] = [await newHost(app), await newHost(app)];
    const elsewhere = (await login(app, host)).visitor;
    const cookies = new Map(host.cookies);
    expect((await host.call('POST', '/api/auth/sessions/end')).status).toBe(200);
    expect(host.cookies.size).toBe(0);
    for (const [name, value] of cookies) host.cookies.set(name, value);
    expect([await me(host), await me(elsewhere), await me(other)]).toEqual([401, 401, 200]);
    expect(told).toContainEqual({ topic: 'host-sessions-ended', hostId: host.id });
  });

  describe('I2 two-factor codes', () => {
    async function switchOn(app: TestApp, host: TestHost) {
      const begun = await host.call('POST', '/api/auth/two-factor', { password: host.password });
      const { secret } = begun.body as TwoFactorSetup;
      const codeNow = (): string => totpCode(secret, totpStep(app.clock.now()));
      const enabled = await host.call('POST', '/api/auth/two-factor/enable', { code: codeNow() });
      expect(enabled.status).toBe(200);
      // The code that switched them on is used up.
      await app.clock.advance(STEP);
      return { secret, codeNow, recovery: (enabled.body as RecoveryCodes).recovery_codes };
    }

    async function secondStep(app: TestApp, host: TestHost) {
      const { visitor, answer } = await login(app, host);
      expect(answer.status).toBe(202);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const { login_token: token } = answer.body as SecondStep;
      return {
        visitor,
        send: (code: string) => visitor.call('POST', '/api/auth/login/code', { login_token: token, code }),
      };
    }

    test('I2 are on once a first code was typed, and are asked for after the password', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const begun = await host.call('POST', '/api/auth/two-factor', { password: host.password });
      const { secret, uri } = begun.body as TwoFactorSetup;
      expect(uri).toContain(`secret=${secret}`);
      expect((await login(app, host)).answer.status).toBe(200);
      const wrong = await host.call('POST', '/api/auth/two-factor/enable', { code: '000000' });
      expect([wrong.status, codeOf(wrong)]).toEqual([403, 'code_wrong']);
      const { codeNow } = await switchOn(app, host);
      const { visitor, send } = await secondStep(app, host);
      expect(await me(visitor)).toBe(401);
      expect((await send('000000')).status).toBe(403);
      const answer = await send(codeNow().replace(/(...)/, '$1 '));
      expect([answer.status, answer.body]).toEqual([
        200,
        { id: host.id, name: host.name, email: host.email },
      ]);
      expect(await me(visitor)).toBe(200);
    });

    test('I2 a code is valid once, also for two at once', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { codeNow } = await switchOn(app, host);
      const steps = await Promise.all([1, 2, 3].map(() => secondStep(app, host)));
      const answers = await Promise.all(steps.map(({ send }) => send(codeNow())));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    });

    test('I2 a second step ends with its use, after five minutes, and after five wrong codes', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { codeNow } = await switchOn(app, host);
      const used = await secondStep(app, host);
      expect((await used.send(codeNow())).status).toBe(200);
      await app.clock.advance(STEP);
      expect(codeOf(await used.send(codeNow()))).toBe('sign_in_expired');
      const late = await secondStep(app, host);
      await app.clock.advance(10 * STEP);
      expect(codeOf(await late.send(codeNow()))).toBe('sign_in_expired');
      const guessed = await secondStep(app, host);
      for (let tries = 0; tries < 5; tries += 1) expect((await guessed.send('000000')).status).toBe(403);
      expect((await guessed.send(codeNow())).status).toBe(429);
    });

    test('H6 60 wrong codes at once over twelve second steps: fifty are looked at', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await switchOn(app, host);
      const steps: Awaited<ReturnType<typeof secondStep>>[] = [];
      for (let index = 0; index < 12; index += 1) steps.push(await secondStep(app, host));
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => steps.map(({ send }) => send('000000'))).flat(),
      );
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(50);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    });

    test('I2 ten recovery codes, each valid once, kept as hashes', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { recovery } = await switchOn(app, host);
      expect(recovery).toHaveLength(10);
      expect(new Set(recovery).size).toBe(10);
      const rows = await app.parts.database.query.selectFrom('recovery_codes').selectAll().execute();
      for (const code of recovery) {
        expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
        expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
      }
      const [first = ''] = recovery;
      expect((await (await secondStep(app, host)).send(first.toLowerCase())).status).toBe(200);
      expect((await (await secondStep(app, host)).send(first)).status).toBe(403);
      expect((await host.call('GET', '/api/auth/account')).body).toMatchObject({
        two_factor: { enabled: true, recovery_codes_left: 9 },
      });
    });

    test('I2 recovery codes of 16 signs, which earlier versions gave, are still valid once', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await switchOn(app, host);
      const hash = app.parts.keys.pseudonymise(`recovery:${host.id}`, 'ABCDEFGHIJKLMN23');
      await app.parts.database.query
        .insertInto('recovery_codes')
        .values({ user_id: host.id, code_hash: hash })
        .execute();
      expect((await (await secondStep(app, host)).send('abcd-efgh-ijkl-mn23')).status).toBe(200);
      expect((await (await secondStep(app, host)).send('abcd-efgh-ijkl-mn23')).status).toBe(403);
    });

    test('I2 new recovery codes end the old ones; both need the password', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { recovery } = await switchOn(app, host);
      const renew = (password: string) =>
        host.call('POST', '/api/auth/two-factor/recovery-codes', { password });
      expect((await renew('wrong')).status).toBe(403);
      const [fresh = ''] = ((await renew(host.password)).body as RecoveryCodes).recovery_codes;
      expect((await (await secondStep(app, host)).send(recovery[0] ?? '')).status).toBe(403);
      expect((await (await secondStep(app, host)).send(fresh)).status).toBe(200);
    });

    test('I2 are switched off with the password only', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await switchOn(app, host);
      const off = (password: string) => host.call('POST', '/api/auth/two-factor/disable', { password });
      expect((await off('wrong')).status).toBe(403);
      expect((await login(app, host)).answer.status).toBe(202);
      expect((await off(host.password)).status).toBe(200);
      expect((await login(app, host)).answer.status).toBe(200);
      const left = await app.parts.database.query.selectFrom('recovery_codes').selectAll().execute();
      expect(left).toEqual([]);
    });

    test('I2 a secret that is in use is not replaced, and is sealed', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { secret } = await switchOn(app, host);
      const again = await host.call('POST', '/api/auth/two-factor', { password: host.password });
      expect([again.status, codeOf(again)]).toEqual([409, 'two_factor_on']);
      const rows = await app.parts.database.query.selectFrom('two_factor').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(secret);
    });

    test("I2 one host's second step takes no code of another", async () => {
      const app = await makeApp();
      const [host, other] = [await newHost(app), await newHost(app)];
      await switchOn(app, host);
      const { codeNow } = await switchOn(app, other);
      expect((await (await secondStep(app, host)).send(codeNow())).status).toBe(403);
    });

    test('M2 no code, secret or token is logged', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const { secret, codeNow, recovery } = await switchOn(app, host);
      const { answer } = await login(app, host);
      const { login_token: token } = answer.body as SecondStep;
      const code = codeNow();
      await browser(app).call('POST', '/api/auth/login/code', { login_token: token, code });
      const log = app.logLines.join('');
      for (const word of [secret, token, ...recovery, host.email, host.password]) {
        expect(log).not.toContain(word);
      }
    });
  });
});
