/**
 * R71, draw protocol §9: while people check in for a draw, the newest receipt of an entry that has not checked in says `absent`,
 * and checking in makes one that says `in`. So a list that calls somebody absent who did check in contradicts the receipt.
 */
import { type RawBuilder, sql } from 'kysely';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { nextDrawOf, sittingOut } from './queries.ts';

/** Later than the one before, so that the last one issued is known. @param now epoch ms */
export function issuedAt(now: number): RawBuilder<number> {
  const seconds = Math.floor(now / 1000);
  return sql<number>`case when receipt_issued_at_s >= ${seconds} then receipt_issued_at_s + 1 else ${seconds} end`;
}

/**
 * Makes the newest receipts of all entries agree with the next draw: after check-in opened or ended, or who sits out changed.
 * In the caller's transaction, under the raffle's lock. @param raffle as it is now @param now epoch ms
 */
export async function agreeReceipts(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'draw_id' | 'draw_started'>,
  now: number,
): Promise<void> {
  const next = raffle.draw_started === 1 ? null : await nextDrawOf(trx, raffle);
  const isOpen = next !== null && next.required && next.openedAt !== null;
  const rows = trx.updateTable('participations').where('raffle_id', '=', raffle.id);
  if (!isOpen) {
    await rows
      .set({ receipt_absent: 0, receipt_issued_at_s: issuedAt(now) })
      .where('receipt_absent', '=', 1)
      .execute();
    return;
  }
  const out = [...(await sittingOut(trx, raffle))];
  const checkedIn = trx
    .selectFrom('check_ins')
    .select('entry_number')
    .where('raffle_id', '=', raffle.id)
    .where('draw_number', '=', next.number);
  await rows
    .set({ receipt_absent: 0, receipt_issued_at_s: issuedAt(now) })
    .where('receipt_absent', '=', 1)
    .where((row) =>
      row.or([
        row('entry_number', 'in', checkedIn),
        ...(out.length > 0 ? [row('entry_number', 'in', out)] : []),
      ]),
    )
    .execute();
  await rows
    .set({ receipt_absent: 1, receipt_issued_at_s: issuedAt(now) })
    .where('receipt_absent', '=', 0)
    .where('state', '=', 'in')
    .where('entry_number', 'not in', checkedIn)
    .$if(out.length > 0, (query) => query.where('entry_number', 'not in', out))
    .execute();
}
