/**
 * A forgotten password (I2): a link that is valid once, for 30 minutes, sent by email or printed for the person who runs the server.
 * Asking is answered before anything is looked up, so neither the answer nor its time tells whether there is an account.
 */
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Database } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { hashSlowly } from '../../../platform/keys/slow-hash.ts';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { releaseUnconfirmed } from '../../../work/outbox.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { storeSecurityEvent } from '../../installation/security-events/commands.ts';
import { endTokensOf } from '../../api-tokens/commands.ts';
import { type AccountParts, auditHost, type Caller } from '../account-parts.ts';
import type { AfterAnswer } from '../after-answer.ts';
import { HOUR_SECONDS, QUARTER_HOUR_SECONDS } from '../guesses.ts';
import type { ChangeEmails } from '../change-emails.ts';
import { forgetAllOnce, issueOnce, peekOnce, redeemOnce } from '../one-time-values.ts';
import { suspendPasskeys } from '../second-factors/passkey-commands.ts';
import { refuseCommonPassword, storePassword } from './passwords.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { disconnect } from '../single-sign-on/identities.ts';
import { disableTwoFactor, suspendTwoFactor } from '../second-factors/two-factor.ts';

export interface ResetCommands {
  /** Comes back at once, whether or not there is such an account. @throws RefusalError too_many_requests */
  request(caller: Caller, email: string): Promise<void>;
  /**
   * Ends all of the host's sessions and API tokens, and puts passkeys and two-factor codes on hold until the host keeps them (C14).
   * @throws RefusalError reset_link_invalid, password_too_common
   */
  reset(caller: Caller, input: { token: string; password: string }): Promise<void>;
}

/** So that nobody's mailbox is filled from many addresses. */
const MAILS_AN_HOUR = 5;

export function resetCommands(
  parts: AccountParts,
  { later, changeEmails }: { later: AfterAnswer; changeEmails: ChangeEmails },
): ResetCommands {
  const { database, clock, bus, address, mailer, limits } = parts;
  const requests = limits.attempts('reset-request', { points: 5, windowSeconds: QUARTER_HOUR_SECONDS });
  const mails = limits.attempts('reset-mail', { points: MAILS_AN_HOUR, windowSeconds: HOUR_SECONDS });

  async function mailLink(email: string): Promise<void> {
    if (mailer === null) return;
    const user = await database.query
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    if (user === undefined || !(await mayMail(user.id))) return;
    const url = await resetLink(database, user.id, { publicUrl: address.publicUrl, now: clock.now() });
    await mailer.send({ to: user.email, ...resetEmail(user.name, url) });
  }

  async function mayMail(userId: string): Promise<boolean> {
    try {
      await mails.consume('any', userId);
      return true;
    } catch (error) {
      if (error instanceof RefusalError) return false;
      throw error;
    }
  }

  return {
    async request(caller, email) {
      await requests.consume(caller.ip, foldEmail(email));
      later.run(() => mailLink(email));
    },

    async reset(caller, { token, password }) {
      refuseCommonPassword(password);
      const known = await peekOnce(database.query, 'reset', token, clock.now());
      if (known === null) throw new RefusalError('reset_link_invalid');
      const hash = await hashSlowly(password);
      const now = clock.now();
      let wasConnected = false;
      await database.transaction(async (trx) => {
        const userId = await redeemOnce(trx, 'reset', token, now);
        if (userId === null || !(await storePassword(trx, userId, { hash, now }))) {
          throw new RefusalError('reset_link_invalid');
        }
        await endAllSessions(trx, userId);
        await endTokensOf(trx, { userId, now });
        await suspendPasskeys(trx, userId, now);
        await suspendTwoFactor(trx, userId, now);
        // Whoever else was in the account may have connected a person of their own.
        wasConnected = await disconnect(trx, userId);
        if (wasConnected) {
          await auditHost(trx, parts, { caller, hostId: userId, action: 'provider_removed' });
        }
        await forgetAllOnce(trx, userId);
        // The link came to the account's address, or from the operator.
        await trx.updateTable('users').set({ email_verified: 1 }).where('id', '=', userId).execute();
        await releaseUnconfirmed(trx, { hostId: userId, now });
        await auditHost(trx, parts, { caller, hostId: userId, action: 'password_reset' });
      });
      bus.publish({ topic: 'host-sessions-ended', hostId: known });
      bus.publish({ topic: 'outbox-filled' });
      changeEmails.send(caller, known, 'password_reset');
      if (wasConnected) changeEmails.send(caller, known, 'provider_removed');
    },
  };
}

/**
 * The link that the person who runs the server hands to a host. Works beside a running server: it only adds a row.
 *
 * @param input.withoutTwoFactor switches two-factor codes off for good; a reset alone puts them on hold
 * @returns the link, or null when there is no such account
 */
export async function operatorResetLink(
  database: Database,
  input: { email: string; publicUrl: string; now: number; withoutTwoFactor: boolean },
): Promise<string | null> {
  const { email, publicUrl, now, withoutTwoFactor } = input;
  const user = await database.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (user === undefined) return null;
  await database.transaction(async (trx) => {
    if (withoutTwoFactor) await disableTwoFactor(trx, user.id);
    await writeAudit(trx, {
      raffleId: null,
      hostId: user.id,
      actor: 'system',
      action: 'reset_link_made',
      ts: now,
      details: { without_two_factor: withoutTwoFactor },
    });
    const event = {
      kind: 'reset_link_created',
      hostId: user.id,
      reason: 'glassdrum reset-password',
    } as const;
    await storeSecurityEvent(trx, event, now);
  });
  return resetLink(database, user.id, { publicUrl, now });
}

/** The token is in the fragment: browsers send that to no server, in no address and in no Referer. */
async function resetLink(
  database: Database,
  userId: string,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<string> {
  return `${publicUrl}/auth/reset#token=${await issueOnce(database.query, 'reset', userId, now)}`;
}

function resetEmail(name: string, url: string): { subject: string; text: string; html: string } {
  return {
    subject: 'Choose a new password for Glassdrum',
    ...renderEmail({
      title: 'Choose a new password',
      paragraphs: [
        `Hello ${name},`,
        'somebody, probably you, asked for a new password for your host account. The link is good for 30 minutes and for one use.',
      ],
      action: { label: 'Choose a new password', url },
      closing: ['If this was not you, do nothing: your password stays as it is.'],
    }),
  };
}
