/** What the database knows about buckets (R64): what became of each, where an entry's tickets lie, and how many lie in each. */
import type { PlannedDraw } from '@glassdrum/contract';
import {
  type BucketState,
  decidePlacement,
  LIMITS,
  type PlacedTickets,
  placementWithin,
} from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { bucketTotalsOf, weightsOf } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { prizeRowsOf } from '../../raffles/prizes/queries.ts';
import type { Entry } from '../joining/decide-joins.ts';

/** By the state of the draw in which its prize is given. */
const BUCKET_STATES = {
  planned: 'open',
  skipped: 'skipped',
  running: 'drawn',
  drawn: 'drawn',
} as const satisfies Record<PlannedDraw['state'], BucketState>;

/** Of each bucket, from bucket 1 on. */
async function bucketStatesOf(query: Kysely<Tables>, raffleId: string): Promise<BucketState[]> {
  const [prizes, draws] = await Promise.all([prizeRowsOf(query, raffleId), plannedDrawsOf(query, raffleId)]);
  const states = Array.from({ length: LIMITS.buckets.max }, (): BucketState => 'free');
  for (const { pool, draw_number: number } of prizes) {
    states[pool - 1] = BUCKET_STATES[draws.find((one) => one.number === number)?.state ?? 'planned'];
  }
  return states;
}

/**
 * What an entry weighs with so many tickets, spread as wanted, or as before as far as there are as many.
 * @throws RefusalError with the rule's refusal
 */
export async function placedWeights(
  trx: Trx,
  raffle: RaffleRow,
  {
    entry,
    tickets,
    placement,
    now,
  }: {
    entry: Entry;
    tickets: number;
    placement: { placed: readonly PlacedTickets[] } | null;
    now: number;
  },
): Promise<number[]> {
  if (placement === null && tickets >= entry.tickets) return [...entry.weights];
  const states = await bucketStatesOf(trx, raffle.id);
  if (placement !== null) {
    return orRefuse(decidePlacement(raffleFacts(raffle), now, placement.placed, { states, entry }));
  }
  const drawn = new Set(states.flatMap((state, index) => (state === 'drawn' ? [index + 1] : [])));
  return placementWithin(entry.weights, tickets, drawn);
}

/** Keeps the totals when one entry's tickets move, under the raffle's lock. */
export async function moveBetweenBuckets(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'pools' | 'bucket_totals'>,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const totals = bucketTotalsOf(raffle)?.map(
    (total, index) => total + (after[index] ?? 0) - (before[index] ?? 0),
  );
  if (totals !== undefined) await writeTotals(trx, raffle.id, totals);
}

/** The totals from all entries, where many of them changed. */
export async function recountBuckets(trx: Trx, raffleId: string): Promise<void> {
  const rows = await trx
    .selectFrom('participations')
    .select(['tickets', 'weights'])
    .select((build) => build.fn.countAll<number>().as('entries'))
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0)
    .groupBy(['tickets', 'weights'])
    .execute();
  const totals = Array.from({ length: LIMITS.buckets.max }, () => 0);
  for (const row of rows) {
    for (const [index, weight] of weightsOf(row).entries()) {
      totals[index] = (totals[index] ?? 0) + weight * row.entries;
    }
  }
  await writeTotals(trx, raffleId, totals);
}

async function writeTotals(trx: Trx, raffleId: string, totals: readonly number[]): Promise<void> {
  await trx
    .updateTable('raffles')
    .set({ bucket_totals: JSON.stringify(totals) })
    .where('id', '=', raffleId)
    .execute();
}
