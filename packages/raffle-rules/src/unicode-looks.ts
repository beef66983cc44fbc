/** What characters look like by Unicode's whole list (UTS #39). It is large, so only the server decides by it (H14). */
import { CONFUSABLES } from './confusables.ts';
import { createLookAlikes } from './look-alikes.ts';

const looks = new Map(
  CONFUSABLES.flatMap(([look, chars]) => Array.from(chars, (char) => [char, look] as const)),
);

export const unicodeLookAlikes = createLookAlikes((char) => looks.get(char) ?? char);
