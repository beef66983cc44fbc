/**
 * The weights of a pool's candidates as a Fenwick tree: built in O(n), an entry found, struck and restored in O(log n)
 * (draw protocol §6). Entries are indices from 0 here.
 */
import { isIntegerIn, MAX_WEIGHT } from './field-rules.ts';

export interface WeightTree {
  /** Sum of the weights of all entries that are not struck. */
  readonly remaining: number;
  /** The first entry whose running sum of weights not struck exceeds `ticket`, for 0 ≤ ticket < remaining. */
  find(ticket: number): number;
  /** Takes the entry out. An entry that is struck already or does not exist changes nothing. */
  strike(entry: number): void;
  /** Puts a struck entry back. */
  restore(entry: number): void;
}

/** @throws RangeError unless weights are integers in 0 … 2^32-1 with a sum in 0 … 2^32-1 */
export function createWeightTree(weights: Float64Array): WeightTree {
  const size = weights.length;
  const sums = new Float64Array(size + 1);
  let remaining = 0;
  for (let index = 0; index < size; index += 1) {
    const weight = at(weights, index);
    if (!isIntegerIn(weight, 0, MAX_WEIGHT)) throw new RangeError('Weights are integers in 0 … 2^32-1.');
    remaining += weight;
    sums[index + 1] = weight;
  }
  if (remaining > MAX_WEIGHT) {
    throw new RangeError('The weights of a pool add up to at most 2^32-1.');
  }
  // Each node hands its sum to its parent once: O(n) instead of n insertions.
  for (let node = 1; node <= size; node += 1) {
    const parent = node + (node & -node);
    if (parent <= size) sums[parent] = at(sums, parent) + at(sums, node);
  }
  let top = 1;
  while (top * 2 <= size) top *= 2;
  const struck = new Set<number>();
  const add = (entry: number, weight: number): void => {
    remaining += weight;
    for (let node = entry + 1; node <= size; node += node & -node) sums[node] = at(sums, node) + weight;
  };

  return {
    get remaining() {
      return remaining;
    },
    find(ticket) {
      let node = 0;
      let rest = ticket;
      for (let step = top; step > 0; step = Math.floor(step / 2)) {
        const next = node + step;
        if (next <= size && at(sums, next) <= rest) {
          node = next;
          rest -= at(sums, next);
        }
      }
      return node;
    },
    strike(entry) {
      if (entry >= size || struck.has(entry)) return;
      struck.add(entry);
      add(entry, -at(weights, entry));
    },
    restore(entry) {
      if (struck.delete(entry)) add(entry, at(weights, entry));
    },
  };
}

/** Indices are within bounds by construction; the compiler cannot know. */
function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}
