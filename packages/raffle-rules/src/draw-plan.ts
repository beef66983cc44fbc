/** How many rows a draw announces. */

/**
 * R21: as many alternates as winners, at least three, as far as entries reach.
 * @param winners announced winners, ≥ 1
 * @param eligible entries that hold a ticket
 */
export function alternatesFor(winners: number, eligible: number): number {
  return Math.min(Math.max(3, winners), Math.max(0, eligible - winners));
}
