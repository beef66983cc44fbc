/**
 * Takes a name out of the proofs that are stored, with its salt (draw protocol §11): when its person is erased (H16), and when it is not
 * published in full any more (R78). What is left of each proof stays checkable.
 */
import { type DrawProof, redactEntry } from '@glassdrum/fair-draw';
import type { Trx } from '../../../platform/database/database.ts';

/** Of all draws of the raffle. Under its lock. */
export async function withholdName(trx: Trx, raffleId: string, entryNumber: number): Promise<void> {
  const draws = await trx
    .selectFrom('draws')
    .select(['id', 'proof'])
    .where('raffle_id', '=', raffleId)
    .where('proof', 'is not', null)
    .execute();
  for (const { id, proof } of draws) {
    const redacted = redactEntry(JSON.parse(proof ?? '') as DrawProof, entryNumber);
    await trx
      .updateTable('draws')
      .set({ proof: JSON.stringify(redacted) })
      .where('id', '=', id)
      .execute();
  }
}
