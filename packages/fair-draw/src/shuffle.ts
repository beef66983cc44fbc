/**
 * The draw itself: Fisher and Yates' original "strike out the r-th number not yet struck", with tickets
 * (draw protocol §6). One fixed order per seed and list; every prefix is stable.
 */
import { createGenerator } from './generator.ts';
import { createTicketTree } from './ticket-tree.ts';

export interface DrawnRow {
  /** 1 … n in join order. */
  entryNumber: number;
  /** `<r>/<remaining>:<64 hex of the accepted block>` */
  selectionIndex: string;
}

export interface DrawInput {
  /** 64 hex. */
  combinedSeed: string;
  /** Tickets of entry 1, 2, 3 …; 0 for an entry that cannot win. */
  tickets: readonly number[];
  /** Winners and alternates together; fewer come back when the entries with tickets run out. */
  rows: number;
}

/** @throws RangeError for a malformed seed, tickets out of range or a sum outside 1 … 2^32-1 */
export function drawOrder({ combinedSeed, tickets, rows }: DrawInput): DrawnRow[] {
  const generator = createGenerator(combinedSeed);
  const tree = createTicketTree(tickets);
  const order: DrawnRow[] = [];
  while (order.length < rows && tree.remaining > 0) {
    const remaining = tree.remaining;
    const { value, block } = generator.below(remaining);
    const entry = tree.find(value);
    order.push({ entryNumber: entry + 1, selectionIndex: `${value}/${remaining}:${block}` });
    tree.strike(entry);
  }
  return order;
}
