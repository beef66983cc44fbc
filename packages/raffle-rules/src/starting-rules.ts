/**
 * R77: the text that a host starts from when writing the rules of a raffle: what its settings already say, in plain words, for the host
 * to read, change and add to. Pure; names and times come as they are to be written.
 */
import { LIMITS } from './limits.ts';
import type { NamePublication } from './published-name.ts';
import type { BeaconPolicy } from './schedule.ts';

export interface StartingRulesFacts {
  title: string;
  hostName: string;
  /** Where entrants reach the host; null to leave a place for it. */
  contact: string | null;
  /** Whether anyone with the link may enter, besides those who are invited. */
  isPublic: boolean;
  hasPassphrase: boolean;
  /** As written for people, with its zone; null without one. */
  deadline: string | null;
  isAutomatic: boolean;
  maxTickets: number;
  maxEntries: number | null;
  mustBePresent: boolean;
  /** In their order; without names there is one line with their number. R73: how long each can be claimed, in seconds. */
  prizes: readonly { name: string | null; quantity: number; claim_window: number | null }[];
  draws: number;
  /** A person wins at most one prize. */
  isOncePerPerson: boolean;
  beaconPolicy: BeaconPolicy;
  names: readonly NamePublication[];
  retentionDays: number;
}

/** Longer lists say how many follow. */
const PRIZES_LISTED = 50;

const MINUTE_S = 60;
const DAY_S = 86_400;

const CHANCE: Record<BeaconPolicy, string> = {
  wait: 'The winners follow from the list of entries and a public random number (drand) that does not exist yet when the list is fixed.',
  lower:
    'The winners follow from the list of entries and a public random number (drand), or, if it cannot be reached, from a number that the server fixed before anybody entered.',
  room: 'The winners follow from the list of entries and numbers that are thrown in the room after the list is fixed.',
  none: 'The winners follow from the list of entries and a number that the server fixed before anybody entered.',
};

const NAMES: Record<NamePublication, string> = {
  full: 'full name',
  initial: 'first name and initial',
  number: 'entry number only',
};

/** At most as long as rules may be. Headings stand on lines of their own, paragraphs are separated by blank lines. */
export function startingRules(facts: StartingRulesFacts): string {
  const sections = [
    ['Host', [`${facts.hostName} holds the raffle “${facts.title}”.`]],
    ['Who may enter', whoMayEnter(facts)],
    ['Dates', datesOf(facts)],
    ['Prizes', prizesOf(facts)],
    ['How winners are drawn', howDrawn(facts)],
    ['Names and data', namesAndData(facts)],
    ['Contact', [facts.contact ?? '(How to reach you)']],
  ] as const;
  const text = sections.map(([heading, lines]) => [heading, ...lines].join('\n')).join('\n\n');
  return Array.from(text).slice(0, LIMITS.rulesText.max).join('');
}

function whoMayEnter(facts: StartingRulesFacts): string[] {
  const { isPublic, hasPassphrase, maxTickets, maxEntries, mustBePresent } = facts;
  return [
    isPublic ? 'Anyone with the link may enter.' : 'Only people whom the host invites or enters take part.',
    ...(hasPassphrase ? ['Joining needs a passphrase from the host.'] : []),
    maxTickets === 1
      ? 'Each person has one ticket.'
      : `Each person has one ticket; the host can raise that to at most ${maxTickets}.`,
    ...(maxEntries === null ? [] : [`There are ${maxEntries} places.`]),
    ...(mustBePresent ? ['Only people who have checked in at a draw can win in it.'] : []),
  ];
}

function datesOf({ deadline, isAutomatic }: StartingRulesFacts): string[] {
  if (deadline === null) return ['The host closes entries and starts the draw.'];
  return [
    `Entries close on ${deadline}.`,
    isAutomatic ? 'The draw starts then.' : 'The host starts the draw after that.',
  ];
}

function prizesOf({ prizes }: StartingRulesFacts): string[] {
  const total = prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = prizes;
  if (prizes.every(({ name }) => name === null)) {
    const window = first?.claim_window ?? null;
    return [
      total === 1 ? 'There is one winner.' : `There are ${total} winners.`,
      ...(window === null ? [] : [`A prize is to be claimed within ${durationOf(window)}.`]),
    ];
  }
  const listed = prizes.slice(0, PRIZES_LISTED).map(({ name, quantity, claim_window: window }, index) => {
    const called = `${quantity === 1 ? '' : `${quantity} × `}${name ?? `Prize ${index + 1}`}`;
    return window === null ? `- ${called}` : `- ${called} (to be claimed within ${durationOf(window)})`;
  });
  const more = prizes.length - PRIZES_LISTED;
  return [...listed, ...(more > 0 ? [`- and ${more} more, as listed on the page of the raffle`] : [])];
}

/** Of a claim window: whole days, or else minutes. */
function durationOf(seconds: number): string {
  const days = seconds / DAY_S;
  const [count, unit] = Number.isInteger(days) ? [days, 'day'] : [seconds / MINUTE_S, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function howDrawn({ draws, isOncePerPerson, beaconPolicy }: StartingRulesFacts): string[] {
  return [
    draws === 1
      ? 'All prizes are drawn in one draw.'
      : `The prizes are drawn in ${draws} draws, one after another.`,
    isOncePerPerson ? 'One person wins at most one prize.' : 'One person can win several different prizes.',
    CHANCE[beaconPolicy],
    'If a winner does not take the prize, the next alternate of the same draw moves up. Nothing is drawn a second time.',
    'Anyone can check the result with the proof that is published after the draw.',
  ];
}

function namesAndData({ names, retentionDays }: StartingRulesFacts): string[] {
  const forms = names.map((one) => NAMES[one]);
  return [
    forms.length === 1
      ? `Winners are published with: ${forms[0] ?? ''}.`
      : `Winners are published as each person chooses: ${forms.join(', or ')}.`,
    'The host sees all names and addresses, and uses them for this raffle only.',
    `They are erased ${retentionDays === 1 ? 'a day' : `${retentionDays} days`} after the last draw. Anyone can have their own data erased at any time.`,
  ];
}
