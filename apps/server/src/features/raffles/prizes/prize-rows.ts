/** Writing the rows of prizes, for raffles that are made, copied, or edited by their form. */
import { randomBytes } from 'node:crypto';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PrizeRow, prizeRowsOf } from './queries.ts';

/** 16 bytes: ids can't be guessed (I4). */
export function newPrizeId(): string {
  return randomBytes(16).toString('base64url');
}

/** The whole list, instead of what was there. */
export async function writePrizeRows(trx: Trx, raffleId: string, rows: readonly PrizeRow[]): Promise<void> {
  await trx.deleteFrom('prizes').where('raffle_id', '=', raffleId).execute();
  await trx
    .insertInto('prizes')
    .values([...rows])
    .execute();
}

/** A draw of which nothing has happened. */
export const NEW_DRAW = {
  name: null,
  planned_at: null,
  draw_id: null,
  added_at: null,
  skipped_at: null,
  skip_reason: null,
};

/** R71: of all draws of a draft. */
export async function requirePresence(trx: Trx, raffleId: string, required: boolean): Promise<void> {
  await trx
    .updateTable('planned_draws')
    .set({ presence: required ? 1 : 0 })
    .where('raffle_id', '=', raffleId)
    .execute();
}

/** The one unnamed prize and the one draw that a new raffle has. */
export async function writeUnnamedPrize(
  trx: Trx,
  raffleId: string,
  { quantity, presence }: { quantity: number; presence: boolean },
): Promise<void> {
  await writePrizeRows(trx, raffleId, [
    {
      id: newPrizeId(),
      raffle_id: raffleId,
      position: 1,
      name: null,
      quantity,
      description: '',
      image_url: null,
      sponsor_name: null,
      sponsor_url: null,
      groups: null,
      claim_window: null,
      pool: 1,
      draw_number: 1,
    },
  ]);
  await trx
    .insertInto('planned_draws')
    .values({ ...NEW_DRAW, raffle_id: raffleId, number: 1, presence: presence ? 1 : 0 })
    .execute();
}

/** What the form of a raffle calls winners: the quantity of its only prize. @throws RefusalError several_prizes */
export async function setOnlyQuantity(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'max_winners' | 'prizes_revision'>,
  quantity: number,
): Promise<Partial<Pick<RaffleRow, 'max_winners' | 'prizes_revision'>>> {
  if (quantity === raffle.max_winners) return {};
  const rows = await prizeRowsOf(trx, raffle.id);
  if (rows.length !== 1) throw new RefusalError('several_prizes');
  await trx.updateTable('prizes').set({ quantity }).where('raffle_id', '=', raffle.id).execute();
  return { max_winners: quantity, prizes_revision: raffle.prizes_revision + 1 };
}
