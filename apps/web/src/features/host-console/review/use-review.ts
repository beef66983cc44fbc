/** The review list of a raffle (H11), read again whenever people join or wait. */
import type { HostRaffle, ReviewAnswer } from '@glassdrum/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const reviewKey = (raffleId: string) => [`/api/raffles/${raffleId}/review`] as const;

export function useReview(raffle: HostRaffle) {
  const { entry_count: entries, joined_count: joined, waiting_count: waiting } = raffle;
  const key = reviewKey(raffle.id);
  return useQuery({
    queryKey: [...key, entries, joined, waiting],
    queryFn: () => call<ReviewAnswer>('GET', key[0]),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
