/**
 * R94: what happens to an entry after joining is public. Each change is a signed `draw.change.v2` record of every draw of the
 * raffle that is still open (draw protocol §8), and a row of entry_changes that says who made it.
 */
import { changeRecord } from '@glassdrum/fair-draw';
import type { Trx } from '../../platform/database/database.ts';
import { weightsColumn } from '../../platform/database/prize-columns.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { appendPublicRecord, timeInLog } from '../../platform/public-log/public-log.ts';

/** Who makes a change, by its reason code in the record. */
const MADE_BY = {
  removed_by_host: 'host',
  tickets_changed_by_host: 'host',
  groups_changed_by_host: 'host',
  withdrawn_by_entrant: 'entrant',
} as const;
export type ReasonCode = keyof typeof MADE_BY;

export interface PublicChange {
  raffleId: string;
  entryNumber: number;
  state: 'in' | 'withdrawn' | 'removed';
  tickets: number;
  /** In each pool. */
  weights: readonly number[];
  reason: ReasonCode;
  /** By the entry's device; null where there is none. */
  signed: { at: number; signature: string } | null;
  /** From `changeTime`. */
  at: number;
}

/** The draws of a raffle whose entry list is not closed yet, by stage. */
export async function openDrawsOf(trx: Trx, raffleId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('draw_openings')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('protocol', '=', 2)
    .where('close_hash', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('stage')
    .execute();
  return rows.map(({ id }) => id);
}

/** The time of a change's records, not before the last record of any of these draws. Epoch ms. */
export async function changeTime(trx: Trx, openDraws: readonly string[], now: number): Promise<number> {
  let at = now;
  for (const drawId of openDraws) at = await timeInLog(trx, drawId, at);
  return at;
}

/** In the caller's transaction, under the raffle's lock. */
export async function writePublicChange(
  trx: Trx,
  keys: Keys,
  openDraws: readonly string[],
  change: PublicChange,
): Promise<void> {
  const { raffleId, entryNumber, state, tickets, weights, reason, signed, at } = change;
  const { last } = await trx
    .selectFrom('entry_changes')
    .select((build) => build.fn.max('number').as('last'))
    .where('raffle_id', '=', raffleId)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await trx
    .insertInto('entry_changes')
    .values({
      raffle_id: raffleId,
      number,
      entry_number: entryNumber,
      state,
      tickets,
      weights: weightsColumn(weights),
      reason_code: reason,
      made_by: MADE_BY[reason],
      signature: signed?.signature ?? null,
      signed_at_s: signed?.at ?? null,
      at,
    })
    .execute();
  for (const drawId of openDraws) {
    const text = changeRecord({
      drawId,
      entryNumber,
      state,
      weights: [...weights],
      reasonCode: reason,
      at: Math.floor(at / 1000),
    });
    const once = { drawId, kind: 'change' as const, onceSuffix: String(number) };
    await appendPublicRecord(trx, keys, { ...once, text, now: at });
  }
}
