/** The order in which the characters of one line stand beside each other (Unicode Standard Annex 9): Arabic and Hebrew from the right. */
import bidiFactory from 'bidi-js';

/** One character as it is seen, with its marks. */
export interface Placed {
  /** Which of the given ones. */
  index: number;
  text: string;
  isRtl: boolean;
}

const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\u200f\u202b\u202e\u2067]/u;
const bidi = bidiFactory();

/** From left to right. @param graphemes of one line */
export function visualOrder(graphemes: readonly string[]): Placed[] {
  const line = graphemes.join('');
  if (!FROM_THE_RIGHT.test(line)) return graphemes.map((text, index) => ({ index, text, isRtl: false }));
  const { levels } = bidi.getEmbeddingLevels(line);
  let at = 0;
  const placed = graphemes.map((text, index) => {
    const level = levels[at] ?? 0;
    at += text.length;
    const isRtl = level % 2 === 1;
    // A bracket that opens on the right looks like one that closes on the left.
    const shown = isRtl ? (bidi.getMirroredCharacter(text) ?? text) : text;
    return { level, index, text: shown, isRtl };
  });
  const highest = Math.max(...placed.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseRuns(placed, (one) => one.level >= level);
  return placed.map(({ index, text, isRtl }) => ({ index, text, isRtl }));
}

/** Rule L2. */
function reverseRuns<One>(list: One[], belongs: (one: One) => boolean): void {
  for (let from = 0; from < list.length; from += 1) {
    let to = from;
    while (to < list.length && belongs(list[to] as One)) to += 1;
    if (to > from) list.splice(from, to - from, ...list.slice(from, to).toReversed());
    from = Math.max(from, to);
  }
}
