/**
 * R83: one-time links with which the person who runs the server lets a host in, whatever became of the password or the provider.
 * Made on the command line, beside a running server, by somebody who has the data anyway.
 */
import type { SecondStep } from '@glassdrum/contract';
import { noteHost, writeAudit } from '../../../audit/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { releaseUnconfirmed } from '../../../work/outbox.ts';
import { storeSecurityEvent } from '../../installation/security-events/commands.ts';
import type { AccountParts, Caller, SignedIn } from '../account-parts.ts';
import { issueOnce, redeemOnce } from '../one-time-values.ts';
import { disableTwoFactor, isTwoFactorOn } from '../second-factors/two-factor.ts';
import { sessionOrigin } from '../sessions/session-origin.ts';
import { completeSignIn, refuseSuspended } from '../sessions/sessions.ts';

export interface SignInLinks {
  /** A session, or the second step. @throws RefusalError sign_in_link_invalid, account_suspended */
  redeem(caller: Caller, token: string): Promise<SignedIn | SecondStep>;
}

export function signInLinks(parts: AccountParts): SignInLinks {
  const { database, clock, bus, auth } = parts;
  return {
    async redeem(caller, token) {
      const now = clock.now();
      const userId = await redeemOnce(database.query, 'sign-in-link', token, now);
      if (userId === null) throw new RefusalError('sign_in_link_invalid');
      noteHost(caller.headers, userId);
      await refuseSuspended(database.query, userId);
      await database.transaction(async (trx) => {
        // The operator knows whose account it is, as with reset links.
        await trx.updateTable('users').set({ email_verified: 1 }).where('id', '=', userId).execute();
        await releaseUnconfirmed(trx, { hostId: userId, now });
      });
      bus.publish({ topic: 'outbox-filled' });
      if (await isTwoFactorOn(database.query, userId)) {
        return {
          second_step: true,
          login_token: await issueOnce(database.query, 'second-step', userId, now),
        };
      }
      const cookies = await auth.openSession(userId, sessionOrigin(caller));
      return completeSignIn(parts, caller, userId, { cookies, action: 'signed_in_with_link' });
    },
  };
}

/**
 * Works beside a running server: it only adds a row.
 *
 * @param input.withoutTwoFactor switches two-factor codes off for good
 * @returns the link, or null when there is no such account
 */
export async function operatorSignInLink(
  database: Database,
  input: { email: string; publicUrl: string; now: number; withoutTwoFactor: boolean; command: string },
): Promise<string | null> {
  const { email, publicUrl, now, withoutTwoFactor, command } = input;
  return database.transaction(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (user === undefined) return null;
    if (withoutTwoFactor) await disableTwoFactor(trx, user.id);
    await writeAudit(trx, {
      raffleId: null,
      hostId: user.id,
      actor: 'system',
      action: 'sign_in_link_made',
      ts: now,
      details: { without_two_factor: withoutTwoFactor },
    });
    await storeSecurityEvent(trx, { kind: 'sign_in_link_created', hostId: user.id, reason: command }, now);
    // The token is in the fragment: browsers send that to no server, in no address and in no Referer.
    return `${publicUrl}/auth/link#token=${await issueOnce(trx, 'sign-in-link', user.id, now)}`;
  });
}
