/**
 * The text of every email to participants (R51), as pure functions of the facts. Plain language, with the topic in the subject.
 * Names of people appear only in emails to addresses on the host's list: an address that somebody typed while joining may
 * belong to a stranger, and nobody must be able to send a stranger words of their choice.
 */

export interface EmailFacts {
  title: string;
  description: string;
  hostName: string;
  /** H10: the account's address where the host confirmed it; null otherwise. */
  hostAddress: string | null;
  /** Epoch ms. */
  deadlineAt: number | null;
  hasPassphrase: boolean;
  /** From the host's list; null for people who joined by the public link. */
  name: string | null;
  /** R66: the host entered the reader, instead of inviting. */
  isEntered: boolean;
  /** Where to join; null when the person has joined. */
  joinUrl: string | null;
  watchUrl: string;
  resultsUrl: string;
}

export interface EmailWords {
  subject: string;
  paragraphs: readonly string[];
  /** Only where the email is about the number. */
  entryNumber?: number;
  action: { label: string; url: string };
  /** Why the reader gets it. */
  because: string;
}

/** A prize that an entry won, or is an alternate of. */
interface PlaceWords {
  /** Null in a raffle with one unnamed prize. */
  prize: string | null;
  place: number;
  of: number;
}

/** The result of an entry in its draw. */
export type ResultWords =
  | { kind: 'winner'; places: readonly PlaceWords[] }
  | { kind: 'alternate'; places: readonly PlaceWords[] }
  | { kind: 'none' };

/** More prizes than these are counted. */
const PRIZES_NAMED = 10;

const DESCRIPTION_LENGTH = 500;

const greeting = ({ name }: EmailFacts): string[] => (name === null ? [] : [`Hello ${name},`]);

/** In UTC, because the reader's time zone is unknown; the attached calendar file adapts to it. */
function dateWords(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** H10: who is behind a name that anyone could have chosen, as confirmed by this server. */
function senderWords({ hostName, hostAddress }: EmailFacts): string {
  return hostAddress === null
    ? `${hostName} has not confirmed an address on this server. If you don't know this host, ignore this email.`
    : `${hostName} has an account here with the confirmed address ${hostAddress}. If you don't know this host, ignore this email.`;
}

function becauseOf({ name, isEntered, title, hostName }: EmailFacts): string {
  if (name === null) {
    return `You received this email because somebody joined the raffle “${title}” with this address.`;
  }
  return isEntered
    ? `You received this email because ${hostName} entered somebody with this address in the raffle “${title}”.`
    : `You received this email because ${hostName} invited this address to the raffle “${title}”.`;
}

export function invitationEmail(facts: EmailFacts, joinUrl: string): EmailWords {
  const { title, hostName, deadlineAt, description } = facts;
  return {
    subject: `You are invited: “${title}”`,
    paragraphs: [
      ...greeting(facts),
      `${hostName} invites you to the raffle “${title}”.`,
      ...(description === '' ? [] : [shortened(description)]),
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
  const { title, deadlineAt } = facts;
  return {
    subject: `You are in: number ${entryNumber} in “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `You have entry number ${entryNumber} in the raffle “${title}”.`,
      deadlineAt === null
        ? 'The host starts the draw. Keep the page open, or come back to it: it shows the draw live.'
        : `Entries close on ${dateWords(deadlineAt)}. The attached calendar file reminds you in your own time zone.`,
      `${deadlineAt === null ? 'Your receipt is attached.' : 'Your receipt is attached too.'} It is signed, and proves later that your entry was in the list. You also find it on your page.`,
    ],
    action: { label: 'Your entry and your receipt', url: facts.watchUrl },
    because: becauseOf(facts),
  };
}

/** R66. @param entryUrl opens the entry on a device, once; null when it was opened already */
export function enteredEmail(
  facts: EmailFacts,
  { entryNumber, entryUrl }: { entryNumber: number; entryUrl: string | null },
): EmailWords {
  const { title, hostName, deadlineAt, watchUrl } = facts;
  return {
    subject: `You are entered: number ${entryNumber} in “${title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `${hostName} entered you in the raffle “${title}”. You have entry number ${entryNumber}.`,
      "You don't have to do anything else to take part.",
      ...(deadlineAt === null
        ? []
        : [
            `Entries close on ${dateWords(deadlineAt)}. The attached calendar file reminds you in your own time zone.`,
          ]),
      ...(entryUrl === null
        ? []
        : [
            'Open your entry on your phone to watch the draw with your own ticket. The link works once, and it is only for you. Please do not share it.',
          ]),
      `${deadlineAt === null ? 'Your receipt is attached.' : 'Your receipt is attached too.'} It is signed, and proves later that your entry was in the list.`,
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

export function startingEmail(facts: EmailFacts, entryNumber: number): EmailWords {
  return {
    subject: `The draw starts now: “${facts.title}”`,
    paragraphs: [
      ...greeting(facts),
      `The draw of the raffle “${facts.title}” has started. You are in it with number ${entryNumber}.`,
      'It takes about half a minute. If you miss it, you can watch it again.',
    ],
    action: { label: 'Watch the draw', url: facts.watchUrl },
    because: becauseOf(facts),
  };
}

export function resultEmail(facts: EmailFacts, entryNumber: number, result: ResultWords): EmailWords {
  const { title, hostName } = facts;
  const rest = {
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
  switch (result.kind) {
    case 'winner':
      return {
        subject: `You won: “${title}”`,
        entryNumber,
        paragraphs: [
          ...greeting(facts),
          wonSentence(title, entryNumber, result.places),
          `${hostName} will tell you how to get your prize.`,
        ],
        ...rest,
      };
    case 'alternate':
      return {
        subject: alternateSubject(title, result.places),
        paragraphs: [
          ...greeting(facts),
          ...result.places
            .slice(0, PRIZES_NAMED)
            .map(
              ({ prize, place }) =>
                `Your number ${entryNumber} was drawn as alternate ${place}${prize === null ? '' : ` for ${prize}`} in the raffle “${title}”.`,
            ),
          'If a winner does not take the prize, the alternates move up in this order. If it is your turn, you will get another email.',
        ],
        ...rest,
      };
    case 'none':
      return {
        subject: `The result of “${title}”`,
        paragraphs: [
          ...greeting(facts),
          `The raffle “${title}” has been drawn. Your number ${entryNumber} was not among the winners this time. Thank you for taking part!`,
          'Anyone can check the result. You can also check it with your own receipt.',
        ],
        ...rest,
      };
  }
}

function wonSentence(title: string, entryNumber: number, places: readonly PlaceWords[]): string {
  const names = places.flatMap(({ prize }) => prize ?? []);
  if (names.length > 0) {
    const more = names.length - PRIZES_NAMED;
    const named = [...names.slice(0, PRIZES_NAMED), ...(more > 0 ? [`${more} more`] : [])];
    const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(named);
    return `Congratulations! Your number ${entryNumber} won ${list} in the raffle “${title}”.`;
  }
  const [own] = places;
  return own === undefined || own.of === 1
    ? `Congratulations! Your number ${entryNumber} won the raffle “${title}”.`
    : `Congratulations! Your number ${entryNumber} won in the raffle “${title}”: winner ${own.place} of ${own.of}.`;
}

function alternateSubject(title: string, places: readonly PlaceWords[]): string {
  const [own] = places;
  return own?.prize === null
    ? `You are alternate ${own.place}: “${title}”`
    : `You are an alternate: “${title}”`;
}

/** @param prize null in a raffle with one unnamed prize */
export function movedUpEmail(facts: EmailFacts, entryNumber: number, prize: string | null): EmailWords {
  const taken = prize === null ? 'the prize' : prize;
  return {
    subject: `You moved up and won: “${facts.title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `A winner of the raffle “${facts.title}” did not take ${taken}, and your number ${entryNumber} has moved up. Congratulations!`,
      `${facts.hostName} will tell you how to get your prize.`,
    ],
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
}

function shortened(text: string): string {
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH).trimEnd()} …`;
}
