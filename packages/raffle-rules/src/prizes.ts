/**
 * Prizes and who can win them (R61–R63; draw protocol §3). A prize is for everyone or for the entrants of some groups; its
 * pool says how much each entry weighs for it. Pool 1 is everyone, and there is one more for each combination of groups that
 * a prize is limited to. Receipts and lists carry a weight for each pool, so pools stay as they are once somebody has entered.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { LIMITS } from './limits.ts';
import { type RaffleFacts, decideReplan } from './status.ts';

/** once: one prize per person; again: a person may win several prizes, each at most once (R63). */
export const prizePolicies = ['once', 'again'] as const;
export type PrizePolicy = (typeof prizePolicies)[number];

/** A list of groups in comparing form, sorted; empty for everyone. Null for a bucket, into which entrants put tickets (R64). */
export type Pool = readonly string[] | null;

/** The one pool of a raffle whose prizes are for everyone. */
export const ONE_POOL: readonly Pool[] = [[]];

export interface PlannedPrize {
  quantity: number;
  /** Labels as the host wrote them; empty for everyone. */
  groups: readonly string[];
}

/** A label in the form in which two of them are the same. */
export function foldGroup(label: string): string {
  return label.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Labels without repetitions, as first written, in their order. */
export function distinctGroups(labels: readonly string[]): string[] {
  const seen = new Set<string>();
  return labels.filter((label) => {
    const folded = foldGroup(label);
    if (folded === '' || seen.has(folded)) return false;
    seen.add(folded);
    return true;
  });
}

function poolOf(groups: readonly string[]): readonly string[] {
  return distinctGroups(groups).map(foldGroup).toSorted();
}

const samePool = (one: Pool, other: readonly string[]): boolean =>
  one !== null && one.length === other.length && one.every((label, index) => label === other[index]);

/**
 * R61, R62: whether these can be the prizes of the raffle, and with which pools. `poolOfPrize` counts from 1.
 * @param present.fixed somebody has entered: only pools that exist can be used
 */
export function decidePrizes(
  facts: RaffleFacts,
  prizes: readonly PlannedPrize[],
  present: { pools: readonly Pool[]; fixed: boolean },
): Decision<{ pools: readonly Pool[]; poolOfPrize: number[]; wins: number }> {
  const state = facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
  if (!state.ok) return state;
  const wins = prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wins > LIMITS.prizeWins.max) return refuse('too_many_wins');
  // A bucket raffle without its buckets (R64).
  const hadBuckets = present.pools[0] === null;
  if (hadBuckets && facts.status !== 'draft') return refuse('buckets_fixed');
  const pools: Pool[] = present.fixed ? [...present.pools] : [...ONE_POOL];
  const poolOfPrize: number[] = [];
  for (const { groups } of prizes) {
    const wanted = poolOf(groups);
    let index = pools.findIndex((pool) => samePool(pool, wanted));
    if (index === -1) {
      if (present.fixed) return refuse('pools_fixed');
      if (pools.length >= LIMITS.pools.max) return refuse('too_many_pools');
      index = pools.push(wanted) - 1;
    }
    poolOfPrize.push(index + 1);
  }
  return accept({ pools, poolOfPrize, wins });
}

/**
 * What a new entry weighs in each pool: its tickets where it may win, else 0. In buckets it has none yet (R64).
 * @param groups labels as written
 */
export function weightsIn(pools: readonly Pool[], groups: readonly string[], tickets: number): number[] {
  const own = new Set(groups.map(foldGroup));
  return pools.map((pool) =>
    pool !== null && (pool.length === 0 || pool.some((label) => own.has(label))) ? tickets : 0,
  );
}

/** R63: the host labels people, until the draw starts. @param labels the whole list of one person */
export function decideGroups(facts: RaffleFacts, labels: readonly string[]): Decision<string[]> {
  const state = facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
  if (!state.ok) return state;
  const distinct = distinctGroups(labels);
  return distinct.length > LIMITS.groupsOfEntry.max ? refuse('too_many_groups') : accept(distinct);
}

/** A person's labels after some were added and some taken away. */
export function regrouped(
  present: readonly string[],
  change: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const gone = new Set(change.remove.map(foldGroup));
  return distinctGroups([...present.filter((label) => !gone.has(foldGroup(label))), ...change.add]);
}

/**
 * The most rows that a draw can have, from how many entries have a weight above 0 in each pool; exactly as many where all
 * prizes have one pool, and where a person may win several.
 */
export function rowsAtMost(
  plan: {
    policy: PrizePolicy;
    prizes: readonly { quantity: number; alternates: number; pool: number }[];
  },
  candidates: readonly number[],
): { winners: number; alternates: number } {
  const inPool = (pool: number): number => candidates[pool - 1] ?? 0;
  const wanted = new Map<number, number>();
  for (const { quantity, pool } of plan.prizes) {
    // Under `once` the winners of a pool are different people; else those of each prize are.
    if (plan.policy === 'once') wanted.set(pool, (wanted.get(pool) ?? 0) + quantity);
  }
  const taken = (prize: { quantity: number; pool: number }): number =>
    Math.min(wanted.get(prize.pool) ?? prize.quantity, inPool(prize.pool));
  const winners =
    plan.policy === 'once'
      ? [...wanted].reduce((sum, [pool, quantity]) => sum + Math.min(quantity, inPool(pool)), 0)
      : plan.prizes.reduce((sum, prize) => sum + taken(prize), 0);
  const alternates = plan.prizes.reduce(
    (sum, prize) => sum + Math.min(prize.alternates, inPool(prize.pool) - taken(prize)),
    0,
  );
  return { winners, alternates };
}
