/** What the next draw would be like if it began now (R31): who takes part, what decides, what will be said about it. */
import type { DrawPreview, HostRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export function useDrawPreview(raffle: HostRaffle) {
  const path = `/api/raffles/${raffle.id}/draw/preview`;
  return useQuery({
    // People join, check in and place tickets, and prizes change until the draw: the numbers follow the raffle's.
    queryKey: [
      path,
      raffle.joined_count,
      raffle.ticket_total,
      raffle.bucket_totals,
      raffle.prizes_revision,
      raffle.draws.left,
      raffle.presence?.check_in ?? null,
    ],
    queryFn: () => call<DrawPreview>('GET', path),
    gcTime: 0,
    placeholderData: (before) => before,
  });
}
