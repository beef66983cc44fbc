/** Delivers a row of the outbox by email, and distinguishes temporary from permanent failures. */
import { MailFailed, type Mailer } from '../../../platform/mail/mailer.ts';
import type { Delivery } from '../../../work/outbox-lane.ts';
import type { OutboxRow } from '../../../work/outbox.ts';
import { uncountEmail, holdEmails, holdUnconfirmed, mayReach, countEmail } from './allowance.ts';
import { composeEmail } from './compose-email.ts';
import type { EmailParts } from './compose-email.ts';

/** Emails of an unconfirmed host are retried after this time; confirming the address sends them at once (C14). */
const UNCONFIRMED_MS = 24 * 60 * 60_000;

export function mailDelivery(parts: EmailParts, mailer: Mailer): (row: OutboxRow) => Promise<Delivery> {
  return async (row) => {
    const composed = await composeEmail(parts, row);
    if ('drop' in composed) return { state: 'dropped', reason: composed.drop };
    const { database, clock } = parts;
    const { hostId } = composed;
    if (!(await mayReach(database.query, { raffleId: row.raffle_id, inviteeId: row.invitee_id }))) {
      return { state: 'failed', reason: 'recipient_limit' };
    }
    const now = clock.now();
    if (await holdUnconfirmed(database, row, { hostId, until: now + UNCONFIRMED_MS, now })) {
      return { state: 'held' };
    }
    const until = await countEmail(database, hostId, now);
    if (until !== null) {
      await holdEmails(database.query, hostId, { until, reason: 'daily_limit' });
      return { state: 'waiting', reason: 'daily_limit', dueAt: until };
    }
    try {
      await mailer.send(composed.message);
      return { state: 'sent' };
    } catch (error) {
      await uncountEmail(database, hostId, now);
      if (!(error instanceof MailFailed)) throw error;
      return afterFailure(error);
    }
  };
}

function afterFailure({ code, status, command, final }: MailFailed): Delivery {
  // No TLS, or a certificate that does not fit (M12).
  if (code === 'ETLS') return { state: 'retry', reason: 'server_tls', isOutage: true };
  if (status === null) return { state: 'retry', reason: 'server_away', isOutage: true };
  // Problems with this installation, not with this email.
  if (command !== null && /^(?:AUTH|EHLO|HELO|STARTTLS)/.test(command)) {
    return { state: 'retry', reason: 'server_login', isOutage: true };
  }
  if (command === 'MAIL FROM') return { state: 'retry', reason: 'sender_refused', isOutage: true };
  if (status === 421) return { state: 'retry', reason: 'server_busy', isOutage: true };
  if (!final) return { state: 'retry', reason: 'server_busy', isOutage: false };
  return { state: 'failed', reason: command === 'RCPT TO' ? 'address_refused' : 'letter_refused' };
}
