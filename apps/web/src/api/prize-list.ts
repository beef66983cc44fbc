/** The prizes of a raffle as everyone sees them: names, images, sponsors (R61). */
import type { PrizeList } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/**
 * @param raffleId empty where there is nobody to ask: then nothing is fetched
 * @param revision of the prizes, so that a change fetches them again; null once they can't change any more
 */
export function usePrizeList(raffleId: string, revision: number | null) {
  const path = `/api/raffles/${raffleId}/prize-list`;
  return useQuery({
    queryKey: [path, revision],
    enabled: raffleId !== '',
    queryFn: () => call<PrizeList>('GET', path),
    placeholderData: (before) => before,
  });
}
