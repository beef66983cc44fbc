/** Delivers a row of the outbox by mail, and tells what may get better by itself from what will not. */
import { MailFailed, type Mailer } from '../../mail/mailer.ts';
import type { Delivery } from '../../outbox/dispatcher.ts';
import type { OutboxRow } from '../../outbox/outbox.ts';
import { composeLetter } from './compose-letter.ts';
import type { LetterParts } from './letter-parts.ts';

export function mailDelivery(parts: LetterParts, mailer: Mailer): (row: OutboxRow) => Promise<Delivery> {
  return async (row) => {
    const composed = await composeLetter(parts, row);
    if ('drop' in composed) return { state: 'dropped', reason: composed.drop };
    try {
      await mailer.send(composed.message);
      return { state: 'sent' };
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error;
      return afterFailure(error);
    }
  };
}

function afterFailure({ status, command, final }: MailFailed): Delivery {
  if (status === null) return { state: 'again', reason: 'server_away', nobody: true };
  // What the server holds against this installation, not against this letter.
  if (command !== null && /^(?:AUTH|EHLO|HELO|STARTTLS)/.test(command)) {
    return { state: 'again', reason: 'server_login', nobody: true };
  }
  if (command === 'MAIL FROM') return { state: 'again', reason: 'sender_refused', nobody: true };
  if (status === 421) return { state: 'again', reason: 'server_busy', nobody: true };
  if (!final) return { state: 'again', reason: 'server_busy', nobody: false };
  return { state: 'failed', reason: command === 'RCPT TO' ? 'address_refused' : 'letter_refused' };
}
