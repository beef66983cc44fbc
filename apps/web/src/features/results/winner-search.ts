/** Finds winners by name or entry number on the results page (R65). */
import type { ResultRow } from '@glassdrum/contract';

type Findable = Pick<ResultRow, 'display_name' | 'entry_number'>;

/**
 * Digits, with or without a sign before them, look for entry numbers that begin with them; everything else for names that contain
 * all words, whatever their accents.
 *
 * @returns null where nothing is looked for
 */
export function winnerMatcher(words: string): ((row: Findable) => boolean) | null {
  const wanted = folded(words.trim());
  if (wanted === '') return null;
  const digits = /^#?\s*([0-9]+)$/.exec(wanted)?.[1];
  const parts = wanted.split(/\s+/u);
  return ({ display_name: name, entry_number: number }) => {
    if (digits !== undefined && String(number).startsWith(digits)) return true;
    const text = folded(name ?? '');
    return parts.every((part) => text.includes(part));
  };
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase('en');
}
