/**
 * When a number can be read on a paper ball. In the slow-down the ink leaves every ball, because the number that decides
 * does not exist yet; it comes back on those that came out, one after the other, and at the end on all others. So no
 * picture contradicts the result, and nobody's hope ends before the reveal.
 */
import { smooth } from '../../engine/curves.ts';
import { AT, revealAt } from '../../timing.ts';

/** Share of ink (0..1) on a ball that stays in the drum; `spread` 0..1 lets the balls fade one after the other. */
export function inkOf(t: number, spread: number): number {
  const left = AT.slowdown + 1 + 2.4 * spread;
  const back = AT.complete - 0.3 + 0.9 * spread;
  return 1 - smooth(t, left, left + 0.9) + smooth(t, back, back + 0.8);
}

/** Share of ink on the ball that came out for a place. */
export function inkOfChosen(t: number, place: number, spread: number): number {
  const left = AT.slowdown + 1 + 2.4 * spread;
  return 1 - smooth(t, left, left + 0.9) + smooth(t, revealAt(place) - 0.05, revealAt(place) + 0.4);
}
