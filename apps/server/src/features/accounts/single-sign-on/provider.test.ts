/** R83: what is believed of a provider's answer, against a real provider over HTTP whose answers are changed on their way. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser, codeOf } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenidProvider,
  signedToken,
  startOpenidProvider,
  unsignedToken,
} from '../../../../test/support/openid-provider.ts';
import { begin, finish, isSignedIn, person, signInThrough } from '../../../../test/support/single-sign-on.ts';
import { CLOCK_TOLERANCE_SECONDS } from './provider.ts';

const HOUR = 60 * 60_000;

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  Object.assign(provider, { changeToken: null, changeDiscovery: null, isDown: false });
});

forEachDatabase((makeApp) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await makeApp({ env: provider.env });
  });

  const trySignIn = async (): Promise<{ code: string | null; signedIn: boolean }> => {
    const who = browser(app);
    const answer = await signInThrough(provider, who, { login: person(provider) });
    return { code: codeOf(answer), signedIn: await isSignedIn(who) };
  };
  const refused = { code: 'provider_refused', signedIn: false };
  const accepted = { code: null, signedIn: true };

  describe('R83 the request', () => {
    test('R83: goes to the address that discovery names, with PKCE, state and nonce', async () => {
      const url = new URL(await begin(browser(app)));
      expect(url.origin).toBe(provider.issuer);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: CLIENT_ID,
        redirect_uri: 'https://raffles.example.org/auth/callback',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(url.searchParams.has('prompt')).toBe(false);
    });

    test('R83: has a state, a nonce and a PKCE challenge of its own each time, also from one browser', async () => {
      const who = browser(app);
      const first = new URL(await begin(who)).searchParams;
      const second = new URL(await begin(who)).searchParams;
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect([name, second.get(name)]).not.toEqual([name, first.get(name)]);
      }
    });

    test('R83: a code that somebody copied is worth nothing without the verifier', async () => {
      const url = await begin(browser(app));
      const answer = new URLSearchParams(await provider.logIn(url, person(provider)));
      const redeem = (more: Record<string, string>): Promise<Response> =>
        fetch(`${provider.issuer}/token`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from([CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':')).toString('base64')}`,
          },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: answer.get('code') ?? '',
            redirect_uri: 'https://raffles.example.org/auth/callback',
            ...more,
          }),
        });
      for (const more of [{}, { code_verifier: 'a'.repeat(43) }]) {
        const response = await redeem(more);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
      }
    });

    test('R83: nothing that finishes a sign-in is readable in the database', async () => {
      const who = browser(app);
      const url = new URL(await begin(who));
      const rows = JSON.stringify(
        await app.parts.database.query.selectFrom('verifications').selectAll().execute(),
      );
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(rows).not.toContain(url.searchParams.get(name));
      }
      expect(rows).not.toContain(who.cookies.get('__Host-glassdrum-provider'));
    });
  });

  describe('R83 the answer', () => {
    test('R83: is accepted once; a replayed one is not, from the same browser or another', async () => {
      const who = browser(app);
      const answer = await provider.logIn(await begin(who), person(provider));
      expect((await finish(who, answer)).status).toBe(200);
      expect(codeOf(await finish(who, answer))).toBe('provider_flow_over');
      expect(codeOf(await finish(browser(app), answer))).toBe('provider_flow_over');
    });

    test('R83: a code that was used already opens nothing in a new sign-in', async () => {
      const who = browser(app);
      const used = new URLSearchParams(await provider.logIn(await begin(who), person(provider)));
      expect((await finish(who, used.toString())).status).toBe(200);
      const other = browser(app);
      const answer = new URLSearchParams(await provider.logIn(await begin(other), person(provider)));
      answer.set('code', used.get('code') ?? '');
      expect(codeOf(await finish(other, answer.toString()))).toBe('provider_refused');
      expect(await isSignedIn(other)).toBe(false);
    });

    test('R83: opens no session in a browser that did not begin it (login CSRF)', async () => {
      const attacker = browser(app);
      const answer = await provider.logIn(await begin(attacker), person(provider));
      const victim = browser(app);
      expect(codeOf(await finish(victim, answer))).toBe('provider_flow_over');
      // Also when the victim is about to sign in as well.
      const again = await provider.logIn(await begin(attacker), person(provider));
      await begin(victim);
      expect(codeOf(await finish(victim, again))).toBe('provider_flow_over');
      expect(await isSignedIn(victim)).toBe(false);
      expect(victim.cookies.get('__Host-glassdrum-provider')).not.toBe(
        attacker.cookies.get('__Host-glassdrum-provider'),
      );
    });

    test('R83: needs a state of ours, which is good for 15 minutes', async () => {
      const who = browser(app);
      const answer = new URLSearchParams(await provider.logIn(await begin(who), person(provider)));
      const without = new URLSearchParams(answer);
      without.delete('state');
      const wrong = new URLSearchParams(answer);
      wrong.set('state', 'x'.repeat(43));
      for (const bad of [without, wrong]) {
        expect(codeOf(await finish(who, bad.toString()))).toBe('provider_flow_over');
      }
      expect((await finish(who, answer.toString())).status).toBe(200);

      const late = await makeApp({ env: provider.env });
      const slow = browser(late);
      const soon = await begin(slow);
      const over = await begin(slow);
      await late.clock.advance(15 * 60_000 - 1000);
      const inTime = await finish(slow, await provider.logIn(soon, person(provider)));
      expect(codeOf(inTime)).not.toBe('provider_flow_over');
      await late.clock.advance(1000);
      expect(codeOf(await finish(slow, await provider.logIn(over, person(provider))))).toBe(
        'provider_flow_over',
      );
    });

    test('R83: of another issuer is refused before its code goes anywhere (mix-up)', async () => {
      const who = browser(app);
      const answer = new URLSearchParams(await provider.logIn(await begin(who), person(provider)));
      answer.set('iss', 'https://other.example.org');
      provider.calls.length = 0;
      expect(codeOf(await finish(who, answer.toString()))).toBe('provider_refused');
      expect(provider.calls).toEqual([]);
      const second = new URLSearchParams(await provider.logIn(await begin(who), person(provider)));
      second.delete('iss');
      expect(codeOf(await finish(who, second.toString()))).toBe('provider_refused');
    });

    test('R83: the person who declines there is told so', async () => {
      const who = browser(app);
      const state = new URL(await begin(who)).searchParams.get('state') ?? '';
      const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
      const refusal = await finish(who, answer.toString());
      expect(codeOf(refusal)).toBe('provider_declined');
      expect(refusal.text).toContain('The sign-in at Club login was not finished.');
    });
  });

  describe('R83 the ID token', () => {
    test('R83: is believed as the provider made it', async () => {
      provider.changeToken = ({ header, claims }, key) => signedToken({ header, claims }, key);
      expect(await trySignIn()).toEqual(accepted);
    });

    test('R83: of another issuer, audience, subject of user info, or nonce is refused', async () => {
      const changes: Record<string, unknown>[] = [
        { iss: 'https://other.example.org' },
        { aud: 'another-client' },
        { aud: ['another-client', 'a-third'] },
        { aud: [CLIENT_ID, 'another-client'], azp: 'another-client' },
        { sub: 'somebody-else' },
        { nonce: 'x'.repeat(43) },
        { nonce: undefined },
        { sub: undefined },
        { exp: undefined },
      ];
      for (const change of changes) {
        provider.changeToken = ({ header, claims }, key) =>
          signedToken({ header, claims: { ...claims, ...change } }, key);
        expect({ change, ...(await trySignIn()) }).toEqual({ change, ...refused });
      }
    });

    test('R83: that is forged, unsigned, signed with our own secret, or missing is refused', async () => {
      const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const forgeries: (typeof provider.changeToken)[] = [
        (jwt) => signedToken(jwt, otherKey),
        (jwt) => signedToken({ ...jwt, header: { ...jwt.header, kid: 'unknown' } }, otherKey),
        (jwt) => unsignedToken(jwt),
        (jwt, key) =>
          `${unsignedToken({ ...jwt, claims: { ...jwt.claims, sub: 'somebody-else' } })}${signedToken(jwt, key).split('.')[2]}`,
        () => 'no token at all',
        () => '',
        () => undefined,
      ];
      for (const [index, forgery] of forgeries.entries()) {
        provider.changeToken = forgery;
        expect({ tried: index, ...(await trySignIn()) }).toEqual({ tried: index, ...refused });
      }
    });

    test('R83: is good while clocks are a minute apart, and no longer', async () => {
      const offsets: [number, typeof accepted | typeof refused][] = [
        [CLOCK_TOLERANCE_SECONDS - 5, accepted],
        [CLOCK_TOLERANCE_SECONDS + 5, refused],
      ];
      for (const [seconds, expected] of offsets) {
        // Issued by a clock ahead of ours.
        provider.changeToken = ({ header, claims }, key) => {
          const iat = Math.floor(app.clock.now() / 1000) + seconds;
          return signedToken({ header, claims: { ...claims, iat, exp: iat + 600 } }, key);
        };
        expect({ tried: seconds, ...(await trySignIn()) }).toEqual({ tried: seconds, ...expected });
        // Run out by ours.
        provider.changeToken = ({ header, claims }, key) => {
          const exp = Math.floor(app.clock.now() / 1000) - seconds;
          return signedToken({ header, claims: { ...claims, iat: exp - 600, exp } }, key);
        };
        expect({ tried: -seconds, ...(await trySignIn()) }).toEqual({ tried: -seconds, ...expected });
      }
    });

    test('R83: its times are judged by the server’s clock, not the machine’s', async () => {
      const ahead = await makeApp({ env: provider.env });
      await ahead.clock.advance(2 * HOUR);
      const who = browser(ahead);
      expect(codeOf(await signInThrough(provider, who, { login: person(provider) }))).toBe(
        'provider_refused',
      );
    });
  });

  describe('R83 the provider itself', () => {
    test('R83: one that names another issuer than the configured one is not used', async () => {
      provider.changeDiscovery = (metadata) => ({ ...metadata, issuer: 'https://other.example.org' });
      const other = await makeApp({ env: provider.env });
      const answer = await browser(other).post('/api/auth/provider/start', { purpose: 'enter' });
      expect(codeOf(answer)).toBe('provider_down');
      expect(other.logLines.join('\n')).toContain('sign-in provider not reached');
    });

    test('R83: addresses at which Microsoft lets in people of every organisation are not used', async () => {
      const everybody = 'https://login.microsoftonline.com/common/v2.0';
      const { fetch } = globalThis;
      let asked = 0;
      vi.stubGlobal('fetch', async (input: string | URL | Request, options?: RequestInit) => {
        const address = new Request(input).url;
        if (!address.startsWith(everybody)) return fetch(input, options);
        asked += 1;
        return Response.json({
          // As it answers there: each organisation's own issuer is as good as another's.
          issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
          authorization_endpoint: `${everybody}/authorize`,
          token_endpoint: `${everybody}/token`,
          jwks_uri: `${everybody}/keys`,
        });
      });
      try {
        const other = await makeApp({ env: { ...provider.env, OIDC_ISSUER: everybody } });
        const answer = await browser(other).post('/api/auth/provider/start', { purpose: 'enter' });
        expect([asked, codeOf(answer)]).toEqual([1, 'provider_down']);
        expect(other.logLines.join('\n')).toContain('names another issuer');
      } finally {
        vi.unstubAllGlobals();
      }
    });

    test('R83: one that is down is a sentence, stops nothing else, and is asked again', async () => {
      provider.isDown = true;
      provider.calls.length = 0;
      const other = await makeApp({ env: provider.env });
      const who = browser(other);
      // Nothing is asked at the start.
      expect(provider.calls).toEqual([]);
      const down = await who.post('/api/auth/provider/start', { purpose: 'enter' });
      expect(down.status).toBe(503);
      expect(down.body).toMatchObject({
        error: {
          code: 'provider_down',
          message: 'Club login cannot be reached right now. Please try again in a moment.',
        },
      });
      expect((await who.get('/api/auth/ways')).status).toBe(200);
      expect((await who.get('/api/health')).status).toBe(200);
      // Many visitors at a time ask it once in five seconds.
      const asked = provider.calls.length;
      await who.post('/api/auth/provider/start', { purpose: 'enter' });
      expect(provider.calls).toHaveLength(asked);
      provider.isDown = false;
      await other.clock.advance(5_000);
      const login = person(provider);
      const url = await begin(who);
      // Down between the two halves: also a sentence, and a new try succeeds.
      const answer = await provider.logIn(url, login);
      provider.isDown = true;
      expect(codeOf(await finish(who, answer))).toBe('provider_down');
      provider.isDown = false;
      expect((await signInThrough(provider, who, { login })).status).toBe(200);
    });

    test('R83: what is known of one that is down is used on', async () => {
      const other = await makeApp({ env: provider.env });
      await begin(browser(other));
      provider.isDown = true;
      await other.clock.advance(HOUR);
      expect(new URL(await begin(browser(other))).origin).toBe(provider.issuer);
    });

    test('R83: no log line holds a token, a code, a secret or a person', async () => {
      const login = person(provider);
      const who = browser(app);
      const answer = await provider.logIn(await begin(who), login);
      provider.changeToken = ({ header, claims }, key) =>
        signedToken({ header, claims: { ...claims, aud: 'another-client' } }, key);
      await finish(who, answer);
      const log = app.logLines.join('\n');
      expect(log).toContain('sign-in through the provider refused');
      for (const secret of [login, CLIENT_SECRET, new URLSearchParams(answer).get('code') ?? 'none', 'eyJ']) {
        expect(log).not.toContain(secret);
      }
    });
  });
});
