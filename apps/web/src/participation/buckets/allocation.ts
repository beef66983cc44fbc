/** The tickets of one entry as they are being spread over prizes (R64): what a press does, and what is left. Pure. */
import type { Placement, PlannedDraw, PrizeList } from '@glassdrum/contract';

/** Tickets by bucket; buckets that are empty may be missing. */
export type Allocation = ReadonlyMap<number, number>;

/** A prize that tickets can lie in. */
export interface Bucket {
  bucket: number;
  /** Number in the list of prizes, from 1. */
  prize: number;
  name: string | null;
  image: string | null;
  /** open: both ways; skipped: tickets only come out; drawn: they stay. */
  state: 'open' | 'skipped' | 'drawn';
}

/** By the state of the draw in which the prize is given. */
const STATES = {
  planned: 'open',
  skipped: 'skipped',
  running: 'drawn',
  drawn: 'drawn',
} as const satisfies Record<PlannedDraw['state'], Bucket['state']>;

export function bucketsOf({ prizes, draws }: Pick<PrizeList, 'prizes' | 'draws'>): Bucket[] {
  const stateOf = (number: number): Bucket['state'] =>
    STATES[draws.find((draw) => draw.number === number)?.state ?? 'planned'];
  return prizes.flatMap(({ bucket, prize, name, image_url: image, draw }) => {
    if (bucket === null) return [];
    return [{ bucket, prize, name, image, state: stateOf(draw) } satisfies Bucket];
  });
}

export function allocationOf({ placed }: Pick<Placement, 'placed'>): Allocation {
  return new Map(placed.map(({ bucket, tickets }) => [bucket, tickets]));
}

export function bodyOf(allocation: Allocation): Placement['placed'] {
  return [...allocation]
    .filter(([, tickets]) => tickets > 0)
    .map(([bucket, tickets]) => ({ bucket, tickets }))
    .toSorted((one, other) => one.bucket - other.bucket);
}

/** Below 0 where the host took tickets away meanwhile. */
export function leftOf(allocation: Allocation, tickets: number): number {
  return [...allocation.values()].reduce((left, placed) => left - placed, tickets);
}

/**
 * With so many tickets in one bucket: at least none, at most what is left, and only as its state allows.
 * @param saved as the server has it
 */
export function withTickets(
  allocation: Allocation,
  { bucket, state }: Pick<Bucket, 'bucket' | 'state'>,
  wanted: number,
  { tickets, saved }: { tickets: number; saved: Allocation },
): Allocation {
  const before = allocation.get(bucket) ?? 0;
  if (state === 'drawn' || !Number.isSafeInteger(wanted)) return allocation;
  const room = before + Math.max(0, leftOf(allocation, tickets));
  const most = state === 'skipped' ? Math.min(room, saved.get(bucket) ?? 0) : room;
  return new Map(allocation).set(bucket, Math.min(Math.max(0, wanted), most));
}

export function isSame(one: Allocation, other: Allocation): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}
