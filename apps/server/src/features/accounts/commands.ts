/**
 * Registration, sign-in and sign-out (I2, H6). Guesses are counted before they are evaluated, for each pair of caller and
 * account and for the caller over all accounts, so that nobody can lock another one out.
 */
import type { LoginBody, RegisterBody } from '@glassdrum/contract';
import { foldEmail } from '@glassdrum/raffle-rules';
import { APIError } from 'better-auth/api';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { type AttemptLimiter, createAttemptLimiter } from '../../http/rate-limit.ts';
import type { Keys } from '../../keys/keys.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { AuthLibrary } from './auth-library.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type HostHeaders, type HostGate, forgetOldSessions } from './host-gate.ts';

export interface AccountParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  auth: AuthLibrary;
  hosts: HostGate;
}

/** Who calls: the client's address as the configured proxies name it, and the headers. */
interface Caller {
  ip: string;
  headers: HostHeaders & { 'user-agent'?: string | undefined };
}

export interface SignedIn {
  id: string;
  name: string;
  email: string;
  /** The new session's Set-Cookie lines. */
  cookies: string[];
}

export interface AccountCommands {
  /** @throws CallError password_too_common, email_taken, too_many_requests */
  register(caller: Caller, account: RegisterBody): Promise<SignedIn>;
  /** @throws CallError invalid_credentials, too_many_requests */
  login(caller: Caller, credentials: LoginBody): Promise<SignedIn>;
  /** Ends the caller's session, if there is one. Answers the Set-Cookie lines that take the cookie away. */
  logout(caller: Caller): Promise<string[]>;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 3600;

export function accountCommands(parts: AccountParts): AccountCommands {
  const { database, keys, clock, bus, auth, hosts } = parts;
  const guesses = createAttemptLimiter({ points: 10, windowSeconds: QUARTER_HOUR });
  const guessesOverAll = createAttemptLimiter({ points: 100, windowSeconds: QUARTER_HOUR });
  const registrations = createAttemptLimiter({ points: 100, windowSeconds: HOUR });

  async function userOf(email: string): Promise<{ id: string; name: string; email: string } | undefined> {
    return database.query
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
  }

  /** What follows from a new session: the one that the browser had before is over. */
  async function welcome(
    caller: Caller,
    email: string,
    cookies: string[],
    action: string,
  ): Promise<SignedIn> {
    const user = await userOf(email);
    if (user === undefined) throw new Error('The account that was just opened is not there.');
    const earlier = await hosts.find(caller.headers);
    const now = clock.now();
    await database.transaction(async (trx) => {
      if (earlier !== null) await trx.deleteFrom('sessions').where('id', '=', earlier.sessionId).execute();
      await trx.updateTable('users').set({ last_login_at: now }).where('id', '=', user.id).execute();
      await forgetOldSessions(trx, now);
      await writeAudit(trx, {
        raffleId: null,
        hostId: user.id,
        actor: 'host',
        action,
        ts: now,
        from: callerHashes(keys, caller, user.id),
      });
    });
    if (earlier !== null) bus.publish({ topic: 'host-sessions-ended', hostId: earlier.hostId });
    return { ...user, cookies };
  }

  return {
    async register(caller, account) {
      await registrations.consume(caller.ip, 'register');
      if (isCommonPassword(account.password)) {
        const refusal = new CallError('password_too_common');
        throw new CallError('password_too_common', { fields: { password: refusal.message } });
      }
      if ((await userOf(account.email)) !== undefined) throw emailTaken();
      try {
        const headers = await auth.signUp(account);
        return await welcome(caller, account.email, headers.getSetCookie(), 'account_registered');
      } catch (error) {
        // Two registrations at once: the unique address let one of them through.
        if (error instanceof APIError && (await userOf(account.email)) !== undefined) throw emailTaken();
        throw error;
      }
    },

    async login(caller, { email, password }) {
      const target = foldEmail(email);
      await guessesOverAll.consume(caller.ip, 'any');
      await guesses.consume(caller.ip, target);
      const headers = await signIn(auth, email, password);
      await takeBack([guesses, caller.ip, target], [guessesOverAll, caller.ip, 'any']);
      return welcome(caller, email, headers.getSetCookie(), 'signed_in');
    },

    async logout(caller) {
      const host = await hosts.find(caller.headers);
      const { headers } = await auth.api.signOut({
        headers: new Headers({ cookie: caller.headers.cookie ?? '' }),
        returnHeaders: true,
      });
      if (host !== null) bus.publish({ topic: 'host-sessions-ended', hostId: host.hostId });
      return headers.getSetCookie();
    },
  };
}

function emailTaken(): CallError {
  return new CallError('email_taken', { fields: { email: new CallError('email_taken').message } });
}

async function signIn(auth: AuthLibrary, email: string, password: string): Promise<Headers> {
  try {
    const { headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
    return headers;
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) throw new CallError('invalid_credentials');
    throw error;
  }
}

async function takeBack(...attempts: [AttemptLimiter, string, string][]): Promise<void> {
  for (const [limiter, address, target] of attempts) await limiter.forgive(address, target);
}
