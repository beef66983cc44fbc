/** How small a winner's name may get before it breaks into lines. */
import type { Rect } from '../engine/camera.ts';

/** The size that a name keeps on a page of three: at least 96 px on a 1920 × 1080 stage. */
export function leastNameSize(card: Rect): number {
  return Math.max(26, Math.min(card.width * 0.1, card.height * 0.37));
}

/** On a phone a name rather gets smaller than breaks within a word; in a hall it must be read from the last row. */
export function wholeNameSize(card: Rect): number {
  const least = leastNameSize(card);
  return least < 48 ? 0.66 * least : least;
}
