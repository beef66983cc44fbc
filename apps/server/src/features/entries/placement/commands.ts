/**
 * R64: what happens to tickets when the host takes prizes out of an open raffle. They go back to their holders, who can put them
 * into other buckets; each such entry has a public change and a new receipt.
 */
import { emptied } from '@glassdrum/raffle-rules';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { weightsColumn, weightsOf } from '../../../platform/database/prize-columns.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { changeTime, openDrawsOf, type PublicChange, writePublicChanges } from '../public-changes.ts';
import { recountBuckets } from './bucket-rows.ts';

/**
 * In the caller's transaction, under the raffle's lock. @param now epoch ms
 * @returns ids of the people whose tickets came back
 */
export async function emptyBuckets(
  { database, keys }: { database: Database; keys: Keys },
  trx: Trx,
  raffle: RaffleRow,
  { buckets, now }: { buckets: ReadonlySet<number>; now: number },
): Promise<string[]> {
  if (buckets.size === 0) return [];
  const rows = await trx
    .selectFrom('participations')
    .select(['invitee_id', 'entry_number', 'tickets', 'weights', 'receipt_issued_at_s'])
    .where('raffle_id', '=', raffle.id)
    .where('state', '=', 'in')
    .where('tickets', '>', 0)
    .orderBy('entry_number')
    .execute();
  const touched = rows.filter((row) =>
    weightsOf(row).some((weight, index) => weight > 0 && buckets.has(index + 1)),
  );
  if (touched.length === 0) return [];
  const openDraws = await openDrawsOf(trx, raffle.id);
  const at = await changeTime(trx, openDraws, now);
  const changes: PublicChange[] = [];
  for (const row of touched) {
    const weights = emptied(weightsOf(row), buckets);
    await trx
      .updateTable('participations')
      .set({
        weights: weightsColumn(weights),
        receipt_issued_at_s: Math.max(Math.floor(at / 1000), row.receipt_issued_at_s + 1),
      })
      .where('raffle_id', '=', raffle.id)
      .where('entry_number', '=', row.entry_number)
      .execute();
    changes.push({
      raffleId: raffle.id,
      entryNumber: row.entry_number,
      state: 'in',
      tickets: row.tickets,
      weights,
      reason: 'prize_removed_by_host',
      signed: null,
      at,
    });
  }
  await writePublicChanges(database, trx, keys, openDraws, changes);
  await recountBuckets(trx, raffle.id);
  return touched.map((row) => row.invitee_id);
}
