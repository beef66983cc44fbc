/**
 * The text of every email to participants (R51), as pure functions of the facts. Plain language, with the topic in the subject.
 * Names of people appear only in emails to addresses on the host's list: an address that somebody typed while joining may
 * belong to a stranger, and nobody must be able to send a stranger words of their choice.
 */

import type { EmailPart } from '../../../platform/mail/render-email.ts';
import { claimAction, claimWords, type ToClaim } from './claim-words.ts';
import {
  drawWords,
  listOf,
  offerWords,
  scheduleWords,
  greeting,
  senderWords,
  becauseOf,
  calendarWords,
  shortened,
  SUBJECT_PRIZE_LENGTH,
  DESCRIPTION_LENGTH,
  dateWords,
  type EmailFacts,
  type EmailWords,
  type PlaceWords,
  type ResultWords,
} from './email-parts.ts';

export function invitationEmail(facts: EmailFacts, joinUrl: string): EmailWords {
  const { title, hostName, deadlineAt, description } = facts;
  return {
    subject: `You are invited: “${title}”`,
    paragraphs: [
      ...greeting(facts),
      `${hostName} invites you to the raffle “${title}”.`,
      ...(description === '' ? [] : [shortened(description, DESCRIPTION_LENGTH)]),
      ...offerWords(facts, joinUrl),
      ...(deadlineAt === null ? [] : [`Entries close on ${dateWords(deadlineAt)}.`]),
      ...(facts.hasPassphrase ? [`${hostName} will give you the passphrase that you need to join.`] : []),
      'Joining takes one tap. The draw is live, and every device that watches it checks the result itself.',
      'This link is only for you. Please do not share it.',
      senderWords(facts),
    ],
    action: { label: 'Join the raffle', url: joinUrl },
    because: becauseOf(facts),
  };
}

/** H11: without a name, because somebody else may have typed the address. */
export function confirmEmail(facts: EmailFacts, { code, url }: { code: string; url: string }): EmailWords {
  const { title } = facts;
  return {
    subject: `Confirm your entry: “${title}”`,
    paragraphs: [
      `Somebody entered this address to join the raffle “${title}”.`,
      `If this was you, enter this code on the page where you joined: ${code.slice(0, 4)} ${code.slice(4)}`,
      'Or open the link on any device. There is no entry until you do one of them.',
    ],
    action: { label: 'Confirm my address', url },
    because: becauseOf(facts),
  };
}

export function joinedEmail(facts: EmailFacts, entryNumber: number): EmailWords {
  const { title, deadlineAt, hasCalendar, schedule, watchUrl } = facts;
  return {
    subject: `You are in: number ${entryNumber} in “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `You have entry number ${entryNumber} in the raffle “${title}”.`,
      ...scheduleWords(schedule, watchUrl),
      ...(deadlineAt === null
        ? ['The host starts the draw. Keep the page open, or come back to it: it shows the draw live.']
        : [`Entries close on ${dateWords(deadlineAt)}.`]),
      ...calendarWords(facts),
      `${hasCalendar ? 'Your receipt is attached too.' : 'Your receipt is attached.'} It is signed, and proves later that your entry was in the list. You also find it on your page.`,
    ],
    action: { label: 'Your entry and your receipt', url: watchUrl },
    because: becauseOf(facts),
  };
}

/** R66. @param entryUrl opens the entry on a device, once; null when it was opened already */
export function enteredEmail(
  facts: EmailFacts,
  { entryNumber, entryUrl }: { entryNumber: number; entryUrl: string | null },
): EmailWords {
  const { title, hostName, deadlineAt, watchUrl, hasCalendar } = facts;
  return {
    subject: `You are entered: number ${entryNumber} in “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `${hostName} entered you in the raffle “${title}”. You have entry number ${entryNumber}.`,
      "You don't have to do anything else to take part.",
      ...offerWords(facts, entryUrl ?? watchUrl),
      ...(deadlineAt === null ? [] : [`Entries close on ${dateWords(deadlineAt)}.`]),
      ...calendarWords(facts),
      ...(entryUrl === null
        ? []
        : [
            'Open your entry on your phone to watch the draw with your own ticket. The link works once, and it is only for you. Please do not share it.',
          ]),
      `${hasCalendar ? 'Your receipt is attached too.' : 'Your receipt is attached.'} It is signed, and proves later that your entry was in the list.`,
      `If you don't want to take part, open your entry and leave the raffle, or tell ${hostName}.`,
      senderWords(facts),
    ],
    action:
      entryUrl === null
        ? { label: 'Watch the draw', url: watchUrl }
        : { label: 'Open my entry', url: entryUrl },
    because: becauseOf(facts),
  };
}

export function deadlineEmail(facts: EmailFacts, deadlineAt: number): EmailWords {
  const { title, joinUrl } = facts;
  if (joinUrl !== null) {
    return {
      subject: `Entries close soon: “${title}”`,
      paragraphs: [
        ...greeting(facts),
        `You are invited to the raffle “${title}” and have not joined yet.`,
        `Entries close on ${dateWords(deadlineAt)}.`,
        senderWords(facts),
      ],
      action: { label: 'Join the raffle', url: joinUrl },
      because: becauseOf(facts),
    };
  }
  return {
    subject: `The draw is near: “${title}”`,
    paragraphs: [
      ...greeting(facts),
      `Entries of the raffle “${title}” close on ${dateWords(deadlineAt)}. The draw comes after that.`,
      'It is live: you can watch it on any device.',
    ],
    action: { label: 'Watch the draw', url: facts.watchUrl },
    because: becauseOf(facts),
  };
}

function startingWords(facts: EmailFacts): string {
  if (facts.draw === null) return `The draw of the raffle “${facts.title}”`;
  const words = drawWords(facts);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function startingEmail(facts: EmailFacts, entryNumber: number): EmailWords {
  return {
    subject: `The draw starts now: “${facts.title}”`,
    paragraphs: [
      ...greeting(facts),
      `${startingWords(facts)} has started. You are in it with number ${entryNumber}.`,
      'It takes about half a minute. If you miss it, you can watch it again.',
    ],
    action: { label: 'Watch the draw', url: facts.watchUrl },
    because: becauseOf(facts),
  };
}

/** @param toClaim what a winner has to claim; null for nothing */
export function resultEmail(
  facts: EmailFacts,
  entryNumber: number,
  result: ResultWords,
  toClaim: ToClaim | null = null,
): EmailWords {
  const { title } = facts;
  const rest = {
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
  switch (result.kind) {
    case 'winner':
      return {
        subject: wonSubject(title, result.places),
        entryNumber,
        paragraphs: [
          ...greeting(facts),
          ...wonWords(facts, entryNumber, result.places),
          ...claimWords(facts, toClaim, result.places.length > 1 ? 'prizes' : 'prize'),
        ],
        ...rest,
        ...claimAction(facts, toClaim),
      };
    case 'alternate':
      return {
        subject: alternateSubject(title, result.places),
        paragraphs: [
          ...greeting(facts),
          ...alternateWords(facts, entryNumber, result.places),
          'If a winner does not take the prize, the alternates move up in this order. If it is your turn, you will get another email.',
        ],
        ...rest,
      };
    case 'none':
      return {
        subject: `The result of “${title}”`,
        paragraphs: [
          ...greeting(facts),
          `${facts.draw === null ? `The raffle “${title}” has been drawn.` : `All draws of the raffle “${title}” are over.`} Your number ${entryNumber} was not among the winners this time. Thank you for taking part!`,
          'Anyone can check the result. You can also check it with your own receipt.',
        ],
        ...rest,
      };
  }
}

function wonSubject(title: string, places: readonly PlaceWords[]): string {
  const [own] = places;
  if (places.length > 1) return `You won ${places.length} prizes: “${title}”`;
  const prize = own?.prize ?? null;
  return prize === null
    ? `You won: “${title}”`
    : `You won ${shortened(prize, SUBJECT_PRIZE_LENGTH)}: “${title}”`;
}

function wonWords(facts: EmailFacts, entryNumber: number, places: readonly PlaceWords[]): EmailPart[] {
  const names = places.flatMap(({ prize }) => prize ?? []);
  const won = `Congratulations! Your number ${entryNumber} won`;
  if (names.length > 1) {
    return [`${won} ${names.length} prizes in ${drawWords(facts)}:`, listOf(names, facts.resultsUrl)];
  }
  const [name] = names;
  if (name !== undefined) return [`${won} ${name} in ${drawWords(facts)}.`];
  const [own] = places;
  const isOnly = own === undefined || own.of === 1;
  if (isOnly && facts.draw === null) return [`${won} ${drawWords(facts)}.`];
  return [`${won} in ${drawWords(facts)}${isOnly ? '' : `: winner ${own.place} of ${own.of}`}.`];
}

function alternateWords(facts: EmailFacts, entryNumber: number, places: readonly PlaceWords[]): EmailPart[] {
  const drawn = `Your number ${entryNumber} was drawn as`;
  const [own] = places;
  if (places.length > 1) {
    const items = places.map(({ prize, place }) => `Alternate ${place} for ${prize ?? 'the prize'}`);
    return [`${drawn} an alternate in ${drawWords(facts)}:`, listOf(items, facts.resultsUrl)];
  }
  const prize = own?.prize ?? null;
  return [
    `${drawn} alternate ${own?.place ?? 1}${prize === null ? '' : ` for ${prize}`} in ${drawWords(facts)}.`,
  ];
}

function alternateSubject(title: string, places: readonly PlaceWords[]): string {
  const [own] = places;
  return own?.prize === null
    ? `You are alternate ${own.place}: “${title}”`
    : `You are an alternate: “${title}”`;
}

/** @param prize null where it has no name @param toClaim null where it needs no claim */
export function movedUpEmail(
  facts: EmailFacts,
  entryNumber: number,
  prize: string | null,
  toClaim: ToClaim | null = null,
): EmailWords {
  const won = prize === null ? 'won' : `won ${shortened(prize, SUBJECT_PRIZE_LENGTH)}`;
  return {
    subject: `You moved up and ${won}: “${facts.title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      prize === null
        ? `Your number ${entryNumber} moved up and won a prize in ${drawWords(facts)}. Congratulations!`
        : `Your number ${entryNumber} moved up and won ${prize} in ${drawWords(facts)}. Congratulations!`,
      'A winner who was drawn before you was passed over, so the prize is yours. The results show it publicly.',
      ...claimWords(facts, toClaim, 'prize'),
    ],
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
    ...claimAction(facts, toClaim),
  };
}

/** R79. @param cancelled.reason as the host gave it for everyone; `entryNumber` null for somebody who did not join */
export function cancelledEmail(
  facts: EmailFacts,
  { reason, entryNumber }: { reason: string; entryNumber: number | null },
): EmailWords {
  const { title, hostName, watchUrl } = facts;
  return {
    subject: `Cancelled: “${title}”`,
    paragraphs: [
      ...greeting(facts),
      `${hostName} cancelled the raffle “${title}”. There will be no draw.`,
      `The reason given: ${reason}`,
      ...(entryNumber === null
        ? ['Your invitation no longer works. You have nothing to do.']
        : [`Your entry number ${entryNumber} takes part in nothing any more. You have nothing to do.`]),
      'The public log of this server says that the raffle was cancelled before any draw.',
      senderWords(facts),
    ],
    action: { label: 'Open the raffle’s page', url: watchUrl },
    because: becauseOf(facts),
  };
}
