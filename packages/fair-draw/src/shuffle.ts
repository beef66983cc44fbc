/**
 * The shuffle: Fisher and Yates' original strike-out form, with tickets (draw protocol §6).
 *
 * 1. A Fenwick tree over the tickets is built in O(n).
 * 2. Each row asks the generator for r below the remaining tickets and descends the tree to the first entry whose
 *    running sum exceeds r, in O(log n).
 * 3. All tickets of that entry are struck, in O(log n). An entry is therefore drawn at most once.
 */
import { createGenerator } from './generator.ts';

export interface DrawnRow {
  /** From 1. */
  entryNumber: number;
  /** "<r>/<remaining>:<64 hex of the accepted block>" */
  selectionIndex: string;
}

interface TicketTree {
  total: number;
  /** Index (from 0) of the first entry whose running sum exceeds `r`, 0 ≤ r < total. */
  find(r: number): number;
  /** Removes `tickets` from entry `index`. */
  strike(index: number, tickets: number): void;
}

/** Fenwick (binary indexed) tree, P. M. Fenwick 1994. Float64Array: sums stay below 2^53. */
function buildTicketTree(tickets: readonly number[]): TicketTree {
  const size = tickets.length;
  const sums = new Float64Array(size + 1);
  let total = 0;
  for (let i = 1; i <= size; i += 1) {
    const own = tickets[i - 1] ?? 0;
    total += own;
    sums[i] = (sums[i] ?? 0) + own;
    const parent = i + (i & -i);
    if (parent <= size) sums[parent] = (sums[parent] ?? 0) + (sums[i] ?? 0);
  }
  const topStep = size === 0 ? 0 : 2 ** Math.floor(Math.log2(size));
  return {
    total,
    find(r) {
      let position = 0;
      let rest = r;
      for (let step = topStep; step >= 1; step /= 2) {
        const next = position + step;
        const sum = next <= size ? (sums[next] ?? 0) : Number.POSITIVE_INFINITY;
        if (sum <= rest) {
          position = next;
          rest -= sum;
        }
      }
      return position;
    },
    strike(index, struck) {
      for (let i = index + 1; i <= size; i += i & -i) sums[i] = (sums[i] ?? 0) - struck;
    },
  };
}

/**
 * The first `rows` rows of the draw's one fixed order; fewer when tickets run out. Asking for more rows never changes
 * earlier ones.
 * @param tickets of entries 1 … n in entry order, each 0 … 2^32-1, all together at most 2^32-1
 */
export function drawOrder(input: {
  combinedSeed: string;
  tickets: readonly number[];
  rows: number;
}): DrawnRow[] {
  const generator = createGenerator(input.combinedSeed);
  const tree = buildTicketTree(input.tickets);
  const drawn: DrawnRow[] = [];
  let remaining = tree.total;
  while (drawn.length < input.rows && remaining > 0) {
    const { value, block } = generator.below(remaining);
    const index = tree.find(value);
    const struck = input.tickets[index] ?? 0;
    drawn.push({ entryNumber: index + 1, selectionIndex: `${value}/${remaining}:${block}` });
    tree.strike(index, struck);
    remaining -= struck;
  }
  return drawn;
}
