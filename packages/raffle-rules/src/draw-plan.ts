/** How many alternates a draw has (R21). */

const LEAST_ALTERNATES = 3;

/** R21: how many alternates a plan has: as many as winners, at least 3. */
export function plannedAlternates(winners: number): number {
  return Math.max(LEAST_ALTERNATES, winners);
}

/** How many of them there will be. `entries` counts those that hold a ticket; with fewer than winners there are none. */
export function alternatesFor({ winners, entries }: { winners: number; entries: number }): number {
  return Math.max(0, Math.min(plannedAlternates(winners), entries - winners));
}
