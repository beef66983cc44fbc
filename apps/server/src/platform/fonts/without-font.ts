/** What no font here has, found without opening one: said to a host before tickets are printed (R67). */
import { type FontFile, textFiles } from './font-files.ts';
import { graphemesOf, isEmoji, pointsOf, withoutInvisible } from './graphemes.ts';

let files: readonly FontFile[] | null = null;

/** Characters, each once, that no file claims to have: a text with one of them is not drawn. Emoji are just left out. */
export function charactersWithoutFont(text: string): string[] {
  files ??= textFiles();
  const known = files;
  const isMissing = (grapheme: string): boolean => {
    const points = pointsOf(withoutInvisible(grapheme));
    return !isEmoji(grapheme) && !known.some(({ mayHave }) => points.every(mayHave));
  };
  return [...new Set(graphemesOf(text.normalize('NFC')).filter(isMissing))];
}
