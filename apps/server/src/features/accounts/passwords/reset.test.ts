import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { mailbox, smtpServer } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import type { BusMessage } from '../../../platform/bus/bus.ts';

const MINUTE = 60_000;
const PUBLIC_URL = 'https://raffles.example.org';
const NEW_PASSWORD = 'eleven drums of glass';
const run = promisify(execFile);

const tokenIn = (text: string): string => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Waits for what happens after the answer. */
async function arrived(messages: readonly unknown[], count: number): Promise<void> {
  await expect.poll(() => messages.length).toBe(count);
}

forEachDatabase((makeApp, kind) => {
  async function withMail() {
    const mailer = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer });
    const host = await newHost(app);
    return { app, host, messages: mailer.messages };
  }

  async function mailedToken(app: TestApp, host: TestHost, messages: { text: string }[]): Promise<string> {
    const before = messages.length;
    await browser(app).call('POST', '/api/auth/reset/request', { email: host.email });
    await arrived(messages, before + 1);
    return tokenIn(messages.at(-1)?.text ?? '');
  }

  describe('I2 reset by mail', () => {
    test('I2 a link arrives; with it a new password is chosen, once, and all sessions end', async () => {
      const { app, host, messages } = await withMail();
      const ended: BusMessage[] = [];
      app.parts.bus.subscribe(['host-sessions-ended'], (message) => void ended.push(message));
      const elsewhere = browser(app);
      await elsewhere.call('POST', '/api/auth/login', { email: host.email, password: host.password });
      const asked = await browser(app).call('POST', '/api/auth/reset/request', {
        email: host.email.toUpperCase(),
      });
      expect([asked.status, asked.body]).toEqual([202, { ok: true }]);
      await arrived(messages, 1);
      const [mail] = messages;
      expect(mail?.to).toBe(host.email);
      expect(mail?.text).toMatch(/https:\/\/raffles\.example\.org\/auth\/reset#token=[\w-]{43}\n/);
      expect(mail?.html).toContain(`https://raffles.example.org/auth/reset#token=`);
      const token = tokenIn(mail?.text ?? '');

      const reset = await browser(app).call('POST', '/api/auth/reset', { token, password: NEW_PASSWORD });
      expect(reset.status).toBe(200);
      for (const session of [host, elsewhere]) {
        expect((await session.call('GET', '/api/auth/me')).status).toBe(401);
      }
      expect(ended).toContainEqual({ topic: 'host-sessions-ended', hostId: host.id });
      const login = (password: string) =>
        browser(app).call('POST', '/api/auth/login', { email: host.email, password });
      expect((await login(host.password)).status).toBe(401);
      expect((await login(NEW_PASSWORD)).status).toBe(200);
      const again = await browser(app).call('POST', '/api/auth/reset', {
        token,
        password: 'another one here',
      });
      expect([again.status, codeOf(again)]).toEqual([404, 'reset_link_invalid']);
    });

    test('I2 of two who use a link at once, one gets it', async () => {
      const { app, host, messages } = await withMail();
      const token = await mailedToken(app, host, messages);
      const answers = await Promise.all(
        ['first new password', 'second new password', 'third new password'].map((password) =>
          browser(app).call('POST', '/api/auth/reset', { token, password }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    });

    test('I2 a link is good for 30 minutes, and not longer', async () => {
      const { app, host, messages } = await withMail();
      const [early, late] = [await mailedToken(app, host, messages), await mailedToken(app, host, messages)];
      await app.clock.advance(30 * MINUTE - 1);
      expect(
        (await browser(app).call('POST', '/api/auth/reset', { token: early, password: NEW_PASSWORD })).status,
      ).toBe(200);
      const other = await mailedToken(app, host, messages);
      expect(
        (await browser(app).call('POST', '/api/auth/reset', { token: late, password: NEW_PASSWORD })).status,
      ).toBe(404);
      await app.clock.advance(30 * MINUTE);
      expect(
        (await browser(app).call('POST', '/api/auth/reset', { token: other, password: NEW_PASSWORD })).status,
      ).toBe(404);
    });

    test('I2 a common or short password is refused, and the link stays good', async () => {
      const { app, host, messages } = await withMail();
      const token = await mailedToken(app, host, messages);
      const attempt = (password: string) => browser(app).call('POST', '/api/auth/reset', { token, password });
      expect(codeOf(await attempt('password1'))).toBe('password_too_common');
      expect(codeOf(await attempt('seven'))).toBe('invalid_input');
      expect((await attempt(NEW_PASSWORD)).status).toBe(200);
    });

    test('I2 the database holds only a hash of the token', async () => {
      const { app, host, messages } = await withMail();
      const token = await mailedToken(app, host, messages);
      const rows = await app.parts.database.query
        .selectFrom('verifications')
        .selectAll()
        .where('identifier', 'like', 'reset:%')
        .execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test('I2 an unknown address gets the same answer, and no mail', async () => {
      const { app, host, messages } = await withMail();
      const ask = async (email: string) => {
        const answer = await browser(app).call('POST', '/api/auth/reset/request', { email });
        return [answer.status, answer.text, Object.keys(answer.headers)];
      };
      expect(await ask('nobody@example.org')).toEqual(await ask(host.email));
      await arrived(messages, 1);
      await app.close();
      expect(messages.map(({ to }) => to)).toEqual([host.email]);
    });

    test('I2 the answer waits for no look at the accounts, so its time tells nothing', async () => {
      const { app, host } = await withMail();
      await app.parts.database.query.schema.alterTable('users').renameTo('users_away').execute();
      for (const email of [host.email, 'nobody@example.org']) {
        const answer = await browser(app).call('POST', '/api/auth/reset/request', { email });
        expect([answer.status, answer.body]).toEqual([202, { ok: true }]);
      }
    });

    test('H6 nobody is mailed more than five links in an hour, however many addresses ask', async () => {
      const { app, host, messages } = await withMail();
      for (let caller = 0; caller < 12; caller += 1) {
        const asked = await browser(app, `10.9.0.${caller}`).call('POST', '/api/auth/reset/request', {
          email: host.email,
        });
        expect(asked.status).toBe(202);
      }
      await arrived(messages, 5);
      await app.close();
      expect(messages).toHaveLength(5);
    });

    test('H6 asking is limited for each caller, known address or not', async () => {
      const { app, host } = await withMail();
      for (const email of [host.email, 'nobody@example.org']) {
        const caller = browser(app, email === host.email ? '10.8.0.1' : '10.8.0.2');
        const statuses = [];
        for (let round = 0; round < 7; round += 1) {
          statuses.push((await caller.call('POST', '/api/auth/reset/request', { email })).status);
        }
        expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
      }
    });

    test('H6 100 tries at a token at once: the rest are told to wait', async () => {
      const { app } = await withMail();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          browser(app, '10.7.0.1').call('POST', '/api/auth/reset', {
            token: `t${index}`,
            password: NEW_PASSWORD,
          }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(70);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(30);
    });

    test("I2 the link leads to the configured address, whatever the call's Host says", async () => {
      const { app, host, messages } = await withMail();
      await browser(app).call(
        'POST',
        '/api/auth/reset/request',
        { email: host.email },
        { host: 'evil.example' },
      );
      await arrived(messages, 1);
      expect(messages[0]?.text).not.toContain('evil.example');
    });

    test('M2 a mail server that refuses is logged without address, name or token', async () => {
      const server = await smtpServer({ refuse: () => 550 });
      const app = await makeApp({
        env: { PUBLIC_URL, SMTP_URL: server.url, MAIL_FROM: 'raffles@example.org' },
      });
      const host = await newHost(app, 'Unmistakable Name');
      const asked = await browser(app).call('POST', '/api/auth/reset/request', { email: host.email });
      expect(asked.status).toBe(202);
      await expect.poll(() => app.logLines.join('')).toContain('MailFailed');
      const log = app.logLines.join('');
      for (const secret of [host.email, 'Unmistakable', 'token=']) expect(log).not.toContain(secret);
      await app.close();
      await server.close();
    });

    test('I2 without mail the answer is the same, and says nowhere that nothing was sent', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const asked = await browser(app).call('POST', '/api/auth/reset/request', { email: host.email });
      expect([asked.status, asked.body]).toEqual([202, { ok: true }]);
      expect((await browser(app).call('GET', '/api/installation')).body).toMatchObject({ mail: false });
    });
  });

  describe('I2 glassdrum reset-password', () => {
    const command = async (
      app: { storage: Pick<TestApp['storage'], 'dataDir' | 'databaseUrl'> },
      ...args: string[]
    ) => {
      const { dataDir, databaseUrl } = app.storage;
      const options = {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', PUBLIC_URL },
      };
      const cli = new URL('../../../cli.ts', import.meta.url).pathname;
      const argv = ['--import', 'tsx', cli, 'reset-password', ...args];
      try {
        return { code: 0, ...(await run(process.execPath, argv, options)) };
      } catch (error) {
        return error as { code: number; stdout: string; stderr: string };
      }
    };

    test('I2 prints a link beside the running server that works there', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const printed = await command(app, host.email.toUpperCase());
      expect(printed.stdout).toMatch(/^https:\/\/raffles\.example\.org\/auth\/reset#token=[\w-]{43}\n$/);
      const token = tokenIn(printed.stdout);
      // The server has gone on writing meanwhile, and goes on.
      expect((await host.draft()).title).toBe('Summer raffle');
      const reset = await browser(app).call('POST', '/api/auth/reset', { token, password: NEW_PASSWORD });
      expect(reset.status).toBe(200);
      expect((await host.call('GET', '/api/auth/me')).status).toBe(401);
      const audit = await app.parts.database.query
        .selectFrom('audit_log')
        .select(['actor', 'action'])
        .where('host_id', '=', host.id)
        .execute();
      expect(audit).toContainEqual({ actor: 'system', action: 'reset_link_made' });
      expect(audit).toContainEqual({ actor: 'host', action: 'password_reset' });
    });

    test('I2 says plainly when there is no such account, no address or too many', async () => {
      const app = await makeApp();
      const unknown = await command(app, 'nobody@example.org');
      expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([
        1,
        '',
        'There is no host account with the address nobody@example.org.\n',
      ]);
      expect((await command(app)).code).toBe(2);
      expect((await command(app, 'a@example.org', 'b@example.org')).code).toBe(2);
      expect((await command(app, 'a@example.org', '--force')).code).toBe(2);
    });

    test.runIf(kind === 'sqlite')('I2 makes no installation where there is none', async () => {
      const nowhere = { storage: { dataDir: '/nonexistent/data', databaseUrl: undefined } };
      const printed = await command(nowhere, 'a@example.org');
      expect(printed.code).toBe(1);
      expect(printed.stderr).toMatch(/^There is no installation in \/nonexistent\/data yet\./);
    });
  });
});
