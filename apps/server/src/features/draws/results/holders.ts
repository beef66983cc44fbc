/** Who holds prizes of a raffle's draws now (draw protocol §6 and §8). */
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { holdersOf, passedOverOf } from './passed-over.ts';

/**
 * Numbers of the entries that hold a prize of another draw of the raffle now, ascending.
 * @param raffle its `draw_id` is the draw whose own holders don't count
 */
export async function holdersOfOtherDraws(
  query: Kysely<Tables>,
  raffle: { id: string; draw_id: string | null },
): Promise<Set<number>> {
  const others = await query
    .selectFrom('draws')
    .select('id')
    .where('raffle_id', '=', raffle.id)
    .where('id', '!=', raffle.draw_id ?? '')
    .where('result_at', 'is not', null)
    .where('voided_at', 'is', null)
    .execute();
  const holders: number[] = [];
  for (const { id } of others) {
    const winners = await query
      .selectFrom('draw_rows')
      .select(['prize', 'position', 'entry_number', 'selection_index'])
      .where('draw_id', '=', id)
      .where('role', '=', 'winner')
      .execute();
    for (const holder of holdersOf(winners, await passedOverOf(query, id))) holders.push(holder.entryNumber);
  }
  return new Set(holders.toSorted((one, other) => one - other));
}
