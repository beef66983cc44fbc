/** How long to wait after the n-th failure in a row, in ms; n from 1. */
export type Backoff = (failures: number) => number;

/** `firstMs`, then twice as long after each further failure, up to `longestMs`. */
export function doubling(firstMs: number, longestMs: number): Backoff {
  return (failures) => Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/** For what is fast and usually works again soon, such as a query of the database. */
export const quickRetries = doubling(250, 5_000);
