/** What a raffle promised at its opening, as committed (R62, R93); fetched again when the prizes change. */
import type { PublicRaffle, RaffleTerms } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export function useRaffleTerms(
  { id, prizes_revision: revision }: Pick<PublicRaffle, 'id' | 'prizes_revision'>,
  isWanted: boolean,
) {
  const path = `/api/raffles/${id}/terms`;
  return useQuery({
    queryKey: [path, revision],
    enabled: isWanted,
    queryFn: () => call<RaffleTerms>('GET', path),
    placeholderData: (before) => before,
  });
}
