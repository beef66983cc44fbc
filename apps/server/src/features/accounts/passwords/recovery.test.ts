/** C14: somebody who opened an account with another's address has nothing left once its owner resets the password. */
import type { AccountState, RecoveryCodes, SecondStep, TwoFactorSetup } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import { softAuthenticator } from '../../../../test/support/authenticator.ts';
import { type Browser, browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { totpCode, totpStep } from '../second-factors/totp.ts';

const PUBLIC_URL = 'https://raffles.example.org';
const NEW_PASSWORD = 'eleven drums of glass';
const STEP = 30_000;
const SENTENCE = /^(?:A passkey|Two-factor codes|New recovery codes|The password)/;

type Device = ReturnType<typeof softAuthenticator>;
type Options = Parameters<Device['get']>[0];

forEachDatabase((makeApp) => {
  async function start() {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
    const host = await newHost(app);
    const device = softAuthenticator(PUBLIC_URL);
    const options = await host.call('POST', '/api/auth/passkeys/options', { password: host.password });
    const credential = device.create(options.body as Options);
    expect((await host.call('POST', '/api/auth/passkeys', { name: 'Phone', credential })).status).toBe(201);
    const begun = await host.call('POST', '/api/auth/two-factor', { password: host.password });
    const { secret } = begun.body as TwoFactorSetup;
    const codeNow = (): string => totpCode(secret, totpStep(app.clock.now()));
    const enabled = await host.call('POST', '/api/auth/two-factor/enable', { code: codeNow() });
    await app.clock.advance(STEP);
    return { app, box, host, device, codeNow, recovery: (enabled.body as RecoveryCodes).recovery_codes };
  }

  async function passkeySignIn(app: TestApp, device: Device) {
    const visitor = browser(app);
    const options = (await visitor.call('POST', '/api/auth/login/passkey/options')).body as Options;
    return visitor.call('POST', '/api/auth/login/passkey', { credential: device.get(options) });
  }

  async function passwordSignIn(app: TestApp, email: string, password: string) {
    const visitor = browser(app);
    return { visitor, answer: await visitor.call('POST', '/api/auth/login', { email, password }) };
  }

  async function reset(app: TestApp, box: ReturnType<typeof mailbox>, host: TestHost): Promise<void> {
    const before = box.messages.length;
    await browser(app).call('POST', '/api/auth/reset/request', { email: host.email });
    await expect.poll(() => box.messages.length).toBe(before + 1);
    const token = /#token=([\w-]+)/.exec(box.messages.at(-1)?.text ?? '')?.[1];
    const answer = await browser(app).call('POST', '/api/auth/reset', { token, password: NEW_PASSWORD });
    expect(answer.status).toBe(200);
  }

  const stateOf = async (who: Browser): Promise<AccountState> =>
    (await who.call('GET', '/api/auth/account')).body as AccountState;

  describe('C14 a password reset', () => {
    test('C14: ends sessions and everything under way, and neither the passkey nor the codes sign in any more', async () => {
      const { app, box, host, device } = await start();
      expect((await passkeySignIn(app, device)).status).toBe(200);
      const { answer: waiting, visitor: waiter } = await passwordSignIn(app, host.email, host.password);
      const { login_token: second } = waiting.body as SecondStep;
      await reset(app, box, host);

      expect((await host.call('GET', '/api/auth/me')).status).toBe(401);
      const refused = await passkeySignIn(app, device);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'passkey_refused']);
      expect(refused.text).toContain('on hold since the password was reset');
      const late = await waiter.call('POST', '/api/auth/login/code', { login_token: second, code: '123456' });
      expect(codeOf(late)).toBe('sign_in_expired');

      // The owner needs nothing but the new password.
      const { visitor: owner, answer } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      expect(answer.status).toBe(200);
      expect(await stateOf(owner)).toMatchObject({
        passkeys: [{ id: device.id, suspended: true }],
        two_factor: { enabled: false, suspended: true },
      });
      expect(await app.parts.database.query.selectFrom('verifications').selectAll().execute()).toEqual([]);
    });

    test('C14: what the owner keeps, one by one, signs in again; the rest is removed', async () => {
      const { app, box, host, device, codeNow, recovery } = await start();
      await reset(app, box, host);
      const { visitor: owner } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      const keep = `/api/auth/passkeys/${device.id}/keep`;
      expect((await owner.call('POST', keep)).status).toBe(200);
      expect((await owner.call('POST', keep)).status).toBe(404);
      expect((await passkeySignIn(app, device)).status).toBe(200);
      // Kept with a code only: somebody else's app must not lock the owner out.
      const wrong = await owner.call('POST', '/api/auth/two-factor/keep', { code: '000000' });
      expect([wrong.status, codeOf(wrong)]).toEqual([403, 'code_wrong']);
      expect((await owner.call('POST', '/api/auth/two-factor/keep', { code: codeNow() })).status).toBe(200);
      expect(await stateOf(owner)).toMatchObject({
        passkeys: [{ suspended: false }],
        two_factor: { enabled: true, suspended: false, recovery_codes_left: 10 },
      });
      const { visitor, answer } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      expect(answer.status).toBe(202);
      const { login_token: token } = answer.body as SecondStep;
      const body = { login_token: token, code: recovery[0] };
      expect((await visitor.call('POST', '/api/auth/login/code', body)).status).toBe(200);

      await reset(app, box, host);
      const { visitor: again } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      expect((await again.call('DELETE', `/api/auth/passkeys/${device.id}`)).status).toBe(200);
      const off = { password: NEW_PASSWORD };
      expect((await again.call('POST', '/api/auth/two-factor/disable', off)).status).toBe(200);
      expect(await stateOf(again)).toMatchObject({
        passkeys: [],
        two_factor: { enabled: false, suspended: false, recovery_codes_left: 0 },
      });
    });

    test('C14: every change of the ways to sign in is told by email, without any secret', async () => {
      const { app, box, host, device, codeNow, recovery } = await start();
      const told = (): string[] =>
        box.notices.map(({ text }) => text.split('\n').find((line) => SENTENCE.test(line)) ?? text);
      await expect.poll(told).toEqual(['A passkey was added.', 'Two-factor codes were switched on.']);
      expect(box.notices.every(({ to }) => to === host.email)).toBe(true);
      await reset(app, box, host);
      const { visitor: owner } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      await owner.call('POST', `/api/auth/passkeys/${device.id}/keep`);
      await owner.call('POST', '/api/auth/two-factor/keep', { code: codeNow() });
      const password = NEW_PASSWORD;
      await owner.call('POST', '/api/auth/two-factor/recovery-codes', { password });
      await owner.call('POST', '/api/auth/two-factor/disable', { password });
      await owner.call('DELETE', `/api/auth/passkeys/${device.id}`);
      const change = { current_password: NEW_PASSWORD, password: 'thirteen drums of glass' };
      expect((await owner.call('POST', '/api/auth/password', change)).status).toBe(200);
      await expect.poll(() => box.notices.length).toBe(9);
      expect(told().slice(2).toSorted()).toEqual([
        'A passkey that was on hold signs in again.',
        'A passkey was removed.',
        'New recovery codes took the place of the old ones.',
        'The password was changed, and all other sessions have ended.',
        'The password was reset with a link. All sessions have ended, and passkeys and two-factor codes are on hold until you keep them.',
        'Two-factor codes that were on hold are asked for again.',
        'Two-factor codes were switched off.',
      ]);
      const everything = JSON.stringify(box.notices);
      for (const secret of [device.id, NEW_PASSWORD, ...recovery]) expect(everything).not.toContain(secret);
    });

    test("C14: nobody keeps another's, and a new app takes the place of codes on hold", async () => {
      const { app, box, host, device, codeNow } = await start();
      await reset(app, box, host);
      const other = await newHost(app);
      expect((await other.call('POST', `/api/auth/passkeys/${device.id}/keep`)).status).toBe(404);
      const code = codeNow();
      expect((await other.call('POST', '/api/auth/two-factor/keep', { code })).status).toBe(403);
      const { visitor: owner } = await passwordSignIn(app, host.email, NEW_PASSWORD);
      const begun = await owner.call('POST', '/api/auth/two-factor', { password: NEW_PASSWORD });
      const { secret } = begun.body as TwoFactorSetup;
      // The codes on hold are gone with their secret.
      expect((await owner.call('POST', '/api/auth/two-factor/keep', { code })).status).toBe(403);
      const first = totpCode(secret, totpStep(app.clock.now()));
      expect((await owner.call('POST', '/api/auth/two-factor/enable', { code: first })).status).toBe(200);
      expect(await stateOf(owner)).toMatchObject({ two_factor: { enabled: true, suspended: false } });
    });

    test('C14: the intruder had a session and an unconfirmed account; the owner of the address gets it, alone', async () => {
      const box = mailbox();
      const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
      const intruder = browser(app);
      const account = { email: 'owner@example.org', name: 'Not the owner', password: 'seven drums of glass' };
      await intruder.call('POST', '/api/auth/register', account);
      await browser(app).call('POST', '/api/auth/reset/request', { email: account.email });
      await expect.poll(() => box.messages.length).toBe(1);
      const token = /#token=([\w-]+)/.exec(box.messages[0]?.text ?? '')?.[1];
      await browser(app).call('POST', '/api/auth/reset', { token, password: NEW_PASSWORD });
      expect((await intruder.call('GET', '/api/auth/me')).status).toBe(401);
      const { visitor: owner, answer } = await passwordSignIn(app, account.email, NEW_PASSWORD);
      expect(answer.status).toBe(200);
      // The link of the reset came to this address, so it is confirmed.
      expect(await stateOf(owner)).toMatchObject({ address_confirmed: true, passkeys: [] });
    });
  });
});
