/**
 * Voiding a draw whose list too few witnesses confirmed in time (R86, draw protocol §2): only before its round is due, so that
 * nobody can know its result, and before its seed is revealed. The raffle returns to closed, with its next draw, which the host may start;
 * the prizes of the voided draw get an opening of their own after all others.
 */
import type { Clock } from '../../../platform/clock/clock.ts';
import { lockRaffle, type Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { openingById, writeOpening, writeVoidRecord } from '../openings.ts';
import { lockLog } from '../../../platform/public-log/public-log.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { agreeReceipts } from '../presence/receipts.ts';
import { nextOpeningId } from '../series/queries.ts';
import { cosignedInTime, drawById, type DrawRow, lockDraw } from '../draw-rows.ts';

const REASON = 'no_quorum';

/** Whether a draw is to be voided: too few witnesses, and its round is still in the future. */
export function lacksQuorum(draw: DrawRow, cosigned: number, now: number): boolean {
  const undecided = draw.seed_reveal === null && draw.voided_at === null;
  return undecided && cosigned < draw.witness_quorum && now < draw.draw_at_s * 1000;
}

/** False when the quorum is there after all, or another node was first. */
export async function voidWithoutQuorum(
  { database, keys, clock }: { database: Database; keys: Keys; clock: Clock },
  drawId: string,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const before = await drawById(trx, drawId);
    const raffle = before === null ? undefined : await lockRaffle(database, trx, before.raffle_id);
    if (raffle === undefined || raffle.draw_id !== drawId || raffle.series_id === null) return false;
    await lockDraw(database, trx, drawId);
    await lockLog(database, trx);
    const now = clock.now();
    const draw = await drawById(trx, drawId);
    if (draw === null || !lacksQuorum(draw, await cosignedInTime(trx, draw), now)) return false;
    const { numUpdatedRows } = await trx
      .updateTable('draws')
      .set({ voided_at: now, void_reason: REASON })
      .where('id', '=', drawId)
      .where('seed_reveal', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await trx
      .updateTable('draw_openings')
      .set({ voided_at: now, void_reason: REASON })
      .where('id', '=', drawId)
      .execute();
    await writeVoidRecord(trx, keys, { drawId, reasonCode: REASON, now });
    const opened = { ...raffle, series_id: raffle.series_id };
    const { draw_number: number } = await openingById(trx, drawId);
    const again = await writeOpening(trx, keys, opened, { number, now });
    // Its prizes are drawn after those of the draws that were promised before: stages follow each other (draw protocol §8).
    const next = (await nextOpeningId(trx, raffle.id)) ?? again.id;
    await trx
      .updateTable('raffles')
      .set({ draw_id: next, draw_started: 0, reopens: 0, status: 'closed', updated_at: now })
      .where('id', '=', raffle.id)
      .execute();
    await agreeReceipts(trx, { ...raffle, draw_id: next, draw_started: 0 }, now);
    await writeAudit(trx, {
      raffleId: raffle.id,
      hostId: raffle.host_id,
      actor: 'system',
      action: 'draw_voided',
      ts: now,
      details: { reason: REASON, witnesses: draw.witnesses_known, quorum: draw.witness_quorum },
    });
    return true;
  });
}
