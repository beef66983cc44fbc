/**
 * Who could win the prizes of a draw, and with how many tickets (R63, R64): as in the list that the draw was made from, which stays
 * as it was whatever changed afterwards.
 */
import { type ProofEntry, entryOfProof } from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { groupsOf, poolsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { prizeRowsOf } from '../../raffles/prizes/queries.ts';
import { closedListText } from '../freeze/entries-list.ts';

export interface PrizeTickets {
  /** Who could win it, as the host wrote the labels; empty for everyone. */
  groups: string[];
  /** Entrants put tickets into it themselves. */
  isBucket: boolean;
  /** Of all entries; null for a draw of version 1, which has no such list. */
  total: number | null;
  /** Of this entry; 0 for one that joined later. */
  of: (entryNumber: number) => number | null;
}

/** In the order of the draw's prizes. @param drawNumber of the planned draw */
export async function ticketsByPrize(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'id' | 'pools'>,
  { drawId, drawNumber }: { drawId: string; drawNumber: number },
): Promise<PrizeTickets[]> {
  const rows = (await prizeRowsOf(query, raffle.id)).filter((row) => row.draw_number === drawNumber);
  const text = await closedListText(query, drawId);
  const entries =
    text === null ? null : (JSON.parse(text) as ProofEntry[]).map((entry) => entryOfProof(entry).weights);
  const pools = poolsOf(raffle);
  return rows.map((row) => {
    const weights = entries?.map((entry) => entry[row.pool - 1] ?? 0) ?? null;
    return {
      groups: groupsOf(row),
      isBucket: pools[row.pool - 1] === null,
      total: weights?.reduce((sum, weight) => sum + weight, 0) ?? null,
      of: (entryNumber) => (weights === null ? null : (weights[entryNumber - 1] ?? 0)),
    };
  });
}
