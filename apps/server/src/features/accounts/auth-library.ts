/**
 * The accounts library's settings (I2). It keeps users, password hashes and sessions, and signs the session cookie with
 * the installation's key, so that a copy of the database alone opens no account. None of its own calls is served.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { z } from 'zod';
import { offWhileUnused } from '../../platform/async-storage.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { hashSlowly, verifySlowly } from '../../platform/keys/slow-hash.ts';
import { accountStore, type OnAccount } from './account-store.ts';
import type { SessionOrigin } from './sessions/session-origin.ts';

/** I2: a session ends 14 days after sign-in, whatever happens. */
export const SESSION_SECONDS = 14 * 24 * 3600;
/** R83: under which the credentials of the OpenID provider are stored. */
export const PROVIDER_ID = 'oidc';
const PSEUDONYM_BYTES = 16;

export interface AuthParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  publicUrl: string;
  /** In the transaction that makes an account (R81). */
  onAccount: OnAccount;
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

const NOWHERE: SessionOrigin = { device: null, network: null };

const columnNames = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** A session for somebody who signed in by other means than the library's own calls: a code, or a passkey. */
const openSession = createAuthEndpoint.serverOnly(
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (call) => {
    const { internalAdapter } = call.context;
    const { userId } = call.body;
    const user = await internalAdapter.findUserById(userId);
    if (user === null) throw new Error('A session needs an account.');
    const session = await internalAdapter.createSession(userId);
    await setSessionCookie(call, { session, user });
    return null;
  },
);

/** R83: an account of somebody whom the provider vouches for; it has no password. */
const openProvidedAccount = createAuthEndpoint.serverOnly(
  {
    method: 'POST',
    body: z.object({
      email: z.string(),
      emailVerified: z.boolean(),
      name: z.string(),
      accountId: z.string(),
    }),
  },
  async (call) => {
    const { accountId, ...person } = call.body;
    const { user } = await call.context.internalAdapter.createOAuthUser(person, {
      providerId: PROVIDER_ID,
      accountId,
    });
    return { userId: user.id };
  },
);

/** For the call of the library that is under way: a hash that is there already, and where the session comes from. */
const readyHash = offWhileUnused(new AsyncLocalStorage<string>());
const origin = offWhileUnused(new AsyncLocalStorage<SessionOrigin>());

/** The library's own, of which there is one each in the process. */
void Promise.all([
  getCurrentAuthContextAsyncLocalStorage(),
  getCurrentDBAdapterAsyncLocalStorage(),
  getRequestStateAsyncLocalStorage(),
]).then((storages) => storages.forEach(offWhileUnused));

/** @param parts.publicUrl decides whether the cookie is for HTTPS only */
export function createAuthLibrary({ database, keys, clock, publicUrl, onAccount }: AuthParts) {
  const secure = publicUrl.startsWith('https:');
  const auth = betterAuth({
    appName: 'Glassdrum',
    baseURL: publicUrl,
    secret: Buffer.from(keys.derive('accounts')).toString('base64url'),
    database: accountStore(database, onAccount),
    logger: { disabled: true },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: 1000,
      password: {
        hash: async (password) => readyHash.getStore() ?? hashSlowly(password),
        verify: ({ hash, password }) => verifySlowly(hash, password),
      },
    },
    user: {
      modelName: 'users',
      fields: { ...columnNames, emailVerified: 'email_verified' },
      additionalFields: {
        pseudonym: {
          type: 'string',
          input: false,
          defaultValue: () => randomBytes(PSEUDONYM_BYTES).toString('base64url'),
        },
        isOperator: { type: 'number', input: false, defaultValue: 0, fieldName: 'is_operator' },
        suspendedAt: { type: 'number', input: false, required: false, fieldName: 'suspended_at' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        ...columnNames,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: {
        authenticatedAt: { type: 'number', input: false, required: false, fieldName: 'authenticated_at' },
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'credentials',
      fields: {
        ...columnNames,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'verifications', fields: { ...columnNames, expiresAt: 'expires_at' } },
    databaseHooks: {
      user: { create: { before: async () => ({ data: stamp(clock) }) } },
      // Whole addresses and user agents are personal: the audit log has their hashes (I5), and a session what its host
      // needs to recognise it (C14).
      session: {
        create: {
          before: async () => {
            const { device, network, authenticatedAt } = origin.getStore() ?? NOWHERE;
            return {
              data: {
                ...stamp(clock),
                ipAddress: network,
                userAgent: device,
                ...(authenticatedAt !== undefined && { authenticatedAt }),
              },
            };
          },
        },
      },
      account: { create: { before: async () => ({ data: stamp(clock) }) } },
    },
    plugins: [{ id: 'glassdrum', endpoints: { openSession, openProvidedAccount } }],
    advanced: {
      // The library itself only knows the weaker prefix `__Secure-`.
      cookiePrefix: secure ? '__Host-glassdrum' : 'glassdrum',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/', secure },
      ipAddress: { disableIpTracking: true },
    },
  });
  return {
    api: auth.api,
    /** Opens a session; answers the Set-Cookie lines. @param from where the caller is */
    async openSession(userId: string, from: SessionOrigin): Promise<string[]> {
      const { headers } = await origin.run(from, () =>
        auth.api.openSession({ body: { userId }, returnHeaders: true }),
      );
      return headers.getSetCookie();
    },
    /** R83: an account that is signed in to through the provider. @returns its id */
    async openProvidedAccount(person: {
      email: string;
      emailVerified: boolean;
      name: string;
      accountId: string;
    }): Promise<string> {
      return (await auth.api.openProvidedAccount({ body: person })).userId;
    },
    /** Registers inside a transaction; the slow hash is made before, so that the database waits for no hash. */
    async signUp(
      account: { email: string; name: string; password: string },
      from: SessionOrigin,
    ): Promise<Headers> {
      const hash = await hashSlowly(account.password);
      const { headers } = await origin.run(from, () =>
        readyHash.run(hash, () =>
          auth.api.signUpEmail({ body: account, headers: new Headers(), returnHeaders: true }),
        ),
      );
      return headers;
    },
  };
}

function stamp(clock: Clock): { createdAt: Date; updatedAt: Date } {
  const now = new Date(clock.now());
  return { createdAt: now, updatedAt: now };
}
