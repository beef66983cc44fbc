/**
 * R94: what happens to an entry after joining is public. Each change is a signed `draw.change.v2` record of every draw of the
 * raffle that is still open (draw protocol §8), and a row of entry_changes that says who made it.
 */
import { changeRecord } from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import { insertMany } from '../../platform/database/bulk.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import { weightsColumn } from '../../platform/database/prize-columns.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { appendPublicRecords, timeInLog } from '../../platform/public-log/public-log.ts';

/** Who makes a change, by its reason code in the record. */
const MADE_BY = {
  removed_by_host: 'host',
  tickets_changed_by_host: 'host',
  groups_changed_by_host: 'host',
  withdrawn_by_entrant: 'entrant',
  tickets_placed_by_host: 'host',
  tickets_placed_by_entrant: 'entrant',
  prize_removed_by_host: 'host',
  paper_ticket_sold: 'host',
  paper_ticket_unsold: 'host',
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
export async function openDrawsOf(query: Kysely<Tables>, raffleId: string): Promise<string[]> {
  const rows = await query
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
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  keys: Keys,
  openDraws: readonly string[],
  change: PublicChange,
): Promise<void> {
  await writePublicChanges(database, trx, keys, openDraws, [change]);
}

/** The same for several entries of one raffle, with the same few statements however many they are. */
export async function writePublicChanges(
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  keys: Keys,
  openDraws: readonly string[],
  changes: readonly PublicChange[],
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const { last } = await trx
    .selectFrom('entry_changes')
    .select((build) => build.fn.max('number').as('last'))
    .where('raffle_id', '=', first.raffleId)
    .executeTakeFirstOrThrow();
  const numbered = changes.map((change, index) => ({ change, number: (last ?? 0) + 1 + index }));
  await insertMany(
    database,
    trx,
    'entry_changes',
    numbered.map(({ change, number }) => ({
      raffle_id: change.raffleId,
      number,
      entry_number: change.entryNumber,
      state: change.state,
      tickets: change.tickets,
      weights: weightsColumn(change.weights),
      reason_code: change.reason,
      made_by: MADE_BY[change.reason],
      signature: change.signed?.signature ?? null,
      signed_at_s: change.signed?.at ?? null,
      at: change.at,
    })),
  );
  const records = numbered.flatMap(({ change, number }) =>
    openDraws.map((drawId) => ({
      drawId,
      kind: 'change' as const,
      onceSuffix: String(number),
      text: changeRecord({
        drawId,
        entryNumber: change.entryNumber,
        state: change.state,
        weights: [...change.weights],
        reasonCode: change.reason,
        at: Math.floor(change.at / 1000),
      }),
      now: change.at,
    })),
  );
  await appendPublicRecords(database, trx, keys, records);
}
