/** One invitation's way by email, in a line (R51). */
import type { MailState } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { DateTime } from '../../../ui/date-time.tsx';
import { reasonText } from './mail-texts.ts';

export function MailLine({ mail }: { mail: MailState }) {
  switch (mail.state) {
    case 'sent':
      return (
        <p className="text-sm text-good">
          {m.console_mail_sent()} <DateTime at={mail.at} />
        </p>
      );
    case 'waiting':
      return (
        <p className="text-sm text-ink-soft">
          {mail.reason === null
            ? m.console_mail_on_its_way()
            : m.console_mail_waits({ reason: reasonText(mail.reason) })}
        </p>
      );
    case 'failed':
      return (
        <p className="text-sm text-danger">{m.console_mail_failed({ reason: reasonText(mail.reason) })}</p>
      );
  }
}
