/** The prizes of a raffle as everyone sees them: names, images, sponsors (R61). */
import type { PrizeList, ShownPrize } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/**
 * @param raffleId empty where there is nobody to ask: then nothing is fetched
 * @param revision of the prizes, so that a change fetches them again; the draw's id where they can't change any more
 */
export function usePrizeList(raffleId: string, revision: number | string) {
  const path = `/api/raffles/${raffleId}/prize-list`;
  return useQuery({
    queryKey: [path, revision],
    enabled: raffleId !== '',
    queryFn: () => call<PrizeList>('GET', path),
    placeholderData: (before) => before,
  });
}

/** Those of one draw, in the order of its plan, which numbers them from 1 (R69). None where the list doesn't know the draw. */
export function prizesOfDraw({ prizes, draws }: PrizeList, drawId: string): ShownPrize[] {
  const planned = draws.find(({ draw_id: id }) => id === drawId);
  return prizes
    .filter(({ draw }) => draw === planned?.number)
    .map((shown, index) => ({ ...shown, prize: index + 1 }));
}
