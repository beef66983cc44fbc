/** Which images of prizes the show needs next (R65). */
import type { ShownPrize } from '@glassdrum/contract';
import { type RevealOrder, revealSequence } from '@glassdrum/raffle-rules';

/** Some pages of prizes; a phone doesn't need more at once. */
const AHEAD = 24;

/**
 * Addresses in the order in which the show comes to them.
 *
 * @param prizes in the order of the plan
 * @param shown the prize on the screen; null before the first
 */
export function imagesAhead(
  prizes: readonly Pick<ShownPrize, 'image_url'>[],
  order: RevealOrder,
  shown: number | null,
): string[] {
  const sequence = revealSequence(prizes.length, order);
  const from = shown === null ? 0 : Math.max(0, sequence.indexOf(shown));
  return sequence.slice(from, from + AHEAD).flatMap((prize) => prizes[prize - 1]?.image_url ?? []);
}
