/**
 * C14: tells the owner of an account by email when the ways to sign in to it were changed, so that nobody else does it
 * unseen. Only to a confirmed address, and after the call was answered.
 */
import { renderEmail } from '../../platform/mail/render-email.ts';
import { withoutLinks } from '../../platform/mail/plain-text.ts';
import type { AccountParts, Caller } from './account-parts.ts';
import type { AfterAnswer } from './after-answer.ts';
import { sessionOrigin } from './sessions/session-origin.ts';

const SENTENCES = {
  password_changed: 'The password was changed, and all other sessions have ended.',
  password_reset:
    'The password was reset with a link. All sessions have ended, and passkeys and two-factor codes are on hold until you keep them.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
  passkey_kept: 'A passkey that was on hold signs in again.',
  two_factor_enabled: 'Two-factor codes were switched on.',
  two_factor_disabled: 'Two-factor codes were switched off.',
  two_factor_kept: 'Two-factor codes that were on hold are asked for again.',
  recovery_codes_renewed: 'New recovery codes took the place of the old ones.',
  provider_connected: 'A sign-in through the provider was connected to the account.',
  provider_removed: 'The sign-in through the provider was taken off the account.',
} as const;

type AccountChange = keyof typeof SENTENCES;

export interface ChangeEmails {
  /** Returns at once; the email goes out later. @param caller who changed it */
  send(caller: Caller, hostId: string, change: AccountChange): void;
}

export function createChangeEmails(parts: AccountParts, later: AfterAnswer): ChangeEmails {
  const { database, clock, mailer, address } = parts;
  return {
    send(caller, hostId, change) {
      if (mailer === null) return;
      const at = clock.now();
      const { device, network } = sessionOrigin(caller);
      later.run(async () => {
        const user = await database.query
          .selectFrom('users')
          .select(['name', 'email'])
          .where('id', '=', hostId)
          .where('email_verified', '=', 1)
          .executeTakeFirst();
        if (user === undefined) return;
        const when = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
        const content = renderEmail({
          title: 'Your sign-in was changed',
          paragraphs: [
            `Hello ${withoutLinks(user.name)},`,
            SENTENCES[change],
            `When: ${when}. Browser: ${device ?? 'unknown'}. Network: ${network ?? 'unknown'}.`,
          ],
          action: { label: 'Look at your account', url: `${address.publicUrl}/account` },
          closing: [
            'If this was not you, choose a new password with “Forgot your password?” on the sign-in page: that ends all sessions.',
          ],
        });
        await mailer.send({ to: user.email, subject: 'Your sign-in to Glassdrum was changed', ...content });
      });
    },
  };
}
