/**
 * C14: a new account is its owner's only once the email address is confirmed, by a link that is good for a day. Until then
 * it sends no email and adds no passkey or second factor. Where mail is not configured nothing is asked for.
 */
import { RefusalError } from '../../platform/refusal.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';
import { withoutLinks } from '../../platform/mail/plain-text.ts';
import { releaseUnconfirmed } from '../../work/outbox.ts';
import { type AccountParts, auditHost, type Caller } from './account-parts.ts';
import type { AfterAnswer } from './after-answer.ts';
import { HOUR_SECONDS } from './guesses.ts';
import type { HostIdentity } from './host-gate.ts';
import { forgetOnce, issueOnce, redeemOnce } from './one-time-values.ts';

export interface ConfirmCommands {
  /** The first link, after signing up. */
  sendFirst(account: { id: string; email: string; name: string }): void;
  /** Another link; does nothing where there is nothing to confirm. @throws RefusalError too_many_requests */
  sendAgain(host: HostIdentity): Promise<void>;
  /** @throws RefusalError confirm_link_invalid */
  confirm(caller: Caller, token: string): Promise<void>;
}

const MAILS_AN_HOUR = 5;

export function confirmCommands(parts: AccountParts, later: AfterAnswer): ConfirmCommands {
  const { database, clock, bus, address, mailer, limits } = parts;
  const mails = limits.attempts('confirm-mail', { points: MAILS_AN_HOUR, windowSeconds: HOUR_SECONDS });

  function send({ id, email, name }: { id: string; email: string; name: string }): void {
    if (mailer === null) return;
    later.run(async () => {
      const token = await issueOnce(database.query, 'confirm-address', id, clock.now());
      const url = `${address.publicUrl}/auth/confirm#token=${token}`;
      await mailer.send({ to: email, ...confirmEmail(withoutLinks(name), url) });
    });
  }

  return {
    sendFirst: send,

    async sendAgain({ hostId, email, name, addressConfirmed }) {
      if (addressConfirmed) return;
      await mails.consume('any', hostId);
      send({ id: hostId, email, name });
    },

    async confirm(caller, token) {
      const now = clock.now();
      await database.transaction(async (trx) => {
        const userId = await redeemOnce(trx, 'confirm-address', token, now);
        if (userId === null) throw new RefusalError('confirm_link_invalid');
        await trx
          .updateTable('users')
          .set({ email_verified: 1, updated_at: now })
          .where('id', '=', userId)
          .execute();
        await forgetOnce(trx, 'confirm-address', userId);
        await releaseUnconfirmed(trx, { hostId: userId, now });
        await auditHost(trx, parts, { caller, hostId: userId, action: 'address_confirmed' });
      });
      bus.publish({ topic: 'outbox-filled' });
    },
  };
}

function confirmEmail(name: string, url: string): { subject: string; text: string; html: string } {
  return {
    subject: 'Confirm your email address for Glassdrum',
    ...renderEmail({
      title: 'Confirm your email address',
      paragraphs: [
        `Hello ${name},`,
        'a host account was opened with this email address. Please confirm that it is yours: then the account can send invitations, and you can add passkeys and two-factor codes. The link is good for 24 hours.',
      ],
      action: { label: 'Confirm the address', url },
      closing: [
        'If you did not open this account, do not confirm it. You can take it over with “Forgot your password?” on the sign-in page.',
      ],
    }),
  };
}
