/** Tells a host by email that a date of a recurring raffle was skipped, or that its draft could not be opened (R80). Once each. */
import type { ErrorCode } from '@glassdrum/contract';
import type { Database } from '../../../platform/database/database.ts';
import { doubling } from '../../../platform/clock/backoff.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { oneLine, withoutLinks } from '../../../platform/mail/plain-text.ts';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { JobHandler } from '../../../work/job-runner.ts';

interface FailureEmailParts {
  database: Database;
  keys: Keys;
  /** Null where no mail server is configured. */
  mailer: Mailer | null;
  publicUrl: string;
}

/** A mail server may be away for a day. */
const ATTEMPTS = 30;
const backoff = doubling(1_000, 3_600_000);

export function failureEmailHandler(parts: FailureEmailParts): JobHandler {
  return {
    attempts: ATTEMPTS,
    backoff,
    async run({ key, payload }) {
      const { mailer } = parts;
      const message = await compose(parts, payload as { recurrenceId: string; at: number });
      if (mailer !== null && message !== null) {
        const host = new URL(parts.publicUrl).hostname;
        const messageId = `${parts.keys.pseudonymise('message-id', `recurrence:${key}`).slice(0, 32)}@${host}`;
        await mailer.send({ ...message, messageId });
      }
      return { outcome: 'done' };
    },
  };
}

async function compose(
  { database, publicUrl }: FailureEmailParts,
  { recurrenceId, at }: { recurrenceId: string; at: number },
) {
  const row = await database.query
    .selectFrom('recurrence_periods as p')
    .innerJoin('recurrences as r', 'r.id', 'p.recurrence_id')
    .innerJoin('users as u', 'u.id', 'r.host_id')
    .leftJoin('raffles as f', 'f.id', 'p.raffle_id')
    .select(['p.state', 'p.reason', 'p.raffle_id', 'r.time_zone', 'u.name', 'u.email', 'f.title'])
    .where('p.recurrence_id', '=', recurrenceId)
    .where('p.at', '=', at)
    // C14: to nobody who may not be the owner of the address.
    .where('u.email_verified', '=', 1)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const date = dateIn(at, row.time_zone);
  const title = row.title === null ? 'Your recurring raffle' : `“${withoutLinks(row.title)}”`;
  const isSkipped = row.state === 'skipped';
  const subject = isSkipped
    ? `A date of your recurring raffle was skipped: ${date}`
    : `Your raffle for ${date} was not opened`;
  return {
    to: row.email,
    subject: oneLine(subject),
    ...renderEmail({
      title: subject,
      paragraphs: [
        `Hello ${withoutLinks(row.name)},`,
        ...(isSkipped
          ? [
              `${title} was to be held on ${date}. This server was not running in time, so this date was skipped. The next one is planned as before.`,
            ]
          : [
              `${title} was to open automatically for ${date}, and could not: ${sentenceOf(row.reason)}`,
              'Nothing is lost: the draft and its list of people are in your console. Open it there, then send the invitations.',
            ]),
      ],
      action: {
        label: isSkipped ? 'Look at your raffles' : 'Look at the draft',
        url:
          row.raffle_id === null
            ? `${publicUrl}/host`
            : `${publicUrl}/host/raffles/${row.raffle_id}/settings`,
      },
      closing: ['You receive this email because you set this raffle to repeat.'],
    }),
  };
}

function sentenceOf(reason: string | null): string {
  return new RefusalError((reason ?? 'internal') as ErrorCode).message;
}

function dateIn(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}
