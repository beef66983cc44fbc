import { describe, expect, test } from 'vitest';
import { softAuthenticator } from '../../../../test/support/authenticator.ts';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';

const PUBLIC_URL = 'https://raffles.example.org';
const MINUTE = 60_000;

type Device = ReturnType<typeof softAuthenticator>;
type Options = Parameters<Device['get']>[0];
type Wrong = Parameters<Device['get']>[1];

forEachDatabase((makeApp) => {
  const start = async () => {
    const app = await makeApp({ env: { PUBLIC_URL } });
    const host = await newHost(app);
    return { app, host, device: softAuthenticator(PUBLIC_URL) };
  };

  async function registerOptions(host: TestHost): Promise<Options> {
    const answer = await host.call('POST', '/api/auth/passkeys/options', { password: host.password });
    expect(answer.status).toBe(200);
    return answer.body as Options;
  }

  async function add(host: TestHost, device: Device, wrong?: Wrong) {
    const credential = device.create(await registerOptions(host), wrong);
    return host.call('POST', '/api/auth/passkeys', { name: 'Phone', credential });
  }

  async function loginOptions(app: TestApp): Promise<Options> {
    return (await browser(app).call('POST', '/api/auth/login/passkey/options')).body as Options;
  }

  async function signIn(app: TestApp, device: Device, wrong?: Wrong) {
    const visitor = browser(app);
    const credential = device.get(await loginOptions(app), wrong);
    return { visitor, answer: await visitor.call('POST', '/api/auth/login/passkey', { credential }) };
  }

  describe('I2 passkeys', () => {
    test('I2 are added with the password, sign in, are listed, and are gone when removed', async () => {
      const { app, host, device } = await start();
      expect((await add(host, device)).status).toBe(201);
      const { visitor, answer } = await signIn(app, device);
      expect(answer.body).toEqual({ id: host.id, name: host.name, email: host.email });
      expect((await visitor.call('GET', '/api/auth/me')).status).toBe(200);
      expect((await host.call('GET', '/api/auth/account')).body).toMatchObject({
        passkeys: [{ id: device.id, name: 'Phone', last_used_at: app.clock.now() }],
      });
      expect((await host.call('DELETE', `/api/auth/passkeys/${device.id}`)).status).toBe(200);
      expect((await host.call('DELETE', `/api/auth/passkeys/${device.id}`)).status).toBe(404);
      const after = await signIn(app, device);
      expect([after.answer.status, codeOf(after.answer)]).toEqual([403, 'passkey_refused']);
    });

    test('I2 ask for the password before one is added', async () => {
      const { host } = await start();
      const answer = await host.call('POST', '/api/auth/passkeys/options', { password: 'not the one' });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'password_wrong']);
    });

    test.each<[string, Wrong]>([
      ['from another site', { origin: 'https://evil.example' }],
      ['for another site', { rpId: 'evil.example' }],
      ['for a challenge of nobody', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
      ['by a device that did not look who holds it', { userVerified: false }],
    ])('I2 refuse an answer %s, when adding and when signing in', async (_, wrong) => {
      const { app, host, device } = await start();
      expect((await add(host, device, wrong)).status).toBe(403);
      expect((await add(host, device)).status).toBe(201);
      const { visitor, answer } = await signIn(app, device, wrong);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'passkey_refused']);
      expect((await visitor.call('GET', '/api/auth/me')).status).toBe(401);
    });

    test('I2 an answer is valid once and for five minutes', async () => {
      const { app, host, device } = await start();
      await add(host, device);
      const credential = device.get(await loginOptions(app));
      const send = () => browser(app).call('POST', '/api/auth/login/passkey', { credential });
      const answers = await Promise.all([send(), send(), send()]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
      const late = device.get(await loginOptions(app));
      await app.clock.advance(5 * MINUTE);
      expect((await browser(app).call('POST', '/api/auth/login/passkey', { credential: late })).status).toBe(
        403,
      );
    });

    test("I2 one host's challenge adds no passkey to another account", async () => {
      const { app, host, device } = await start();
      const other = await newHost(app);
      const credential = device.create(await registerOptions(host));
      const stolen = await other.call('POST', '/api/auth/passkeys', { name: 'Mine', credential });
      expect(stolen.status).toBe(403);
    });

    test('I2 one device is one passkey of one account', async () => {
      const { app, host, device } = await start();
      const other = await newHost(app);
      expect((await add(host, device)).status).toBe(201);
      expect((await add(other, device)).status).toBe(403);
      const { answer } = await signIn(app, device);
      expect(answer.body).toMatchObject({ id: host.id });
    });

    test("I2 nobody removes another host's passkey", async () => {
      const { app, host, device } = await start();
      const other = await newHost(app);
      await add(host, device);
      expect((await other.call('DELETE', `/api/auth/passkeys/${device.id}`)).status).toBe(404);
      expect((await signIn(app, device)).answer.status).toBe(200);
    });

    test('I2 a copied device betrays itself by its counter', async () => {
      const { app, host, device } = await start();
      await add(host, device);
      expect((await signIn(app, device, { counter: 7 })).answer.status).toBe(200);
      expect((await signIn(app, device, { counter: 7 })).answer.status).toBe(403);
      expect((await signIn(app, device, { counter: 8 })).answer.status).toBe(200);
    });

    test("I2 another device's signature under a known id is refused", async () => {
      const { app, host, device } = await start();
      await add(host, device);
      const thief = softAuthenticator(PUBLIC_URL);
      expect((await signIn(app, thief, { credentialId: device.id })).answer.status).toBe(403);
      expect((await signIn(app, thief)).answer.status).toBe(403);
    });

    test('H6 tries are limited for each caller', async () => {
      const { app } = await start();
      const statuses = [];
      for (let index = 0; index < 102; index += 1) {
        statuses.push(
          (await browser(app, '10.6.0.1').call('POST', '/api/auth/login/passkey/options')).status,
        );
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
      expect((await browser(app, '10.6.0.2').call('POST', '/api/auth/login/passkey/options')).status).toBe(
        200,
      );
    });
  });
});
