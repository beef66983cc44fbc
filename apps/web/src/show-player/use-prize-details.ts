/** Images and sponsors of a draw's prizes; their names are in the plan already. */
import type { ShownPrize } from '@glassdrum/contract';
import { usePrizeList } from '../api/prize-list.ts';

/**
 * @param raffleId empty where there is nobody to ask
 * @returns what is known of a prize; null while it is on its way, and offline
 */
export function usePrizeDetails(raffleId: string): (prize: number) => ShownPrize | null {
  const list = usePrizeList(raffleId, null).data;
  return (prize) => list?.prizes.find((one) => one.prize === prize) ?? null;
}
