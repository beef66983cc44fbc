/** R67: numbers of tickets as people type them: "151–200", "151-200, 205". */
import { accept, refuse } from '../decision.ts';
import type { Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';

/** From the first to the last number, both included. */
export interface NumberRange {
  first: number;
  last: number;
}

/** A number with or without its sign; a second one after a hyphen, a dash or two full stops. */
const RANGE = /^#?(\d{1,9})(?:(?:[-‐‑‒–—]|\.\.)#?(\d{1,9}))?$/u;
const AROUND_DASH = /\s*([-‐‑‒–—]|\.\.)\s*/gu;
const SEPARATORS = /[\s,;]+/u;

/** In ascending order; refuses overlapping ranges, and more numbers than one sale may have. */
export function readNumberRanges(typed: string): Decision<NumberRange[]> {
  if (typed.length > LIMITS.typedNumbers.max) return refuse('numbers_unreadable');
  const parts = typed
    .replaceAll(AROUND_DASH, '$1')
    .split(SEPARATORS)
    .filter((part) => part !== '');
  if (parts.length === 0) return refuse('numbers_unreadable');
  const ranges: NumberRange[] = [];
  for (const part of parts) {
    const found = RANGE.exec(part);
    if (found === null) return refuse('numbers_unreadable');
    const first = Number(found[1]);
    const last = Number(found[2] ?? found[1]);
    if (first === 0) return refuse('numbers_unreadable');
    if (last < first) return refuse('range_reversed');
    ranges.push({ first, last });
  }
  ranges.sort((a, b) => a.first - b.first);
  if (ranges.some(({ first }, index) => first <= (ranges[index - 1]?.last ?? 0))) {
    return refuse('ranges_overlap');
  }
  return countNumbers(ranges) > LIMITS.paperRun.max ? refuse('too_many_numbers') : accept(ranges);
}

export function countNumbers(ranges: readonly NumberRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

export function numbersIn(ranges: readonly NumberRange[]): number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n));
}

/** Neighbouring numbers together. @param numbers in ascending order, each once */
export function rangesOf(numbers: readonly number[]): NumberRange[] {
  const ranges: NumberRange[] = [];
  for (const number of numbers) {
    const current = ranges.at(-1);
    if (current?.last === number - 1) current.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** "151–200, 205". */
export function shownRanges(ranges: readonly NumberRange[]): string {
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
