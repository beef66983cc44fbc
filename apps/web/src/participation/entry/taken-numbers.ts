/** Which entry numbers are taken, and by whom: the list that the page fetched, and what arrived live after it (R44). */
import type { TakenNumber } from '@glassdrum/contract';

const LEAST_CELLS = 50;
const FREE_BEYOND_TAKEN = 10;

/** Entry number → name as this visitor may see it. A live name counts: it is the newer one. */
export function takenNames(
  listed: readonly TakenNumber[],
  arrivals: readonly TakenNumber[],
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { entry_number, display_name } of listed) names.set(entry_number, display_name);
  for (const { entry_number, display_name } of arrivals) names.set(entry_number, display_name);
  return names;
}

/** Seed §9: at least 50 cells, or 10 more than are taken. Numbers have no gaps, but a list may be behind. */
export function cellCount(names: ReadonlyMap<number, string>): number {
  return Math.max(LEAST_CELLS, highestTaken(names) + FREE_BEYOND_TAKEN);
}

/** The last number that was given out; 0 for none. */
export function highestTaken(names: ReadonlyMap<number, string>): number {
  let highest = names.size;
  for (const number of names.keys()) if (number > highest) highest = number;
  return highest;
}
