/**
 * The OpenID provider (R83): discovery, the address that people are sent to, and what is believed of the answer. The protocol
 * is openid-client's: code flow with PKCE, state, nonce, `iss` of the answer (RFC 9207), the ID token's signature, issuer,
 * audience and times. Here are the rules beside it.
 *
 * Discovery happens at the first sign-in and is repeated after an hour. A provider that is down is one sentence for who signs
 * in, and stops nothing else.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  type ExportedJWKSCache,
  fetchUserInfo,
  getJwksCache,
  randomNonce,
  randomPKCECodeVerifier,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Log } from '../../../platform/http/log.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { lacksClaims, type ProvenPerson, readClaims } from './claims.ts';
import type { ProviderSettings } from '../../../config-provider.ts';

/** How far the provider's clock may be off. */
export const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_SECONDS = 10;
const DISCOVERY_VALID_MS = 60 * 60_000;
/** A provider that is down is not asked again for each of many visitors. */
const RETRY_AFTER_MS = 5_000;

/** What one sign-in is checked against when it comes back. */
export interface FlowSecrets {
  verifier: string;
  nonce: string;
}

export function newFlowSecrets(): FlowSecrets {
  return { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
}

export interface Provider {
  readonly settings: ProviderSettings;
  /**
   * The address to send the browser to.
   *
   * @param flow.again the provider asks for the credentials, whatever it remembers
   * @param flow.loginHint the address of who should sign in
   * @throws RefusalError provider_down
   */
  begin(flow: {
    state: string;
    secrets: FlowSecrets;
    again: boolean;
    loginHint: string | null;
  }): Promise<string>;
  /**
   * @param answer the query that the provider sent the browser back with
   * @param flow.again the answer must prove a sign-in since then, epoch ms; null: any sign-in will do
   * @throws RefusalError provider_down, provider_refused, provider_declined, provider_without_time
   */
  finish(
    answer: URLSearchParams,
    flow: { state: string; secrets: FlowSecrets; again: number | null },
  ): Promise<ProvenPerson>;
}

interface Parts {
  settings: ProviderSettings;
  clock: Clock;
  log: Log;
  /** Where the provider sends browsers back: this installation, an origin. */
  publicUrl: string;
}

export function createProvider({ settings, clock, log, publicUrl }: Parts): Provider {
  const redirectUri = `${publicUrl}/auth/callback`;
  const overHttp = settings.issuer.startsWith('http:');
  const execute = overHttp
    ? [allowInsecureRequests, enableNonRepudiationChecks]
    : [enableNonRepudiationChecks];
  let found: { metadata: ServerMetadata; at: number } | null = null;
  let underWay: Promise<ServerMetadata> | null = null;
  let failedAt = -Infinity;
  let keys: ExportedJWKSCache | undefined;

  async function ask(): Promise<ServerMetadata> {
    const config = await discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
    const answered = { ...config.serverMetadata() };
    // Microsoft's addresses for several tenants name no issuer of their own: anybody would get in.
    if (!sameIssuer(answered.issuer, settings.issuer)) throw new Error('The provider names another issuer.');
    return answered;
  }

  async function metadata(): Promise<ServerMetadata> {
    const now = clock.now();
    if (found !== null && now - found.at < DISCOVERY_VALID_MS) return found.metadata;
    if (now - failedAt < RETRY_AFTER_MS && underWay === null) return lastKnown(found);
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    try {
      found = { metadata: await underWay, at: now };
      return found.metadata;
    } catch (error) {
      failedAt = now;
      log.warn({ issuer: settings.issuer, reason: reasonOf(error) }, 'sign-in provider not reached');
      return lastKnown(found);
    }
  }

  /** What is known from before is better than nobody signing in. @throws RefusalError provider_down */
  function lastKnown(known: typeof found): ServerMetadata {
    if (known === null) throw refused('provider_down');
    return known.metadata;
  }

  /** With the server's clock, which may be corrected. */
  async function configuration(): Promise<Configuration> {
    const server = await metadata();
    const methods = server.token_endpoint_auth_methods_supported;
    const secret = settings.clientSecret;
    const config = new Configuration(
      server,
      settings.clientId,
      {
        [clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
        [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      },
      methods === undefined || methods.includes('client_secret_basic')
        ? ClientSecretBasic(secret)
        : ClientSecretPost(secret),
    );
    config.timeout = TIMEOUT_SECONDS;
    for (const extension of execute) extension(config);
    if (keys !== undefined) setJwksCache(config, keys);
    return config;
  }

  function refused(code: 'provider_down' | 'provider_refused' | 'provider_declined'): RefusalError {
    return new RefusalError(code, { message: sentenceOf(code, settings.name) });
  }

  /** What went wrong, for who signs in; the log has the library's reason, which holds no token. */
  function refusalOf(error: unknown): RefusalError {
    if (error instanceof RefusalError) return error;
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
      return refused('provider_declined');
    }
    log.warn({ issuer: settings.issuer, reason: reasonOf(error) }, 'sign-in through the provider refused');
    return refused(isUnreachable(error) ? 'provider_down' : 'provider_refused');
  }

  return {
    settings,

    async begin({ state, secrets, again, loginHint }) {
      const config = await configuration();
      const claims = config.serverMetadata().claims_parameter_supported === true;
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
        ...(claims && { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) }),
        ...(loginHint !== null && { login_hint: loginHint }),
      });
      return url.href;
    },

    async finish(answer, { state, secrets, again }) {
      try {
        const config = await configuration();
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${answer.toString()}`), {
          pkceCodeVerifier: secrets.verifier,
          expectedState: state,
          expectedNonce: secrets.nonce,
          idTokenExpected: true,
        });
        keys = getJwksCache(config) ?? keys;
        const idToken = tokens.claims();
        if (idToken === undefined) throw new Error('The answer holds no ID token.');
        if (idToken.iat > clock.now() / 1000 + CLOCK_TOLERANCE_SECONDS) {
          throw new Error('The ID token was issued in the future.');
        }
        const asks =
          lacksClaims(idToken, settings) && config.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = asks ? await fetchUserInfo(config, tokens.access_token, idToken.sub) : null;
        const person = readClaims({ idToken, userInfo, settings, now: clock.now() });
        if (again !== null) refuseStale(person.authenticatedAt, again);
        return person;
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

/** C14: the provider's word that it has asked again. @throws RefusalError */
function refuseStale(authenticatedAt: number | null, since: number): void {
  if (authenticatedAt === null) throw new RefusalError('provider_without_time');
  if (authenticatedAt < since - CLOCK_TOLERANCE_SECONDS * 1000) {
    throw new Error('The provider did not ask for the credentials again.');
  }
}

function sentenceOf(code: 'provider_down' | 'provider_refused' | 'provider_declined', name: string): string {
  switch (code) {
    case 'provider_down':
      return `${name} cannot be reached right now. Please try again in a moment.`;
    case 'provider_refused':
      return `The answer of ${name} was not accepted. Please sign in again; if it happens again, tell the operator of this installation.`;
    case 'provider_declined':
      return `The sign-in at ${name} was not finished. You can try again.`;
  }
}

function sameIssuer(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

/** No connection, or no answer in time; also a gateway that says so. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT') return true;
  return cause instanceof Response && cause.status >= 500;
}

/** Codes and sentences of the library: no claim, code or token stands in them. */
function reasonOf(error: unknown): string {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const inner = cause instanceof Error ? cause.message : '';
  return [code, message, inner].filter((part) => typeof part === 'string' && part !== '').join(': ');
}
