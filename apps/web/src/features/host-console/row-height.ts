/** The height of the rows of long lists: fixed, because measured rows would cost a layout each. */

/** Pixels, by the visitor's own text size. */
export function remInPixels(rem: number): number {
  return Math.round(rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
}
