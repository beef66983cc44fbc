/** Which entry numbers are taken, and by whom: the list that the page fetched, and what arrived live after it (R44). */
import type { PublicRaffle, TakenNumber } from '@glassdrum/contract';

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

/** What the raffle says about all of its numbers. */
export type GivenNumbers = Pick<PublicRaffle, 'entry_count' | 'unsold_count'>;

/** Seed §9: at least 50 cells, or 10 more than were given out. Numbers have no gaps, but a list may be behind. */
export function cellCount(names: ReadonlyMap<number, string>, given: GivenNumbers): number {
  return Math.max(LEAST_CELLS, lastGiven(names, given) + FREE_BEYOND_TAKEN);
}

/** The last number that was given out; 0 for none. */
export function lastGiven(names: ReadonlyMap<number, string>, { entry_count: count }: GivenNumbers): number {
  let last = Math.max(count, names.size);
  for (const number of names.keys()) if (number > last) last = number;
  return last;
}

/** A paper ticket that nobody has bought: it has a number, and is on no list of people (R67). */
export function isUnsoldNumber(
  number: number,
  names: ReadonlyMap<number, string>,
  { entry_count: count, unsold_count: unsold }: GivenNumbers,
): boolean {
  return unsold > 0 && number <= count && !names.has(number);
}
