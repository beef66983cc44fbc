/** What people see as one character: a letter with its marks, or an emoji of several code points. Pure. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Joiners and variation selectors, which choose between forms and show nothing. */
const INVISIBLE = /\u200d|\ufe0e|\ufe0f/;

/** A line feed or another blank is a plain blank. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text.replaceAll(/\s+/gu, ' ').trim()), ({ segment }) => segment);
}

export function isEmoji(grapheme: string): boolean {
  return EMOJI.test(grapheme);
}

export function pointsOf(grapheme: string): number[] {
  return Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
}

export function withoutInvisible(grapheme: string): string {
  return Array.from(grapheme, (character) => (INVISIBLE.test(character) ? '' : character)).join('');
}
