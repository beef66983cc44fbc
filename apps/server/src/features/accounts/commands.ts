/**
 * Registration, sign-in and sign-out (I2, H6). Where a host has two-factor codes on, the right password opens no session
 * but a second step of five minutes.
 */
import type { LoginBody, RegisterBody, SecondStep } from '@glassdrum/contract';
import { foldEmail } from '@glassdrum/raffle-rules';
import { APIError } from 'better-auth/api';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { AccountParts, Caller, SignedIn } from './account-parts.ts';
import { createGuesses, HOUR_SECONDS } from './guesses.ts';
import { issueOnce, peekOnce, redeemOnce } from './one-time-values.ts';
import { refuseCommonPassword, userWithPassword } from './passwords.ts';
import { welcome } from './sessions.ts';
import { isRecoveryCode, isTwoFactorOn, takeCode } from './two-factor.ts';

export interface AccountCommands {
  /** @throws CallError password_too_common, email_taken, too_many_requests */
  register(caller: Caller, account: RegisterBody): Promise<SignedIn>;
  /** A session, or the second step. @throws CallError invalid_credentials, too_many_requests */
  login(caller: Caller, credentials: LoginBody): Promise<SignedIn | SecondStep>;
  /** @throws CallError code_wrong, sign_in_expired, too_many_requests */
  finishLogin(caller: Caller, step: { login_token: string; code: string }): Promise<SignedIn>;
  /** Ends the caller's session, if there is one. Answers the Set-Cookie lines that take the cookie away. */
  logout(caller: Caller): Promise<string[]>;
}

/** Tries at one second step; then the password is asked again. */
const CODES_A_STEP = 5;
/**
 * Tries at one account's six digits in an hour, wherever they come from. Only who knows the password gets to try, and
 * recovery codes, which nobody guesses, are not held up by it.
 */
const CODES_AN_HOUR = 60;

export function accountCommands(parts: AccountParts): AccountCommands {
  const { database, clock, bus, auth, hosts } = parts;
  const guesses = createGuesses();
  const codeGuesses = createGuesses();
  const codesOfStep = createAttemptLimiter({ points: CODES_A_STEP, windowSeconds: HOUR_SECONDS });
  const codesOfAccount = createAttemptLimiter({ points: CODES_AN_HOUR, windowSeconds: HOUR_SECONDS });
  const registrations = createAttemptLimiter({ points: 100, windowSeconds: HOUR_SECONDS });

  async function idOf(email: string): Promise<string | undefined> {
    const user = await database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    return user?.id;
  }

  return {
    async register(caller, account) {
      await registrations.consume(caller.ip, 'register');
      refuseCommonPassword(account.password);
      if ((await idOf(account.email)) !== undefined) throw emailTaken();
      let cookies: string[];
      try {
        cookies = (await auth.signUp(account)).getSetCookie();
      } catch (error) {
        // Two registrations at once: the unique address let one of them through.
        if (error instanceof APIError && (await idOf(account.email)) !== undefined) throw emailTaken();
        throw error;
      }
      const userId = await idOf(account.email);
      if (userId === undefined) throw new Error('The account that was just opened is not there.');
      return welcome(parts, caller, userId, { cookies, action: 'account_registered' });
    },

    async login(caller, { email, password }) {
      const target = foldEmail(email);
      await guesses.count(caller.ip, target);
      const userId = await userWithPassword(database, { email }, password);
      if (userId === null) throw new CallError('invalid_credentials');
      await guesses.forgive(caller.ip, target);
      if (await isTwoFactorOn(database.query, userId)) {
        const token = await issueOnce(database.query, 'second-step', userId, clock.now());
        return { second_step: true, login_token: token };
      }
      const cookies = await auth.openSession(userId);
      return welcome(parts, caller, userId, { cookies, action: 'signed_in' });
    },

    async finishLogin(caller, { login_token: token, code }) {
      const now = clock.now();
      const userId = await peekOnce(database.query, 'second-step', token, now);
      await codeGuesses.count(caller.ip, userId ?? 'unknown');
      if (userId === null) throw new CallError('sign_in_expired');
      await codesOfStep.consume('any', token);
      if (!isRecoveryCode(code)) await codesOfAccount.consume('any', userId);
      if (!(await takeCode(parts, { userId, typed: code, now }))) throw codeWrong();
      if ((await redeemOnce(database.query, 'second-step', token, now)) === null) {
        throw new CallError('sign_in_expired');
      }
      await codeGuesses.forgive(caller.ip, userId);
      const cookies = await auth.openSession(userId);
      return welcome(parts, caller, userId, { cookies, action: 'signed_in' });
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

function codeWrong(): CallError {
  return new CallError('code_wrong', { fields: { code: new CallError('code_wrong').message } });
}
