/** The two numbers of a freeze record that follow from others: how many alternates (R21), and the draw's announced time. */

/** Seconds from T0 to the earliest round that may be named (the table "The draw as everyone sees it"). */
const BEACON_LEAD_SECONDS = 22;

const LEAST_ALTERNATES = 3;

/**
 * R21: as many as winners, at least 3, as far as entries reach. `entries` counts those that hold a ticket; with fewer
 * of them than winners there are no alternates.
 */
export function alternatesFor({ winners, entries }: { winners: number; entries: number }): number {
  return Math.max(0, Math.min(Math.max(LEAST_ALTERNATES, winners), entries - winners));
}

/** `draw_at` of the freeze record: the first whole Unix second at or after T0 + 22 s (draw protocol §4). `t0Ms`: epoch ms. */
export function drawAtFor(t0Ms: number): number {
  return Math.ceil(t0Ms / 1000) + BEACON_LEAD_SECONDS;
}
