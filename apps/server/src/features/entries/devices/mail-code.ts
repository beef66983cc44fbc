/** The code by email (R41): to the address on the host's list or of the entry, which no answer ever shows (R43). */
import type { PublicAddress } from '../../../platform/http/origin.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { MailFailed, type Mailer } from '../../../platform/mail/mailer.ts';
import { withoutLinks } from '../../../platform/mail/plain-text.ts';
import { type ContinueParts, makeCode } from './commands.ts';
import type { MovableEntry } from './queries.ts';

/** Between two emails to one entry, so that nobody who has a link can fill somebody's inbox. */
const PAUSE_MS = 60_000;
const MINUTES = 10;

interface MailCodeParts extends ContinueParts {
  address: PublicAddress;
  /** Null when this installation sends no email. */
  mailer: Mailer | null;
}

/**
 * Sends a code; resolves once the mail server has taken it.
 * @throws RefusalError continue_mail_impossible, too_many_requests, unavailable
 */
export async function mailCode(parts: MailCodeParts, entry: MovableEntry): Promise<{ expiresAt: number }> {
  const { mailer, address } = parts;
  if (mailer === null || entry.email === null || !entry.hostConfirmed)
    throw new RefusalError('continue_mail_impossible');
  await waitForPause(parts, entry.inviteeId);
  const { code, expiresAt } = await makeCode(parts, entry, 'mail');
  // Written by the host: to be read, not clicked (H10).
  const title = withoutLinks(entry.title);
  const email = renderEmail({
    title: 'Your code for another device',
    paragraphs: [
      `You are number ${entry.entryNumber} in the raffle “${title}”.`,
      `Enter this code on the device that you want to use: ${code.slice(0, 4)} ${code.slice(4)}`,
      `It works once, within ${MINUTES} minutes.`,
    ],
    // The configured address only: the caller, who may not be the reader, could name any other.
    action: { label: 'Continue on this device', url: continueUrl(address.publicUrl, code) },
    closing: [
      'If you did not request this, ignore this email: your entry is only handed over with the code.',
    ],
  });
  try {
    await mailer.send({ to: entry.email, subject: `Your code for “${title}”`, ...email });
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    throw new RefusalError('unavailable', {
      message: 'The email could not be sent. Please try again in a moment.',
    });
  }
  return { expiresAt };
}

/** The code comes after `#`, so that it reaches neither a server's log nor another site. */
export function continueUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/continue#${code}`;
}

async function waitForPause({ database, clock }: ContinueParts, inviteeId: string): Promise<void> {
  const last = await database.query
    .selectFrom('continue_codes')
    .select('created_at')
    .where('invitee_id', '=', inviteeId)
    .where('via', '=', 'mail')
    .executeTakeFirst();
  const wait = last === undefined ? 0 : last.created_at + PAUSE_MS - clock.now();
  if (wait <= 0) return;
  throw new RefusalError('too_many_requests', {
    retryAfter: Math.ceil(wait / 1000),
    message: 'A code was sent a moment ago. Please check your inbox, or wait a minute.',
  });
}
