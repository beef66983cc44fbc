/** What the prizes section reads from the server (R61), and how it is kept up to date. */
import type { HostPrizes, HostRaffle } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { useRefetch } from '../use-refetch.ts';

export const prizesPath = (raffleId: string): string => `/api/raffles/${raffleId}/prizes`;

export function usePrizes(raffle: HostRaffle) {
  const path = prizesPath(raffle.id);
  const prizes = useQuery({
    queryKey: [path],
    queryFn: () => call<HostPrizes>('GET', path),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, prizes);
  return prizes;
}

/** Shows the list that a change was answered with; one that was read before the change must not follow it. */
export function useSetPrizes(raffleId: string): (list: HostPrizes) => Promise<void> {
  const queryClient = useQueryClient();
  return async (list) => {
    const queryKey = [prizesPath(raffleId)];
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, list);
  };
}
