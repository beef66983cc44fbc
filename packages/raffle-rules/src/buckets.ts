/**
 * The bucket raffle (R64): each prize has a bucket, and entrants spread their tickets over the buckets until the close. A bucket
 * is a pool of the draw protocol (§3), and what an entry weighs in it are the tickets that lie there. A bucket raffle has 20
 * pools from its opening on, because receipts and lists carry a weight for each: a prize that is added later takes a free one.
 * Tickets that lie in no bucket take part in nothing.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { LIMITS } from './limits.ts';
import type { PlannedPrize, Pool } from './prizes.ts';
import { decideReplan, effectiveStatus, type RaffleFacts } from './status.ts';

/** The pools of every bucket raffle. */
export const BUCKET_POOLS: readonly Pool[] = Array.from({ length: LIMITS.pools.max }, () => null);

export function areBuckets(pools: readonly Pool[]): boolean {
  return pools[0] === null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * Whether these can be the prizes of a bucket raffle, and with which buckets. A prize keeps its bucket; a new one gets the
 * lowest that no prize has. Buckets come with the draft: once the raffle is open it has them or not.
 * @param prizes `bucket` is null for a new prize @param present whether the raffle has buckets already
 */
export function decideBuckets(
  facts: RaffleFacts,
  prizes: readonly (PlannedPrize & { bucket: number | null })[],
  present: { buckets: boolean },
): Decision<{ pools: readonly Pool[]; poolOfPrize: number[]; wins: number }> {
  const state = facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
  if (!state.ok) return state;
  if (!present.buckets && facts.status !== 'draft') return refuse('buckets_fixed');
  if (prizes.length > LIMITS.buckets.max) return refuse('too_many_buckets');
  if (prizes.some(({ groups }) => groups.length > 0)) return refuse('buckets_without_groups');
  const wins = sum(prizes.map(({ quantity }) => quantity));
  if (wins > LIMITS.prizeWins.max) return refuse('too_many_wins');
  const taken = new Set(prizes.flatMap(({ bucket }) => (bucket === null ? [] : [bucket])));
  const poolOfPrize = prizes.map(({ bucket }) => {
    if (bucket !== null) return bucket;
    let free = 1;
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  });
  return accept({ pools: BUCKET_POOLS, poolOfPrize, wins });
}

/**
 * A bucket of a raffle. open: tickets can be put in and taken out; skipped: its draw will not take place, so tickets can only be
 * taken out; drawn: what lies in it was in its draw and stays; free: no prize has it.
 */
export type BucketState = 'open' | 'skipped' | 'drawn' | 'free';

/** Tickets of one entry in one bucket. */
export interface PlacedTickets {
  bucket: number;
  tickets: number;
}

/**
 * R64: a whole allocation instead of the one before, while the raffle is open.
 * @param wanted buckets that are left out are empty @param entry its weights before
 * @returns its weights
 */
export function decidePlacement(
  facts: RaffleFacts,
  now: number,
  wanted: readonly PlacedTickets[],
  {
    states,
    entry,
  }: { states: readonly BucketState[]; entry: { tickets: number; weights: readonly number[] } },
): Decision<number[]> {
  const state = decideReplan(facts);
  if (!state.ok) return state;
  if (effectiveStatus(facts, now) !== 'open') return refuse('placing_closed');
  const weights = states.map(() => 0);
  const named = new Set<number>();
  for (const { bucket, tickets } of wanted) {
    const exists = weights[bucket - 1] !== undefined;
    if (!exists || named.has(bucket) || !Number.isSafeInteger(tickets) || tickets < 0) {
      return refuse('placement_invalid');
    }
    named.add(bucket);
    weights[bucket - 1] = tickets;
  }
  for (const [index, after] of weights.entries()) {
    const before = entry.weights[index] ?? 0;
    if (after > before && states[index] !== 'open') return refuse('bucket_closed');
    if (after < before && states[index] === 'drawn') return refuse('bucket_closed');
  }
  return sum(weights) > entry.tickets ? refuse('too_many_placed') : accept(weights);
}

/**
 * Where an entry's tickets lie when it holds fewer: those in no bucket go first, then one after another from the fullest bucket
 * (of equal ones the last), from those that are drawn only when no other is left.
 */
export function placementWithin(
  weights: readonly number[],
  tickets: number,
  drawn: ReadonlySet<number> = new Set(),
): number[] {
  const left = [...weights];
  for (let over = sum(left) - tickets; over > 0; over -= 1) {
    const index = fullest(left, drawn) ?? fullest(left, new Set());
    if (index === null) break;
    left[index] = (left[index] ?? 0) - 1;
  }
  return left;
}

function fullest(weights: readonly number[], without: ReadonlySet<number>): number | null {
  let best: number | null = null;
  for (const [index, weight] of weights.entries()) {
    if (weight === 0 || without.has(index + 1)) continue;
    if (best === null || weight >= (weights[best] ?? 0)) best = index;
  }
  return best;
}

/** Tickets that lie in no bucket. */
export function unplaced(entry: { tickets: number; weights: readonly number[] }): number {
  return Math.max(0, entry.tickets - sum(entry.weights));
}

/** What an entry weighs when these buckets are emptied: their tickets go back to their holders. */
export function emptied(weights: readonly number[], buckets: ReadonlySet<number>): number[] {
  return weights.map((weight, index) => (buckets.has(index + 1) ? 0 : weight));
}
