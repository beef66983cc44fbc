/**
 * The end of draws that will never be (draw protocol §8): a raffle that was opened is in the public log for good, so when it
 * goes before its freeze, the log is told. Otherwise it would stand there as open for ever, and nobody could tell a raffle
 * that was erased from one that was hushed up.
 */
import { voidRecord } from '@glassdrum/fair-draw';
import type { Trx } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';

interface Voiding {
  /** Of opened raffles without a draw, each locked by the caller. */
  drawIds: readonly string[];
  /** Lower-case letters and underscores; anybody can read it. */
  reasonCode: string;
  /** Epoch ms. */
  now: number;
}

/** In the transaction that erases them. The log's head stays locked until its end. A second void of a draw makes it fail. */
export async function voidDraws(trx: Trx, keys: Keys, { drawIds, reasonCode, now }: Voiding): Promise<void> {
  for (const drawId of drawIds) {
    const { hash: lastRecordHash } = await trx
      .selectFrom('public_log')
      .select('hash')
      .where('draw_id', '=', drawId)
      .orderBy('log_index', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const text = voidRecord({ drawId, lastRecordHash, reasonCode, at: Math.floor(now / 1000) });
    await appendPublicRecord(trx, keys, { drawId, kind: 'void', text, now });
  }
}
