/**
 * Registration, sign-in and sign-out (I2, H6). Where a host has two-factor codes on, the right password opens no session
 * but a second step of five minutes.
 */
import type { LoginBody, RegisterBody, SecondStep } from '@glassdrum/contract';
import { acceptHostName, foldEmail } from '@glassdrum/raffle-rules';
import { unicodeLookAlikes } from '@glassdrum/raffle-rules/unicode-looks';
import { APIError } from 'better-auth/api';
import { RefusalError } from '../../platform/refusal.ts';
import { type AccountParts, type Caller, refusalAt, type SignedIn } from './account-parts.ts';
import type { ConfirmCommands } from './confirm-commands.ts';
import { createGuesses, HOUR_SECONDS } from './guesses.ts';
import { noteHost } from '../../audit/audit.ts';
import { issueOnce, peekOnce, redeemOnce } from './one-time-values.ts';
import { refuseCommonPassword, userWithPassword } from './passwords/passwords.ts';
import { completeSignIn, refuseSuspended } from './sessions/sessions.ts';
import { sessionOrigin } from './sessions/session-origin.ts';
import { isRecoveryCode, isTwoFactorOn, takeCode } from './second-factors/two-factor.ts';

export interface AccountCommands {
  /** @throws RefusalError password_too_common, email_taken, and what R82 refuses */
  register(caller: Caller, account: RegisterBody): Promise<SignedIn>;
  /** A session, or the second step. @throws RefusalError invalid_credentials, account_suspended, too_many_requests */
  login(caller: Caller, credentials: LoginBody): Promise<SignedIn | SecondStep>;
  /** @throws RefusalError code_wrong, sign_in_expired, account_suspended, too_many_requests */
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

export function accountCommands(parts: AccountParts, confirmations: ConfirmCommands): AccountCommands {
  const { database, clock, bus, auth, hosts, limits, signUps } = parts;
  const guesses = createGuesses(limits, 'sign-in');
  const codeGuesses = createGuesses(limits, 'sign-in-code');
  const codesOfStep = limits.attempts('codes-of-step', { points: CODES_A_STEP, windowSeconds: HOUR_SECONDS });
  const codesOfAccount = limits.attempts('codes-of-account', {
    points: CODES_AN_HOUR,
    windowSeconds: HOUR_SECONDS,
  });

  async function idOf(email: string): Promise<string | undefined> {
    const user = await database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    return user?.id;
  }

  /** The account's id for a caller who is signed in with it: nobody else of the network locks him out. */
  async function ownAccount(caller: Caller, foldedEmail: string): Promise<string | undefined> {
    const host = await hosts.find(caller.headers);
    return host !== null && foldEmail(host.email) === foldedEmail ? host.hostId : undefined;
  }

  /** @returns the session's Set-Cookie lines */
  async function openAccount(caller: Caller, { email, name, password }: RegisterBody): Promise<string[]> {
    if ((await idOf(email)) !== undefined) throw refusalAt('email', 'email_taken');
    try {
      return (await auth.signUp({ email, name, password }, sessionOrigin(caller))).getSetCookie();
    } catch (error) {
      // Two registrations at once: the unique address let one of them through.
      if (error instanceof APIError && (await idOf(email)) !== undefined)
        throw refusalAt('email', 'email_taken');
      throw error;
    }
  }

  return {
    async register(caller, account) {
      refuseCommonPassword(account.password);
      const name = acceptHostName(account.name, { lookAlikes: unicodeLookAlikes });
      if (!name.ok) throw new RefusalError(name.refusal);
      const admission = await signUps.admit(account);
      let cookies: string[];
      try {
        cookies = await openAccount(caller, { ...account, name: name.value });
      } catch (error) {
        await admission.giveBack();
        throw error;
      }
      const userId = await idOf(account.email);
      if (userId === undefined) throw new Error('The account that was just opened is not there.');
      await admission.complete(userId);
      confirmations.sendFirst({ id: userId, email: account.email, name: name.value });
      return completeSignIn(parts, caller, userId, { cookies, action: 'account_registered' });
    },

    async login(caller, { email, password }) {
      const target = foldEmail(email);
      const own = await ownAccount(caller, target);
      await guesses.count(caller, target, own);
      const userId = await userWithPassword(database, { email }, password);
      if (userId === null) {
        const known = await idOf(email);
        if (known !== undefined) noteHost(caller.headers, known);
        throw new RefusalError('invalid_credentials');
      }
      await guesses.forgive(caller, target, own);
      noteHost(caller.headers, userId);
      await refuseSuspended(database.query, userId);
      if (await isTwoFactorOn(database.query, userId)) {
        const token = await issueOnce(database.query, 'second-step', userId, clock.now());
        return { second_step: true, login_token: token };
      }
      const cookies = await auth.openSession(userId, sessionOrigin(caller));
      return completeSignIn(parts, caller, userId, { cookies, action: 'signed_in' });
    },

    async finishLogin(caller, { login_token: token, code }) {
      const now = clock.now();
      const userId = await peekOnce(database.query, 'second-step', token, now);
      await codeGuesses.count(caller, userId ?? 'unknown');
      if (userId === null) throw new RefusalError('sign_in_expired');
      noteHost(caller.headers, userId);
      await codesOfStep.consume('any', token);
      if (!isRecoveryCode(code)) await codesOfAccount.consume('any', userId);
      if (!(await takeCode(parts, { userId, typed: code, now }))) throw refusalAt('code', 'code_wrong');
      if ((await redeemOnce(database.query, 'second-step', token, now)) === null) {
        throw new RefusalError('sign_in_expired');
      }
      await codeGuesses.forgive(caller, userId);
      await refuseSuspended(database.query, userId);
      const cookies = await auth.openSession(userId, sessionOrigin(caller));
      return completeSignIn(parts, caller, userId, { cookies, action: 'signed_in' });
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
