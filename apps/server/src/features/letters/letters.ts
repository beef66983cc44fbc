/**
 * The words of every letter to participants (R51), as pure functions of what is known. Plain language; what it is about
 * stands in the subject. Names of people stand only in letters to addresses that the host's list names: an address
 * that somebody typed while joining may be a stranger's, whom nobody shall be able to greet by any words.
 */

export interface LetterFacts {
  title: string;
  description: string;
  hostName: string;
  /** Epoch ms. */
  deadlineAt: number | null;
  hasPassphrase: boolean;
  /** From the host's list; null for whoever came by the public link. */
  name: string | null;
  /** Where to join; null when the person has joined. */
  joinUrl: string | null;
  watchUrl: string;
  resultsUrl: string;
}

export interface LetterWords {
  subject: string;
  paragraphs: readonly string[];
  /** Where the number is what the letter is about. */
  entryNumber?: number;
  action: { label: string; url: string };
  /** Why it came. */
  because: string;
}

/** What became of an entry in its draw. */
export type Prize = { kind: 'winner' | 'alternate'; place: number; of: number } | { kind: 'none' };

const DESCRIPTION_LENGTH = 500;

const greeting = ({ name }: LetterFacts): string[] => (name === null ? [] : [`Hello ${name},`]);

/** In UTC, because nobody knows the reader's zone; the calendar file shows it in the reader's own. */
function dateWords(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

function becauseOf(facts: LetterFacts): string {
  return facts.name === null
    ? `You get this mail because this address was given when somebody joined the raffle “${facts.title}”.`
    : `You get this mail because ${facts.hostName} put your address on the list of the raffle “${facts.title}”.`;
}

export function invitationLetter(facts: LetterFacts, joinUrl: string): LetterWords {
  const { title, hostName, deadlineAt, description } = facts;
  return {
    subject: `You are invited: “${title}”`,
    paragraphs: [
      ...greeting(facts),
      `${hostName} invites you to the raffle “${title}”.`,
      ...(description === '' ? [] : [shortened(description)]),
      ...(deadlineAt === null ? [] : [`Entries close on ${dateWords(deadlineAt)}.`]),
      ...(facts.hasPassphrase ? [`${hostName} will tell you the passphrase that it asks for.`] : []),
      'Joining takes one tap. The draw is live, and every device that watches it checks the result itself.',
      'The link is yours alone: please do not pass it on.',
    ],
    action: { label: 'Join the raffle', url: joinUrl },
    because: becauseOf(facts),
  };
}

export function joinedLetter(facts: LetterFacts, entryNumber: number): LetterWords {
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

export function deadlineLetter(facts: LetterFacts, deadlineAt: number): LetterWords {
  const { title, joinUrl } = facts;
  if (joinUrl !== null) {
    return {
      subject: `Entries close soon: “${title}”`,
      paragraphs: [
        ...greeting(facts),
        `You are invited to the raffle “${title}” and have not joined yet.`,
        `Entries close on ${dateWords(deadlineAt)}.`,
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

export function startingLetter(facts: LetterFacts, entryNumber: number): LetterWords {
  return {
    subject: `The draw starts now: “${facts.title}”`,
    paragraphs: [
      ...greeting(facts),
      `The draw of the raffle “${facts.title}” has started. You are in it with number ${entryNumber}.`,
      'It takes about half a minute. If it is over when you come, you can watch it again.',
    ],
    action: { label: 'Watch the draw', url: facts.watchUrl },
    because: becauseOf(facts),
  };
}

export function resultLetter(facts: LetterFacts, entryNumber: number, prize: Prize): LetterWords {
  const { title, hostName } = facts;
  const rest = {
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
  switch (prize.kind) {
    case 'winner':
      return {
        subject: `You won: “${title}”`,
        entryNumber,
        paragraphs: [
          ...greeting(facts),
          prize.of === 1
            ? `Congratulations! Your number ${entryNumber} won the raffle “${title}”.`
            : `Congratulations! Your number ${entryNumber} won in the raffle “${title}”: winner ${prize.place} of ${prize.of}.`,
          `${hostName} will tell you how you get your prize.`,
        ],
        ...rest,
      };
    case 'alternate':
      return {
        subject: `You are alternate ${prize.place}: “${title}”`,
        paragraphs: [
          ...greeting(facts),
          `Your number ${entryNumber} was drawn as alternate ${prize.place} in the raffle “${title}”.`,
          'If a winner does not take the prize, the alternates move up in this order. If it is your turn, you get another mail.',
        ],
        ...rest,
      };
    case 'none':
      return {
        subject: `The result of “${title}”`,
        paragraphs: [
          ...greeting(facts),
          `The raffle “${title}” has been drawn. Your number ${entryNumber} was not among the winners this time. Thank you for taking part!`,
          'The result can be checked by everybody, with your own receipt as well.',
        ],
        ...rest,
      };
  }
}

export function movedUpLetter(facts: LetterFacts, entryNumber: number): LetterWords {
  return {
    subject: `You moved up and won: “${facts.title}”`,
    entryNumber,
    paragraphs: [
      ...greeting(facts),
      `A winner of the raffle “${facts.title}” did not take the prize, and your number ${entryNumber} has moved up. Congratulations!`,
      `${facts.hostName} will tell you how you get your prize.`,
    ],
    action: { label: 'See and check the result', url: facts.resultsUrl },
    because: becauseOf(facts),
  };
}

function shortened(text: string): string {
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH).trimEnd()} …`;
}
