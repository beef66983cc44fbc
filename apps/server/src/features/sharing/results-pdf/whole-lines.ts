/** Lines of a text of which nothing may be missing (R76). */
import { graphemesOf } from '../../../platform/fonts/graphemes.ts';
import type { Typeface } from '../../../platform/fonts/typeface.ts';

/** More lines than any text here has. */
const MOST_LINES = 200;

/** All of a text; a word that is wider than a line, such as an address, goes on in the next one. */
export function wholeLines(face: Typeface, text: string, room: { width: number; size: number }): string[] {
  const words = text.split(' ').flatMap((word) => partsOf(face, word, room));
  return face.wrap(words.join(' '), { ...room, lines: MOST_LINES });
}

/** Of an address behind its slashes; of anything else anywhere. */
function partsOf(face: Typeface, word: string, { width, size }: { width: number; size: number }): string[] {
  const fits = (text: string): boolean => face.width(text, size) <= width;
  if (fits(word)) return [word];
  const pieces = word.split(/(?<=[/?&])/u).flatMap((piece) => (fits(piece) ? [piece] : graphemesOf(piece)));
  const parts: string[] = [];
  let part = '';
  for (const piece of pieces) {
    if (part !== '' && !fits(part + piece)) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return [...parts, part];
}
