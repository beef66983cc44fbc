/** C14: the list of sessions, ending them, and what needs a fresh sign-in. */
import type { AccountSessions } from '@glassdrum/contract';
import { describe, expect, test } from 'vitest';
import { type Browser, browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import type { BusMessage } from '../../../platform/bus/bus.ts';
import { sessionOrigin } from './session-origin.ts';

const MINUTE = 60_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

forEachDatabase((makeApp) => {
  async function signInElsewhere(app: TestApp, host: TestHost, address = '198.51.100.7'): Promise<Browser> {
    const elsewhere = browser(app, address);
    const body = { email: host.email, password: host.password };
    const answer = await elsewhere.call('POST', '/api/auth/login', body, { 'user-agent': FIREFOX });
    expect(answer.status).toBe(200);
    return elsewhere;
  }

  const sessionsOf = async (who: Browser): Promise<AccountSessions['sessions']> =>
    ((await who.call('GET', '/api/auth/sessions')).body as AccountSessions).sessions;

  const isSignedIn = async (who: Browser): Promise<boolean> =>
    (await who.call('GET', '/api/auth/me')).status === 200;

  describe('C14 the list of sessions', () => {
    test('C14: names device, network, times and the one that asks, and no whole address', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const start = app.clock.now();
      await app.clock.advance(5 * MINUTE);
      await signInElsewhere(app, host);
      await app.clock.advance(2 * MINUTE);
      const sessions = await sessionsOf(host);
      expect(sessions).toEqual([
        {
          id: expect.any(String),
          device: null,
          network: '127.0.0.*',
          created_at: start,
          last_seen_at: start + 7 * MINUTE,
          current: true,
        },
        {
          id: expect.any(String),
          device: 'Firefox on Linux',
          network: '198.51.100.*',
          created_at: start + 5 * MINUTE,
          last_seen_at: start + 5 * MINUTE,
          current: false,
        },
      ]);
      const rows = await app.parts.database.query.selectFrom('sessions').selectAll().execute();
      for (const secret of ['198.51.100.7', FIREFOX]) expect(JSON.stringify(rows)).not.toContain(secret);
    });

    test('C14: a session that is over by time is not in it', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      await app.clock.jump(6 * 60 * MINUTE);
      const elsewhere = await signInElsewhere(app, host);
      await app.clock.jump(7 * 60 * MINUTE);
      expect(await sessionsOf(elsewhere)).toHaveLength(1);
    });

    test('C14: one is ended, or all others; a stranger ends none', async () => {
      const app = await makeApp();
      const told: BusMessage[] = [];
      app.parts.bus.subscribe(['host-sessions-ended'], (message) => void told.push(message));
      const [host, stranger] = [await newHost(app), await newHost(app)];
      const first = await signInElsewhere(app, host);
      const ended = (await sessionsOf(first)).find(({ current }) => current);
      const url = `/api/auth/sessions/${ended?.id}`;
      expect((await stranger.call('DELETE', url)).status).toBe(404);
      expect(await isSignedIn(first)).toBe(true);
      expect((await host.call('DELETE', url)).status).toBe(200);
      expect([await isSignedIn(first), await isSignedIn(host)]).toEqual([false, true]);
      expect(told).toContainEqual({ topic: 'host-sessions-ended', hostId: host.id });
      expect((await host.call('DELETE', url)).status).toBe(404);

      const others = [await signInElsewhere(app, host), await signInElsewhere(app, host)];
      expect((await host.call('POST', '/api/auth/sessions/end-others')).status).toBe(200);
      expect(await Promise.all([...others, host, stranger].map(isSignedIn))).toEqual([
        false,
        false,
        true,
        true,
      ]);
    });
  });

  describe('C14 a fresh sign-in', () => {
    test('C14: is needed for what a screen left alone must not be able to do, and lasts ten minutes', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      const calls = [
        ['GET', '/api/auth/fresh'],
        ['GET', '/api/settings/export'],
        ['GET', '/api/settings/export?format=csv'],
        ['POST', '/api/auth/two-factor/enable'],
        ['POST', '/api/auth/two-factor/keep'],
        ['POST', '/api/auth/passkeys/unknown/keep'],
        ['DELETE', '/api/auth/passkeys/unknown'],
        ['DELETE', '/api/settings/delete-all'],
      ] as const;
      const answers = async () => {
        const all = [];
        for (const [method, url] of calls.slice(0, -1)) {
          const body = url.includes('two-factor') ? { code: '123456' } : undefined;
          const answer = await host.call(method, url, body);
          all.push(codeOf(answer) ?? answer.status);
        }
        return all;
      };
      const fresh = [200, 200, 200, 'code_wrong', 'code_wrong', 'not_found', 'not_found'];
      expect(await answers()).toEqual(fresh);
      expect((await host.call('GET', '/api/auth/fresh')).body).toEqual({
        until: app.clock.now() + 10 * MINUTE,
      });
      await app.clock.advance(10 * MINUTE - 1);
      expect(await answers()).toEqual(fresh);
      await app.clock.advance(1);
      expect(await answers()).toEqual(fresh.map(() => 'fresh_sign_in_needed'));
      const late = await host.call('DELETE', '/api/settings/delete-all');
      expect([late.status, codeOf(late)]).toEqual([401, 'fresh_sign_in_needed']);
      expect(await isSignedIn(host)).toBe(true);
      await host.call('POST', '/api/auth/login', { email: host.email, password: host.password });
      expect((await host.call('DELETE', '/api/settings/delete-all')).status).toBe(200);
    });

    test('C14: using a session does not make its sign-in fresh again', async () => {
      const app = await makeApp();
      const host = await newHost(app);
      for (let minute = 0; minute < 10; minute += 2) {
        await app.clock.advance(2 * MINUTE);
        expect(await isSignedIn(host)).toBe(true);
      }
      expect(codeOf(await host.call('GET', '/api/auth/fresh'))).toBe('fresh_sign_in_needed');
    });
  });
});

test.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/131.0.0.0`, 'Edge on Windows'],
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('C14: %s is shown as %s', (userAgent, device) => {
  expect(sessionOrigin({ ip: '192.0.2.7', headers: { 'user-agent': userAgent } }).device).toBe(device);
});

test.each([
  ['192.0.2.7', '192.0.2.*'],
  ['::ffff:192.0.2.7', '192.0.2.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::*'],
  ['2001:db8::6', '2001:db8::*'],
  ['::1', '::*'],
  ['unknown', null],
])('C14: of the address %s only %s is kept', (ip, network) => {
  expect(sessionOrigin({ ip, headers: {} }).network).toBe(network);
});
