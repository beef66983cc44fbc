/**
 * H6, H12: guesses are counted by device and network before they are evaluated, by all nodes together, and nobody can lock
 * another one out.
 */
import { describe, expect, test } from 'vitest';
import { type Answer, browser, codeOf, newHost, type TestHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';

/** Wrong tries in a quarter of an hour at one account: of one device, and of one network. */
const TRIES = 10;
const NETWORK_TRIES = 50;

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

forEachDatabase((makeApp, kind) => {
  describe('H6 sign-in', () => {
    test('H6 of 60 parallel wrong tries of one network fifty are evaluated, the rest gets 429 with Retry-After', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const guess = { email: host.email, password: 'a wrong guess' };
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => browser(app, '192.0.2.1').call('POST', '/api/auth/login', guess)),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([NETWORK_TRIES, 10]);
      for (const answer of answers.filter(({ status }) => status === 429)) {
        expect(codeOf(answer)).toBe('too_many_requests');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
      }
      const right = { email: host.email, password: host.password };
      expect((await browser(app, '192.0.2.1').call('POST', '/api/auth/login', right)).status).toBe(429);
      expect((await browser(app, '192.0.2.2').call('POST', '/api/auth/login', right)).status).toBe(200);
    });

    test('H6 an unknown address and other spellings of one count alike', async () => {
      const app = await makeApp();
      const spellings = ['nobody@example.org', 'NOBODY@example.org', ' Nobody@Example.org '];
      const answers: Answer[] = [];
      const device = browser(app, '192.0.2.1');
      for (let round = 0; round < 13; round += 1) {
        const guess = { email: spellings[round % 3], password: 'a wrong guess' };
        answers.push(await device.call('POST', '/api/auth/login', guess));
      }
      // The first answer gives the device its id.
      expect([count(answers, 401), count(answers, 429)]).toEqual([1 + TRIES, 2]);
    });

    test('H6 one caller who tries many accounts is stopped too', async () => {
      const app = await makeApp();
      const answers = await Promise.all(
        Array.from({ length: 210 }, (_, index) =>
          browser(app, '192.0.2.1').call('POST', '/api/auth/login', {
            email: `nobody-${index}@example.org`,
            password: 'a wrong guess',
          }),
        ),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([200, 10]);
    });

    test('H6 right tries are not counted: a shared address is not locked out by its own successes', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      for (let round = 0; round < TRIES + 5; round += 1) {
        const right = { email: host.email, password: host.password };
        expect((await browser(app, '192.0.2.1').call('POST', '/api/auth/login', right)).status).toBe(200);
      }
    });

    test('H6 a forged X-Forwarded-For changes nothing', async () => {
      const app = await makeApp();
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          browser(app, '192.0.2.1').call(
            'POST',
            '/api/auth/login',
            { email: 'nobody@example.org', password: 'a wrong guess' },
            { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` },
          ),
        ),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([NETWORK_TRIES, 10]);
    });

    test('H12 a forwarded call from an address that is not trusted is warned of once, without addresses', async () => {
      const app = await makeApp({ env: { TRUST_PROXY: '10.0.0.1' } });
      const warnings = (): string[] => app.logLines.filter((line) => line.includes('TRUST_PROXY'));
      const forwarded = { 'x-forwarded-for': '198.51.100.7' };
      await browser(app, '10.0.0.1').call('GET', '/api/health', undefined, forwarded);
      await browser(app, '192.0.2.1').call('GET', '/api/health');
      expect(warnings()).toEqual([]);
      for (let n = 0; n < 3; n += 1) {
        await browser(app, '192.0.2.1').call('GET', '/api/health', undefined, forwarded);
      }
      expect(warnings()).toHaveLength(1);
      expect(warnings().join('')).not.toMatch(/198\.51|192\.0/);
    });

    test('H12 an https address without a trusted proxy is warned of at start', async () => {
      const behind = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' } });
      expect(behind.logLines.filter((line) => line.includes('TRUST_PROXY is empty'))).toHaveLength(1);
      const plain = await makeApp();
      expect(plain.logLines.join('')).not.toContain('TRUST_PROXY');
    });

    test('H6 a configured proxy names the client, and nothing that the client put before it counts', async () => {
      const app = await makeApp({ env: { TRUST_PROXY: '10.0.0.1' } });
      const through = (forwarded: string): Promise<Answer> =>
        browser(app, '10.0.0.1').call(
          'POST',
          '/api/auth/login',
          { email: 'nobody@example.org', password: 'a wrong guess' },
          { 'x-forwarded-for': forwarded },
        );
      const answers = await Promise.all(
        Array.from({ length: NETWORK_TRIES }, (_, round) => through(`198.51.100.${round}, 203.0.113.5`)),
      );
      expect(count(answers, 401)).toBe(NETWORK_TRIES);
      expect((await through('198.51.100.99, 203.0.113.5')).status).toBe(429);
      expect((await through('203.0.113.6')).status).toBe(401);
    });

    test('H6 the addresses of one IPv6 network count as one', async () => {
      const app = await makeApp();
      const guess = { email: 'nobody@example.org', password: 'a wrong guess' };
      const answers = await Promise.all(
        Array.from({ length: NETWORK_TRIES + 2 }, (_, round) =>
          browser(app, `2001:db8::${round + 1}`).call('POST', '/api/auth/login', guess),
        ),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([NETWORK_TRIES, 2]);
    });
  });

  describe('H12 devices behind one address', () => {
    const guess = (host: TestHost) => ({ email: host.email, password: 'a wrong guess' });
    const right = (host: TestHost) => ({ email: host.email, password: host.password });

    test('H12 a device that guesses is stopped, and the others behind its address are not', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const [guesser, neighbour] = [browser(app, '192.0.2.1'), browser(app, '192.0.2.1')];
      for (let round = 0; round < 1 + TRIES; round += 1) {
        expect((await guesser.call('POST', '/api/auth/login', guess(host))).status).toBe(401);
      }
      expect((await guesser.call('POST', '/api/auth/login', guess(host))).status).toBe(429);
      expect((await guesser.call('POST', '/api/auth/login', right(host))).status).toBe(429);
      expect((await neighbour.call('POST', '/api/auth/login', right(host))).status).toBe(200);
    });

    test('H12 a host who is signed in is never locked out by others of the network', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await Promise.all(
        Array.from({ length: NETWORK_TRIES + 5 }, () =>
          browser(app, '127.0.0.1').call('POST', '/api/auth/login', guess(host)),
        ),
      );
      expect((await browser(app, '127.0.0.1').call('POST', '/api/auth/login', right(host))).status).toBe(429);
      expect((await host.call('POST', '/api/auth/login', right(host))).status).toBe(200);
    });

    test('H12 two nodes count together, also after one was restarted, and no address is stored', async () => {
      const first = await makeApp();
      const host = await newHost(first);
      const half = (app: Pick<TestApp, 'http'>) =>
        Promise.all(
          Array.from({ length: NETWORK_TRIES / 2 }, () =>
            browser(app, '192.0.2.1').call('POST', '/api/auth/login', guess(host)),
          ),
        );
      expect(count(await half(first), 401)).toBe(NETWORK_TRIES / 2);
      // SQLite has one node at a time.
      if (kind === 'sqlite') await first.close();
      const second = await makeApp({ storage: first.storage, clock: first.clock });
      expect(count(await half(second), 401)).toBe(NETWORK_TRIES / 2);
      expect((await browser(second, '192.0.2.1').call('POST', '/api/auth/login', right(host))).status).toBe(
        429,
      );
      const rows = await second.parts.database.query.selectFrom('rate_limits').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain('192.0.2');
      await second.clock.advance(15 * 60 * 1000);
      expect((await browser(second, '192.0.2.1').call('POST', '/api/auth/login', right(host))).status).toBe(
        200,
      );
    });
  });

  test('H6 registrations from one address are counted', async () => {
    const app = await makeApp();
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) =>
        browser(app, '192.0.2.1').call('POST', '/api/auth/register', {
          email: `somebody-${index}@example.org`,
          name: 'Somebody',
          password: 'password',
        }),
      ),
    );
    expect([count(answers, 422), count(answers, 429)]).toEqual([100, 5]);
  });
});
