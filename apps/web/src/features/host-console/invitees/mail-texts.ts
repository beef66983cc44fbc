/** The words for emails and for what went wrong with them. */
import type { MailOverview, MailReason } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';

type Occasion = MailOverview['failures'][number]['occasion'];

export function occasionText(occasion: Occasion): string {
  switch (occasion) {
    case 'invitation':
      return m.console_letter_invitation();
    case 'confirm':
      return m.console_letter_confirm();
    case 'joined':
      return m.console_letter_joined();
    case 'entered':
      return m.console_letter_entered();
    case 'deadline':
      return m.console_letter_deadline();
    case 'starting':
      return m.console_letter_starting();
    case 'result':
      return m.console_letter_result();
    case 'moved_up':
      return m.console_letter_moved_up();
    case 'cancelled':
      return m.console_letter_cancelled();
    case 'claim_reminder':
      return m.console_letter_claim_reminder();
    case 'lapsed':
      return m.console_letter_lapsed();
  }
}

export function reasonText(reason: MailReason | null): string {
  switch (reason) {
    case 'server_away':
      return m.console_mail_server_away();
    case 'server_tls':
      return m.console_mail_server_tls();
    case 'server_login':
      return m.console_mail_server_login();
    case 'sender_refused':
      return m.console_mail_sender_refused();
    case 'server_busy':
      return m.console_mail_server_busy();
    case 'address_refused':
      return m.console_mail_address_refused();
    case 'letter_refused':
      return m.console_mail_letter_refused();
    case 'unsubscribed':
      return m.console_mail_unsubscribed();
    case 'daily_limit':
      return m.console_mail_daily_limit();
    case 'address_not_confirmed':
      return m.console_mail_address_not_confirmed();
    case 'recipient_limit':
      return m.console_mail_recipient_limit();
    case 'internal':
    case null:
      return m.console_mail_internal();
  }
}
