/** H6: guesses are counted by caller and target before they are evaluated, and nobody can lock another one out. */
import { describe, expect, test } from 'vitest';
import { type Answer, browser, codeOf, newHost } from '../support/browser.ts';
import { forEachDatabase } from '../support/make-app.ts';

/** Wrong tries in a quarter of an hour for each pair of address and account. */
const TRIES = 10;

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

forEachDatabase((makeApp) => {
  describe('H6 sign-in', () => {
    test('H6 of 100 parallel wrong tries ten are evaluated, the rest gets 429 with Retry-After', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const guess = { email: host.email, password: 'a wrong guess' };
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => browser(app, '192.0.2.1').call('POST', '/api/auth/login', guess)),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([TRIES, 100 - TRIES]);
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
      for (let round = 0; round < 12; round += 1) {
        const guess = { email: spellings[round % 3], password: 'a wrong guess' };
        answers.push(await browser(app, '192.0.2.1').call('POST', '/api/auth/login', guess));
      }
      expect([count(answers, 401), count(answers, 429)]).toEqual([TRIES, 2]);
    });

    test('H6 one caller who tries many accounts is stopped too', async () => {
      const app = await makeApp();
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, index) =>
          browser(app, '192.0.2.1').call('POST', '/api/auth/login', {
            email: `nobody-${index}@example.org`,
            password: 'a wrong guess',
          }),
        ),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([100, 20]);
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
        Array.from({ length: 30 }, (_, index) =>
          browser(app, '192.0.2.1').call(
            'POST',
            '/api/auth/login',
            { email: 'nobody@example.org', password: 'a wrong guess' },
            { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}` },
          ),
        ),
      );
      expect([count(answers, 401), count(answers, 429)]).toEqual([TRIES, 20]);
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
      for (let round = 0; round < TRIES; round += 1) {
        expect((await through(`198.51.100.${round}, 203.0.113.5`)).status).toBe(401);
      }
      expect((await through('198.51.100.99, 203.0.113.5')).status).toBe(429);
      expect((await through('203.0.113.6')).status).toBe(401);
    });

    test('H6 the addresses of one IPv6 network count as one', async () => {
      const app = await makeApp();
      const answers: Answer[] = [];
      for (let round = 0; round < 12; round += 1) {
        const guess = { email: 'nobody@example.org', password: 'a wrong guess' };
        answers.push(await browser(app, `2001:db8::${round + 1}`).call('POST', '/api/auth/login', guess));
      }
      expect([count(answers, 401), count(answers, 429)]).toEqual([TRIES, 2]);
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
