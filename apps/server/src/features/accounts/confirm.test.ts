/** C14: what an account may do before its address is confirmed, and how that is done. */
import type { AccountState, HostRaffle, InvitesAnswer } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import { softAuthenticator } from '../../../test/support/authenticator.ts';
import { type Browser, browser, codeOf } from '../../../test/support/browser.ts';
import { mailbox } from '../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually } from '../../../test/support/people.ts';

const PUBLIC_URL = 'https://raffles.example.org';
const PASSWORD = 'seven drums of glass';
const HOUR = 3_600_000;

const tokenIn = (text: string | undefined): string =>
  /\/auth\/confirm#token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

forEachDatabase((makeApp) => {
  async function freshHost(email = 'ada@example.org') {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
    const host = browser(app);
    const registered = await host.call('POST', '/api/auth/register', {
      email,
      name: 'Ada',
      password: PASSWORD,
    });
    expect(registered.status).toBe(201);
    await expect.poll(() => box.confirmations.length).toBe(1);
    return { app, box, host, token: tokenIn(box.confirmations[0]?.text) };
  }

  const confirm = (app: TestApp, token: string) => browser(app).call('POST', '/api/auth/confirm', { token });

  const isConfirmed = async (host: Browser): Promise<boolean> =>
    ((await host.call('GET', '/api/auth/account')).body as AccountState).address_confirmed;

  describe('C14 a new account', () => {
    test('C14: gets a link to the own address and goes straight to the console meanwhile', async () => {
      const { app, box, host, token } = await freshHost();
      expect(box.confirmations[0]?.to).toBe('ada@example.org');
      expect(box.confirmations[0]?.text).toContain(`${PUBLIC_URL}/auth/confirm#token=`);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect((await host.call('POST', '/api/raffles', { title: 'Summer party' })).status).toBe(201);
      expect(await isConfirmed(host)).toBe(false);
      const stored = await app.parts.database.query.selectFrom('verifications').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(app.logLines.join('')).not.toContain(token);
    });

    test('C14: adds no passkey and no two-factor codes until the address is confirmed', async () => {
      const { app, host, token } = await freshHost();
      const device = softAuthenticator(PUBLIC_URL);
      const tries = {
        '/api/auth/passkeys/options': { password: PASSWORD },
        '/api/auth/passkeys': {
          name: 'Phone',
          credential: device.create({ challenge: 'A'.repeat(43), rp: { id: 'raffles.example.org' } }),
        },
        '/api/auth/two-factor': { password: PASSWORD },
        '/api/auth/two-factor/enable': { code: '123456' },
      };
      for (const [url, body] of Object.entries(tries)) {
        const answer = await host.call('POST', url, body);
        expect([url, answer.status, codeOf(answer)]).toEqual([url, 403, 'address_not_confirmed']);
      }
      expect((await confirm(app, token)).body).toEqual({ ok: true });
      expect(await isConfirmed(host)).toBe(true);
      expect((await host.call('POST', '/api/auth/passkeys/options', { password: PASSWORD })).status).toBe(
        200,
      );
      expect((await host.call('POST', '/api/auth/two-factor', { password: PASSWORD })).status).toBe(200);
    });

    test('C14: sends no email of any kind until then; what people are told by others waits and goes out', async () => {
      const { app, box, host, token } = await freshHost();
      const draft = await host.call('POST', '/api/raffles', { title: 'Party', allow_public_join: true });
      const { id, public_link: link } = draft.body as HostRaffle;
      const lines = { invitees: 'Bob,bob@example.org\nCy,cy@example.org' };
      const added = await host.call('POST', `/api/raffles/${id}/invites`, lines);
      const [bob, cy] = (added.body as InvitesAnswer).invitees;
      await host.call('POST', `/api/raffles/${id}/open`);
      for (const url of ['send', `${bob?.invitee_id}/send`]) {
        const refused = await host.call('POST', `/api/raffles/${id}/invites/${url}`);
        expect([refused.status, codeOf(refused)]).toEqual([403, 'address_not_confirmed']);
      }
      const joined = { public_link: link, display_name: 'Zoe', email: 'zoe@example.org' };
      expect((await browser(app).call('POST', '/api/join/public', joined)).status).toBe(201);
      const waiting = await eventually(
        app,
        'the email that waits',
        async () =>
          app.parts.database.query
            .selectFrom('outbox')
            .selectAll()
            .where('reason', '=', 'address_not_confirmed')
            .executeTakeFirst(),
        200,
      );
      expect(waiting.state).toBe('waiting');
      // Nor a code to somebody on the list.
      await browser(app).call('POST', '/api/join', { token: cy?.token });
      const second = browser(app, '10.11.0.1');
      const asked = await second.call('POST', '/api/continue/request', { token: cy?.token });
      expect(asked.body).toMatchObject({ mail_possible: false });
      const code = await second.call('POST', '/api/continue/mail', { token: cy?.token });
      expect(codeOf(code)).toBe('continue_mail_impossible');
      expect(box.messages).toEqual([]);

      expect((await confirm(app, token)).status).toBe(200);
      await eventually(app, 'both emails', async () => box.messages.length > 1, 200);
      expect(new Set(box.messages.map(({ to }) => to))).toEqual(
        new Set(['zoe@example.org', 'cy@example.org']),
      );
      expect((await host.call('POST', `/api/raffles/${id}/invites/send`)).body).toEqual({ queued: 1 });
    });

    test('C14: a link is valid once and for a day, and a new one can be had, five an hour', async () => {
      const { app, box, host, token } = await freshHost();
      const sent = await host.call('POST', '/api/auth/confirm/send');
      expect([sent.status, sent.body]).toEqual([202, { ok: true }]);
      await expect.poll(() => box.confirmations.length).toBe(2);
      await app.clock.jump(24 * HOUR);
      await host.call('POST', '/api/auth/login', { email: 'ada@example.org', password: PASSWORD });
      expect(codeOf(await confirm(app, token))).toBe('confirm_link_invalid');
      for (let round = 0; round < 5; round += 1) {
        expect((await host.call('POST', '/api/auth/confirm/send')).status).toBe(202);
      }
      expect((await host.call('POST', '/api/auth/confirm/send')).status).toBe(429);
      await expect.poll(() => box.confirmations.length).toBe(7);
      const newest = tokenIn(box.confirmations.at(-1)?.text);
      const answers = await Promise.all([confirm(app, newest), confirm(app, newest)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      // Nothing is left to confirm, so nothing is sent.
      expect((await host.call('POST', '/api/auth/confirm/send')).status).toBe(202);
      await app.close();
      expect(box.confirmations).toHaveLength(7);
    });

    test('C14: guesses at a link are counted, and one account confirms no other', async () => {
      const { app, box, host, token } = await freshHost();
      const other = browser(app);
      await other.call('POST', '/api/auth/register', {
        email: 'bob@example.org',
        name: 'Bob',
        password: PASSWORD,
      });
      await expect.poll(() => box.confirmations.length).toBe(2);
      expect((await confirm(app, token)).status).toBe(200);
      expect([await isConfirmed(host), await isConfirmed(other)]).toEqual([true, false]);
      const guesses = [];
      for (let index = 0; index < 31; index += 1) {
        const guess = { token: `guess-${index}` };
        guesses.push((await browser(app, '10.5.0.1').call('POST', '/api/auth/confirm', guess)).status);
      }
      expect(guesses.filter((status) => status === 429)).toHaveLength(1);
    });

    test('C14: without mail nothing is asked for', async () => {
      const app = await makeApp({ env: { PUBLIC_URL } });
      const host = browser(app);
      await host.call('POST', '/api/auth/register', {
        email: 'ada@example.org',
        name: 'Ada',
        password: PASSWORD,
      });
      expect(await isConfirmed(host)).toBe(true);
      expect((await host.call('POST', '/api/auth/passkeys/options', { password: PASSWORD })).status).toBe(
        200,
      );
      expect((await host.call('POST', '/api/auth/two-factor', { password: PASSWORD })).status).toBe(200);
    });

    test('C14: a mail server that refuses the link keeps nobody from signing up, and the log has no address', async () => {
      const failing = { ...mailbox(), send: () => Promise.reject(new Error('No mailbox')) };
      const app = await makeApp({ env: { PUBLIC_URL }, mailer: failing });
      const account = { email: 'ada@example.org', name: 'Ada', password: PASSWORD };
      expect((await browser(app).call('POST', '/api/auth/register', account)).status).toBe(201);
      await expect.poll(() => app.logLines.join('')).toContain('No mailbox');
      expect(app.logLines.join('')).not.toContain('ada@example.org');
    });
  });
});
