/** What a desk sends is made once, however often it is sent (R67, R71): the answer is stored under the id that the desk made. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { RefusalError } from '../../../platform/refusal.ts';

interface DeskCall {
  raffleId: string;
  /** Made by the desk for this call. */
  clientId: string;
  /** What it asks for. */
  request: readonly unknown[];
}

/** Null for a call that is new. @throws RefusalError idempotency_mismatch for another call of this id */
export async function storedAnswer<Answer>(query: Kysely<Tables>, call: DeskCall): Promise<Answer | null> {
  const row = await query
    .selectFrom('paper_sales')
    .select(['request_hash', 'answer'])
    .where('raffle_id', '=', call.raffleId)
    .where('client_id', '=', call.clientId)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash !== hashOf(call)) throw new RefusalError('idempotency_mismatch');
  return JSON.parse(row.answer) as Answer;
}

/** In the transaction of what was asked for. @param now epoch ms */
export async function storeAnswer(
  trx: Trx,
  call: DeskCall,
  { answer, now }: { answer: object; now: number },
): Promise<void> {
  await trx
    .insertInto('paper_sales')
    .values({
      raffle_id: call.raffleId,
      client_id: call.clientId,
      request_hash: hashOf(call),
      answer: JSON.stringify(answer),
      made_at: now,
    })
    .execute();
}

function hashOf({ request }: DeskCall): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
