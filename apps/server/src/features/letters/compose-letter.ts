/**
 * A row of the outbox as a message, made when it is sent from what is true then (R51): whoever joined meanwhile gets no
 * reminder, a link that was made anew is the new one, and nothing goes to somebody who wants no mail.
 */
import type { RaffleRow } from '../../database/database.ts';
import { writeLetter } from '../../mail/letter.ts';
import type { MailMessage } from '../../mail/mailer.ts';
import { oneLine } from '../../mail/one-line.ts';
import { outboxId, type OutboxRow } from '../../outbox/outbox.ts';
import { raffleCalendar } from '../calendar/queries.ts';
import { prizeOf } from '../draws/queries.ts';
import { entryWithReceipt, type EntryWithReceipt } from '../entries/queries.ts';
import { type PersonalInvitation, personalInvitation } from '../invitations/queries.ts';
import { findRaffle } from '../raffles/queries.ts';
import type { LetterParts } from './letter-parts.ts';
import {
  deadlineLetter,
  invitationLetter,
  joinedLetter,
  type LetterFacts,
  type LetterWords,
  movedUpLetter,
  resultLetter,
  startingLetter,
} from './letters.ts';
import { recipientOf, stopToken, stoppedMail } from './stops.ts';

/** A message, or why there is none. */
export type Composed = { message: MailMessage } | { drop: 'gone' | 'no_address' | 'unsubscribed' };

interface Known {
  raffle: RaffleRow;
  facts: LetterFacts;
  entry: EntryWithReceipt | null;
  invitation: PersonalInvitation | null;
}

export async function composeLetter(parts: LetterParts, row: OutboxRow): Promise<Composed> {
  const { database, keys } = parts;
  const recipient = await recipientOf(database.query, row.invitee_id);
  const known = recipient === null ? null : await whatIsKnown(parts, row);
  if (recipient === null || known === null) return { drop: 'gone' };
  if (recipient.email === null) return { drop: 'no_address' };
  if ((await stoppedMail(database.query, keys, recipient)) !== 'no') return { drop: 'unsubscribed' };
  const words = await wordsFor(parts, row, known);
  if (words === null) return { drop: 'gone' };
  return { message: toMessage(parts, row, recipient.email, words, attachmentsOf(parts, row, known)) };
}

async function whatIsKnown(
  { database, keys, publicUrl }: LetterParts,
  row: OutboxRow,
): Promise<Known | null> {
  const raffle = await findRaffle(database, row.raffle_id);
  if (raffle === null || raffle.status === 'draft' || raffle.cleaned_at !== null) return null;
  const host = await database.query
    .selectFrom('users')
    .select('name')
    .where('id', '=', raffle.host_id)
    .executeTakeFirstOrThrow();
  const invitation = await personalInvitation({ database, keys }, row.invitee_id, publicUrl);
  return {
    raffle,
    invitation,
    entry: await entryWithReceipt({ database, keys }, raffle.id, row.invitee_id),
    facts: {
      title: raffle.title,
      description: raffle.description,
      hostName: host.name,
      deadlineAt: raffle.deadline_at,
      hasPassphrase: raffle.passphrase_hash !== null,
      name: invitation?.displayName ?? null,
      joinUrl: invitation?.joinUrl ?? null,
      watchUrl: `${publicUrl}/draw/${raffle.id}`,
      resultsUrl: `${publicUrl}/results/${raffle.id}`,
    },
  };
}

/** Null when the occasion is over for this person. */
async function wordsFor(
  { database, clock }: LetterParts,
  { occasion }: OutboxRow,
  { raffle, facts, entry, invitation }: Known,
): Promise<LetterWords | null> {
  const takesPart = entry !== null && entry.tickets > 0;
  const mayJoin =
    invitation?.joinUrl !== undefined && invitation.joinUrl !== null && raffle.status === 'open';
  switch (occasion) {
    case 'invitation':
      return mayJoin && invitation.joinUrl !== null ? invitationLetter(facts, invitation.joinUrl) : null;
    case 'joined':
      return takesPart ? joinedLetter(facts, entry.number) : null;
    case 'deadline':
      return raffle.deadline_at !== null && raffle.status === 'open' && (takesPart || mayJoin)
        ? deadlineLetter(facts, raffle.deadline_at)
        : null;
    case 'starting':
      return takesPart ? startingLetter(facts, entry.number) : null;
    case 'result': {
      const prize = takesPart ? await prizeOf(database, raffle.id, entry.number, clock.now()) : null;
      return takesPart && prize !== null ? resultLetter(facts, entry.number, prize) : null;
    }
    case 'moved_up':
      return takesPart ? movedUpLetter(facts, entry.number) : null;
  }
}

function attachmentsOf(
  { publicUrl }: LetterParts,
  { occasion }: OutboxRow,
  { raffle, entry }: Known,
): NonNullable<MailMessage['attachments']> {
  if (occasion !== 'joined' && occasion !== 'deadline' && occasion !== 'invitation') return [];
  const calendar = raffleCalendar(raffle, publicUrl);
  const receipt = occasion === 'joined' ? entry?.receipt : undefined;
  return [
    ...(calendar === null
      ? []
      : [
          {
            filename: 'draw.ics',
            contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
            content: calendar,
          },
        ]),
    ...(receipt === undefined
      ? []
      : [
          {
            filename: `raffle-${raffle.id}-receipt.json`,
            contentType: 'application/json',
            content: `${JSON.stringify(receipt, null, 2)}\n`,
          },
        ]),
  ];
}

function toMessage(
  { keys, publicUrl }: LetterParts,
  row: OutboxRow,
  to: string,
  words: LetterWords,
  attachments: NonNullable<MailMessage['attachments']>,
): MailMessage {
  const stopUrl = `${publicUrl}/unsubscribe/${stopToken(keys, row.invitee_id)}`;
  const letter = writeLetter({
    title: words.subject,
    paragraphs: words.paragraphs,
    ...(words.entryNumber !== undefined && { entryNumber: words.entryNumber }),
    action: words.action,
    closing: [words.because],
    footerLink: { label: 'No more mail about this raffle', url: stopUrl },
  });
  return {
    to,
    subject: oneLine(words.subject),
    ...letter,
    // The same row has the same identity however often it is tried: a mailbox that has it already can tell.
    messageId: `${keys.pseudonymise('message-id', `${outboxId(row)}:${row.issue}`).slice(0, 32)}@${new URL(publicUrl).hostname}`,
    headers: {
      // RFC 8058: the mail program's own button ends it with one call.
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    attachments,
  };
}
