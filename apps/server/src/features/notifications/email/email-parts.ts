/** What emails to participants are made of (R51): the facts that they are written from, and words that several of them share. */
import type { EmailList, EmailPart } from '../../../platform/mail/render-email.ts';

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
  /** R69: the draw that the email is about, in a raffle with several; null otherwise. */
  draw: { name: string | null; number: number } | null;
  /** R69: the draws to come of a raffle with several, with their times where they have one; empty otherwise. */
  schedule: readonly string[];
  /** R61: the prizes that are not drawn yet, as they are shown to everyone; empty where the only one has no name. */
  prizes: readonly string[];
  /** A calendar file is attached. */
  hasCalendar: boolean;
}

export interface EmailWords {
  subject: string;
  paragraphs: readonly EmailPart[];
  /** Only where the email is about the number. */
  entryNumber?: number;
  action: { label: string; url: string };
  /** Why the reader gets it. */
  because: string;
}

/** A prize that an entry won, or is an alternate of. */
export interface PlaceWords {
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

/** More prizes or draws than these are counted. */
const ITEMS_NAMED = 10;

export const DESCRIPTION_LENGTH = 500;
/** Longer names of prizes are cut in a subject. */
export const SUBJECT_PRIZE_LENGTH = 60;

/** "the raffle “Gala”", "the draw “Dessert” of the raffle “Gala”", or "draw 2 of the raffle “Gala”". */
export function drawWords({ title, draw }: EmailFacts): string {
  if (draw === null) return `the raffle “${title}”`;
  return `${draw.name === null ? `draw ${draw.number}` : `the draw “${draw.name}”`} of the raffle “${title}”`;
}

/** The first of a list, and where the others are. */
export function listOf(items: readonly string[], url: string): EmailList {
  const more = items.length - ITEMS_NAMED;
  return {
    items: items.slice(0, ITEMS_NAMED),
    more: more > 0 ? { label: `and ${more.toLocaleString('en')} more`, url } : null,
  };
}

/** What there is to win and when, for people who read of the raffle for the first time. @param url where all of it is shown */
export function offerWords({ prizes, schedule }: EmailFacts, url: string): EmailPart[] {
  return [
    ...(prizes.length === 0 ? [] : ['The prizes:', listOf(prizes, url)]),
    ...scheduleWords(schedule, url),
  ];
}

export function scheduleWords(schedule: readonly string[], url: string): EmailPart[] {
  if (schedule.length === 0) return [];
  return [schedule.length === 1 ? 'The draw:' : 'The draws:', listOf(schedule, url)];
}

export const greeting = ({ name }: EmailFacts): string[] => (name === null ? [] : [`Hello ${name},`]);

/** In UTC, because the reader's time zone is unknown; the attached calendar file adapts to it. */
export function dateWords(at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** H10: who is behind a name that anyone could have chosen, as confirmed by this server. */
export function senderWords({ hostName, hostAddress }: EmailFacts): string {
  return hostAddress === null
    ? `${hostName} has not confirmed an address on this server. If you don't know this host, ignore this email.`
    : `${hostName} has an account here with the confirmed address ${hostAddress}. If you don't know this host, ignore this email.`;
}

export function becauseOf({ name, isEntered, title, hostName }: EmailFacts): string {
  if (name === null) {
    return `You received this email because somebody joined the raffle “${title}” with this address.`;
  }
  return isEntered
    ? `You received this email because ${hostName} entered somebody with this address in the raffle “${title}”.`
    : `You received this email because ${hostName} invited this address to the raffle “${title}”.`;
}

export function calendarWords({ hasCalendar, schedule }: EmailFacts): string[] {
  if (!hasCalendar) return [];
  return [
    schedule.length === 0
      ? 'The attached calendar file reminds you in your own time zone.'
      : 'The attached calendar file has an entry for each draw and reminds you in your own time zone.',
  ];
}

/** Cut after a word where there is one to cut after, else after a character. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most).join('');
  const atWord = cut.replace(/\s+\S*$/u, '');
  return `${(atWord === '' ? cut : atWord).trimEnd()} …`;
}
