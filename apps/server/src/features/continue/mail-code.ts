/** The code by e-mail (R41): to the address that the host's list or the entry names, which no answer ever shows (R43). */
import { CallError } from '../../http/errors.ts';
import { writeLetter } from '../../mail/letter.ts';
import { MailFailed } from '../../mail/mailer.ts';
import { makeCode } from './commands.ts';
import type { ContinueParts } from './continue-parts.ts';
import type { MovableEntry } from './queries.ts';

/** Nobody's mailbox is filled by whoever has a link: between two mails to one entry lies this much. */
const PAUSE_MS = 60_000;
const MINUTES = 10;

/**
 * Sends a code; resolves once the mail server has taken it.
 * @throws CallError continue_mail_impossible, too_many_requests, unavailable
 */
export async function mailCode(parts: ContinueParts, entry: MovableEntry): Promise<{ expiresAt: number }> {
  const { mailer, address } = parts;
  if (mailer === null || entry.email === null) throw new CallError('continue_mail_impossible');
  await waitForPause(parts, entry.inviteeId);
  const { code, expiresAt } = await makeCode(parts, entry, 'mail');
  const letter = writeLetter({
    title: 'Your code for another device',
    paragraphs: [
      `You are number ${entry.entryNumber} in the raffle “${entry.title}”.`,
      `Enter this code on the device with which you want to go on: ${code.slice(0, 4)} ${code.slice(4)}`,
      `It works once, within ${MINUTES} minutes.`,
    ],
    // The configured address only: the caller, who is not the reader, could name any other.
    action: { label: 'Go on with this device', url: continueUrl(address.publicUrl, code) },
    closing: ['You did not ask for this? Then do nothing: without the code nobody gets your entry.'],
  });
  try {
    await mailer.send({ to: entry.email, subject: `Your code for “${entry.title}”`, ...letter });
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    throw new CallError('unavailable', {
      message: 'The mail could not be sent. Please try again in a moment.',
    });
  }
  return { expiresAt };
}

/** The code stands behind `#`: it reaches neither a server's log nor another site. */
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
  throw new CallError('too_many_requests', {
    retryAfter: Math.ceil(wait / 1000),
    message: 'A code was sent a moment ago. Please look into your mailbox, or wait a minute.',
  });
}
