/** What the columns of prizes, groups and weights contain (tables/prize-tables.ts). */
import { areBuckets, LIMITS, ONE_POOL, type Pool, weightsIn } from '@glassdrum/raffle-rules';
import type { RaffleRow } from './database.ts';

export function poolsOf(raffle: Pick<RaffleRow, 'pools'>): readonly Pool[] {
  return raffle.pools === null ? ONE_POOL : (JSON.parse(raffle.pools) as Pool[]);
}

/** A person's labels, or those of a prize, as the host wrote them. */
export function groupsOf(row: { groups: string | null }): string[] {
  return row.groups === null ? [] : (JSON.parse(row.groups) as string[]);
}

export function groupsColumn(groups: readonly string[]): string | null {
  return groups.length === 0 ? null : JSON.stringify(groups);
}

/** What an entry weighs in each pool. */
export function weightsOf(row: { tickets: number; weights: string | null }): number[] {
  return row.weights === null ? [row.tickets] : (JSON.parse(row.weights) as number[]);
}

export function weightsColumn(weights: readonly number[]): string | null {
  return weights.length === 1 ? null : JSON.stringify(weights);
}

/** What a new entry of this raffle weighs with so many tickets. */
export function weightsFor(
  raffle: Pick<RaffleRow, 'pools'>,
  person: { groups: readonly string[]; tickets: number },
): number[] {
  return weightsIn(poolsOf(raffle), person.groups, person.tickets);
}

/** R64. */
export function hasBuckets(raffle: Pick<RaffleRow, 'pools'>): boolean {
  return areBuckets(poolsOf(raffle));
}

/** R64: tickets in each bucket, in the order of pools; null where there are none. */
export function bucketTotalsOf(raffle: Pick<RaffleRow, 'pools' | 'bucket_totals'>): number[] | null {
  if (!hasBuckets(raffle)) return null;
  return raffle.bucket_totals === null
    ? Array.from({ length: LIMITS.buckets.max }, () => 0)
    : (JSON.parse(raffle.bucket_totals) as number[]);
}
