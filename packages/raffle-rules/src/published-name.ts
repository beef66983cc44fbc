/**
 * R78: how much of an entrant's name others read. Every name that leaves the server for anyone but the raffle's host and the person
 * itself goes through `publishedName`; R43 shortens what it returns once more for visitors.
 */
import { phaseOf } from './actions.ts';
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import type { RaffleFacts } from './status.ts';

/** From the fullest to the least. 'initial': first name and initial; 'number': the entry number only. */
export const namePublications = ['full', 'initial', 'number'] as const;
export type NamePublication = (typeof namePublications)[number];

/** What an entry is called whose name isn't published. */
export function numberName(entryNumber: number): string {
  return `Number ${entryNumber}`;
}

/** What tickets and entries are called that have no name. */
const NUMBERED = /^(?:Number|Ticket) \d+$/u;

/** Words before a name that are no part of it, and would be all that is left of "Dr. Anna Berg". */
const TITLE = /^(?:(?:dr|prof|mr|mrs|ms|mx|herr|frau)\.?|(?:rev|hr|fr|sr|sra|dipl|ing|dipl\.?-ing|mag)\.)$/iu;

/** Writing in which a name of several words is often written as one. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・]+$/u;

/**
 * R43: the first word and the initial of the last: "Anna Maria Berg" → "Anna B.", "Dr. Anna Berg" → "Anna B.". One word stays, but
 * for one that may be a whole name, as in Chinese: "王小明" → "王**". What was shortened stays so, and so do
 * names that consist of a number.
 */
export function publicShortName(name: string): string {
  const words = name.trim().split(/\s+/u);
  const last = words.at(-1) ?? '';
  if (words.length === 1) return UNSPACED.test(last) ? firstLetterOnly(last) : last;
  if (NUMBERED.test(name)) return name;
  const named = words.findIndex((word) => !TITLE.test(word));
  // "Frau Berg": the title is what is left beside the initial.
  const first = words[named === -1 || named === words.length - 1 ? 0 : named] ?? '';
  const initial = lettersOf(last).find((letter) => /[\p{L}\p{N}]/u.test(letter));
  return initial === undefined ? first : `${first} ${initial}.`;
}

function firstLetterOnly(word: string): string {
  const [first = '', ...more] = lettersOf(word);
  return first + '*'.repeat(more.length);
}

/** Made when it is first needed. */
let segmenter: Intl.Segmenter | null = null;

/** What a reader takes for one letter each, accents and vowel signs included. */
function lettersOf(word: string): string[] {
  // Older browsers know code points only.
  if (!('Segmenter' in Intl)) return Array.from(word);
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(word), ({ segment }) => segment);
}

/** A person as `publishedName` needs it; the name is null once it was erased. */
export interface NamedEntry {
  entry_number: number;
  display_name: string | null;
  name_publication: NamePublication;
}

/** The name that others read; null once it was erased. */
export function publishedName({
  entry_number: number,
  display_name: name,
  name_publication: publication,
}: NamedEntry): string | null {
  if (name === null) return null;
  switch (publication) {
    case 'full':
      return name;
    case 'initial':
      return publicShortName(name);
    case 'number':
      return numberName(number);
  }
}

/** Whether the proof carries the name: it holds either the whole name, with what ties it to the list, or none (draw protocol §11). */
export function isNameInProof(publication: NamePublication): boolean {
  return publication === 'full';
}

/** The fullest form that a raffle allows; what an entry has whose person did not choose. */
export function fullestAllowed(allowed: readonly NamePublication[]): NamePublication {
  return namePublications.find((one) => allowed.includes(one)) ?? 'full';
}

/** A raffle allows at least one form; each once, in order. Empty is refused. */
export function acceptNamePublications(raw: readonly NamePublication[]): Decision<NamePublication[]> {
  const allowed = namePublications.filter((one) => raw.includes(one));
  return allowed.length === 0 ? refuse('name_publication_missing') : accept(allowed);
}

/** What an entrant chose when joining. @param chosen undefined where nothing was chosen */
export function decideNamePublication(
  allowed: readonly NamePublication[],
  chosen: NamePublication | undefined,
): Decision<NamePublication> {
  if (chosen === undefined) return accept(fullestAllowed(allowed));
  return allowed.includes(chosen) ? accept(chosen) : refuse('name_publication_not_allowed');
}

/** The forms that publish less than this one, of those the raffle allows. */
export function lowerPublications(
  allowed: readonly NamePublication[],
  current: NamePublication,
): NamePublication[] {
  const rank = namePublications.indexOf(current);
  return allowed.filter((one) => namePublications.indexOf(one) > rank);
}

/**
 * A person may publish less of the name at any time but while a draw runs, after the draw too, and never more again: what was taken
 * back must not come back by somebody else's hand. The same form again changes nothing.
 */
export function decideLowerName(
  facts: Pick<RaffleFacts, 'status' | 'drawStarted' | 'cancelled'>,
  { allowed, current }: { allowed: readonly NamePublication[]; current: NamePublication },
  wanted: NamePublication,
): Decision {
  if (phaseOf(facts) === 'drawing') return refuse('name_fixed_while_drawing');
  if (wanted === current) return accept(undefined);
  if (!allowed.includes(wanted)) return refuse('name_publication_not_allowed');
  return lowerPublications(allowed, current).includes(wanted)
    ? accept(undefined)
    : refuse('name_publication_only_less');
}
