/** R81: shows one's own request for a draw to start at once; the console's connection brings it to everybody else. */
import type { HostRaffle, StartRequestView } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { RAFFLES } from '../../../api/workspaces/workspaces.ts';

export function useShowAsked(raffleId: string): (request: StartRequestView) => void {
  const queryClient = useQueryClient();
  return (request) => {
    queryClient.setQueryData<HostRaffle[]>(RAFFLES, (list) =>
      list?.map((raffle) => (raffle.id === raffleId ? { ...raffle, start_request: request } : raffle)),
    );
  };
}
