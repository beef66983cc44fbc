/**
 * A row of the outbox as an email, composed from the facts at the time of sending (R51): people who joined meanwhile get no
 * reminder, regenerated links are the new ones, and nothing is sent to people who unsubscribed.
 */
import type { PlannedDraw } from '@glassdrum/contract';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { oneLine, withoutLinks } from '../../../platform/mail/plain-text.ts';
import { type Occasion, outboxId, type OutboxRow } from '../../../work/outbox.ts';
import { raffleCalendar } from '../../sharing/calendar/queries.ts';
import {
  drawOfSeveral,
  type OwnResult,
  prizeMovedUpTo,
  resultOfEntry,
  resultsPath,
} from '../../draws/results/queries.ts';
import { lapsedPrizeOf, ownHoldings, type OwnHoldings } from '../../draws/holdings/queries.ts';
import { entryWithReceipt, type EntryWithReceipt } from '../../entries/queries.ts';
import { emailConfirmation } from '../../entries/review/queries.ts';
import { type PersonalInvitation, personalInvitation } from '../../invitations/queries.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { shownPrizesOf } from '../../raffles/prizes/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import { claimReminderEmail, lapsedEmail, type ToClaim } from './claim-words.ts';
import { dateWords, type EmailFacts, type EmailWords } from './email-parts.ts';
import {
  cancelledEmail,
  confirmEmail,
  deadlineEmail,
  enteredEmail,
  invitationEmail,
  joinedEmail,
  movedUpEmail,
  resultEmail,
  startingEmail,
} from './email-words.ts';
import { recipientOf, stopToken, stopsOf } from './stops.ts';

/** Dependencies of emails. */
export interface EmailParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  /** Where links in emails lead: the configured address, without a slash at the end. */
  publicUrl: string;
}

const ABOUT_A_DRAW: ReadonlySet<Occasion> = new Set([
  'starting',
  'result',
  'moved_up',
  'claim_reminder',
  'lapsed',
]);

/** A message, or why there is none. */
export type Composed =
  { message: MailMessage; hostId: string } | { drop: 'gone' | 'no_address' | 'unsubscribed' };

interface EmailContext {
  raffle: RaffleRow;
  facts: EmailFacts;
  /** What is attached of it; null for none. */
  calendar: string | null;
  entry: EntryWithReceipt | null;
  invitation: PersonalInvitation | null;
}

/** Reads everything that the email contains from the database. */
export async function composeEmail(parts: EmailParts, row: OutboxRow): Promise<Composed> {
  const { database, keys } = parts;
  const recipient = await recipientOf(database.query, row.invitee_id);
  const context = recipient === null ? null : await readFacts(parts, row);
  if (recipient === null || context === null) return { drop: 'gone' };
  if (recipient.email === null) return { drop: 'no_address' };
  if ((await stopsOf(database.query, keys, recipient)) !== 'no') return { drop: 'unsubscribed' };
  const words = await wordsFor(parts, row, context);
  if (words === null) return { drop: 'gone' };
  const attachments = attachmentsOf(row, context);
  return {
    message: toMessage(parts, row, recipient.email, words, attachments),
    hostId: context.raffle.host_id,
  };
}

async function readFacts(
  { database, keys, publicUrl }: EmailParts,
  row: OutboxRow,
): Promise<EmailContext | null> {
  const raffle = await findRaffle(database, row.raffle_id);
  if (raffle === null || raffle.status === 'draft' || raffle.cleaned_at !== null) return null;
  const host = await database.query
    .selectFrom('users')
    .select(['name', 'email', 'email_verified'])
    .where('id', '=', raffle.host_id)
    .executeTakeFirstOrThrow();
  const draw = ABOUT_A_DRAW.has(row.occasion)
    ? await drawOfSeveral(database.query, raffle, row.draw_id)
    : null;
  const draws = WITH_CALENDAR.has(row.occasion) ? await plannedDrawsOf(database.query, raffle.id) : [];
  const calendar = WITH_CALENDAR.has(row.occasion)
    ? await raffleCalendar(database.query, raffle, { base: publicUrl, safe: withoutLinks })
    : null;
  const invitation = await personalInvitation({ database, keys }, row.invitee_id, publicUrl);
  return {
    raffle,
    invitation,
    calendar,
    entry: await entryWithReceipt({ database, keys }, raffle.id, row.invitee_id),
    facts: {
      title: withoutLinks(raffle.title),
      description: withoutLinks(raffle.description),
      hostName: withoutLinks(host.name),
      hostAddress: host.email_verified === 1 ? withoutLinks(host.email) : null,
      deadlineAt: raffle.deadline_at,
      hasPassphrase: raffle.passphrase_hash !== null,
      name: invitation === null ? null : withoutLinks(invitation.displayName),
      isEntered: invitation?.isEntered ?? false,
      joinUrl: invitation?.joinUrl ?? null,
      watchUrl: `${publicUrl}/draw/${raffle.id}`,
      resultsUrl: publicUrl + (await resultsPath(database.query, raffle, row.draw_id)),
      draw: draw === null ? null : { ...draw, name: draw.name === null ? null : withoutLinks(draw.name) },
      schedule: scheduleOf(draws),
      prizes: await prizeNamesOf(database, raffle, draws),
      hasCalendar: calendar !== null,
    },
  };
}

/** Null when the occasion is over for this person. */
async function wordsFor(
  { database, keys, clock, publicUrl }: EmailParts,
  { occasion, invitee_id: inviteeId, draw_id: drawId, prize }: OutboxRow,
  { raffle, facts, entry, invitation }: EmailContext,
): Promise<EmailWords | null> {
  const takesPart = entry !== null && entry.tickets > 0;
  const mayJoin =
    invitation?.joinUrl !== undefined && invitation.joinUrl !== null && raffle.status === 'open';
  switch (occasion) {
    case 'invitation':
      return mayJoin && invitation.joinUrl !== null ? invitationEmail(facts, invitation.joinUrl) : null;
    case 'confirm': {
      const confirmation = await emailConfirmation({ database, keys }, inviteeId);
      if (confirmation === null || raffle.status !== 'open' || raffle.public_link === null) return null;
      const url = `${publicUrl}/join/${raffle.public_link}#confirm=${confirmation.token}`;
      return confirmEmail(facts, { code: confirmation.code, url });
    }
    case 'joined':
      return takesPart && raffle.cancelled_at === null ? joinedEmail(facts, entry.number) : null;
    case 'entered':
      return takesPart && raffle.status !== 'drawn' && raffle.cancelled_at === null
        ? enteredEmail(facts, { entryNumber: entry.number, entryUrl: invitation?.entryUrl ?? null })
        : null;
    case 'deadline':
      return raffle.deadline_at !== null && raffle.status === 'open' && (takesPart || mayJoin)
        ? deadlineEmail(facts, raffle.deadline_at)
        : null;
    case 'starting':
      return takesPart ? startingEmail(facts, entry.number) : null;
    case 'result': {
      const result = takesPart
        ? await resultOfEntry(database, { raffleId: raffle.id, drawId }, entry.number, clock.now())
        : null;
      if (!takesPart || result === null) return null;
      const toClaim = toClaimOf(
        await ownHoldings(database.query, { raffleId: raffle.id, drawId, entryNumber: entry.number }),
      );
      return resultEmail(facts, entry.number, safeResult(result), toClaim);
    }
    case 'cancelled': {
      if (raffle.cancelled_at === null) return null;
      const reason = withoutLinks(raffle.cancel_reason ?? '');
      return cancelledEmail(facts, { reason, entryNumber: takesPart ? entry.number : null });
    }
    case 'moved_up': {
      if (!takesPart) return null;
      const of = { raffleId: raffle.id, drawId, prize: prize ?? 1 };
      const movedUp = await prizeMovedUpTo(database, of, entry.number);
      if (movedUp === null) return null;
      const toClaim = toClaimOf(
        await ownHoldings(database.query, { ...of, entryNumber: entry.number }),
        of.prize,
      );
      return movedUpEmail(facts, entry.number, safeName(movedUp.name), toClaim);
    }
    case 'claim_reminder': {
      if (!takesPart) return null;
      const of = { raffleId: raffle.id, drawId, entryNumber: entry.number };
      const { held, hasForm } = await ownHoldings(database.query, of);
      const own = held.find((one) => one.prize === (prize ?? 1));
      if (own === undefined || own.isClaimed || own.claimBy === null || own.claimBy <= clock.now())
        return null;
      return claimReminderEmail(facts, entry.number, { prize: safeName(own.name), by: own.claimBy, hasForm });
    }
    case 'lapsed': {
      if (entry === null) return null;
      const of = { raffleId: raffle.id, drawId, entryNumber: entry.number, prize: prize ?? 1 };
      const lapsed = await lapsedPrizeOf(database.query, of);
      return lapsed === null ? null : lapsedEmail(facts, entry.number, safeName(lapsed.name));
    }
  }
}

/** R75: of one prize, or of all that are still to be claimed; null where nothing is. */
function toClaimOf({ held, hasForm }: OwnHoldings, prize?: number): ToClaim | null {
  const open = held.filter((one) => !one.isClaimed && (prize === undefined || one.prize === prize));
  const ends = open.flatMap(({ claimBy }) => claimBy ?? []);
  if (open.length === 0 || (ends.length === 0 && !hasForm)) return null;
  return { by: ends.length === 0 ? null : Math.min(...ends), hasForm };
}

const safeName = (name: string | null): string | null => (name === null ? null : withoutLinks(name));

/** Hosts choose the names of prizes, and an email must not carry links of theirs (H10). */
function safeResult(result: OwnResult): OwnResult {
  if (result.kind === 'none') return result;
  const places = result.places.map((place) => ({
    ...place,
    prize: safeName(place.prize),
  }));
  return { ...result, places };
}

const WITH_RECEIPT: ReadonlySet<Occasion> = new Set(['joined', 'entered']);
/** Emails that say what there is to win and when, and have the calendar file. */
const WITH_CALENDAR: ReadonlySet<Occasion> = new Set(['joined', 'entered', 'deadline', 'invitation']);

/** R69: the draws to come, of a raffle with several; in UTC, as all times in emails. */
function scheduleOf(draws: readonly PlannedDraw[]): string[] {
  if (draws.length < 2) return [];
  return draws.filter(isToCome).map(({ name, number, planned_at: at }) => {
    const called = name === null ? `Draw ${number}` : withoutLinks(name);
    return at === null ? called : `${called}: ${dateWords(at)}`;
  });
}

const isToCome = ({ state }: PlannedDraw): boolean => state === 'planned' || state === 'running';

/** R61: of the draws to come, in the order of the list; those that only some people can win are marked, as on the page (R63). */
async function prizeNamesOf(
  { query }: Database,
  raffle: RaffleRow,
  draws: readonly PlannedDraw[],
): Promise<string[]> {
  if (raffle.named_prizes === 0) return [];
  const toCome = new Set(draws.filter(isToCome).map(({ number }) => number));
  const prizes = (await shownPrizesOf(query, raffle.id)).filter(({ draw }) => toCome.has(draw));
  return prizes.map(({ prize, name, quantity, limited }) => {
    const called = name === null ? `Prize ${prize}` : withoutLinks(name);
    return `${quantity === 1 ? '' : `${quantity} × `}${called}${limited ? ' (only for some participants)' : ''}`;
  });
}

function attachmentsOf(
  { occasion }: OutboxRow,
  { raffle, calendar, entry }: EmailContext,
): NonNullable<MailMessage['attachments']> {
  const receipt = WITH_RECEIPT.has(occasion) ? (entry?.receipt ?? null) : null;
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
    ...(receipt === null
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
  { keys, publicUrl }: EmailParts,
  row: OutboxRow,
  to: string,
  words: EmailWords,
  attachments: NonNullable<MailMessage['attachments']>,
): MailMessage {
  const stopUrl = `${publicUrl}/unsubscribe/${stopToken(keys, row.invitee_id)}`;
  const body = renderEmail({
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
    ...body,
    // The same for each attempt to send this row, so that the receiving server can detect duplicates.
    messageId: `${keys.pseudonymise('message-id', `${outboxId(row)}:${row.issue}`).slice(0, 32)}@${new URL(publicUrl).hostname}`,
    headers: {
      // RFC 8058: the mail client's own button unsubscribes with one call.
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    attachments,
  };
}
