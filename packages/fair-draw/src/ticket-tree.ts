/**
 * Tickets of the unstruck entries as a Fenwick tree: built in O(n), an entry found and struck in O(log n)
 * (draw protocol §6). Entries are indices from 0 here.
 */
import { MAX_TICKETS } from './field-rules.ts';

export interface TicketTree {
  /** Sum of the tickets of all entries that are not struck. */
  readonly remaining: number;
  /** The first entry whose running sum of unstruck tickets exceeds `ticket`, for 0 ≤ ticket < remaining. */
  find(ticket: number): number;
  /** Takes all tickets of the entry out. */
  strike(entry: number): void;
}

/** @throws RangeError unless tickets are integers in 0 … 2^32-1 with a sum in 1 … 2^32-1 */
export function createTicketTree(tickets: readonly number[]): TicketTree {
  const size = tickets.length;
  const sums = new Float64Array(size + 1);
  let remaining = 0;
  for (const [index, count] of tickets.entries()) {
    if (!Number.isInteger(count) || count < 0 || count > MAX_TICKETS) {
      throw new RangeError('Tickets must be integers in 0 … 2^32-1.');
    }
    remaining += count;
    sums[index + 1] = count;
  }
  if (remaining < 1 || remaining > MAX_TICKETS) {
    throw new RangeError('The sum of all tickets must be in 1 … 2^32-1.');
  }
  // Each node hands its sum to its parent once: O(n) instead of n insertions.
  for (let node = 1; node <= size; node += 1) {
    const parent = node + (node & -node);
    if (parent <= size) sums[parent] = at(sums, parent) + at(sums, node);
  }
  let top = 1;
  while (top * 2 <= size) top *= 2;
  const left = Float64Array.from(tickets);

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
      const count = at(left, entry);
      left[entry] = 0;
      remaining -= count;
      for (let node = entry + 1; node <= size; node += node & -node) sums[node] = at(sums, node) - count;
    },
  };
}

/** Indices are within bounds by construction; the compiler cannot know. */
function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}
