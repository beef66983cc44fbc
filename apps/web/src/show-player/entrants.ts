/** Who goes on stage: the numbers of a draw with their names as this viewer may see them (R43). */
import type { PublicJoinInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';

export interface Entrant {
  number: number;
  name: string;
}

/** A stage holds no more; the same numbers are chosen everywhere. */
const MOST = 5_000;

/**
 * Null while the names are on their way. Without them (a proof watched offline, a rehearsal) the numbers go on stage alone.
 *
 * @param raffleId null when there is nobody to ask
 */
export function useEntrants(raffleId: string | null, total: number): readonly Entrant[] | null {
  const asked = useQuery({
    queryKey: ['entrants', raffleId],
    queryFn: () => call<PublicJoinInfo>('GET', `/api/raffles/${raffleId ?? ''}/entrants`),
    enabled: raffleId !== null,
  });
  return useMemo(() => {
    if (raffleId !== null && asked.isPending) return null;
    const names = new Map(asked.data?.takenNumbers.map((one) => [one.entry_number, one.display_name]));
    return Array.from({ length: Math.min(total, MOST) }, (_, index) => {
      const number = index + 1;
      return { number, name: names.get(number) ?? `#${number}` };
    });
  }, [raffleId, asked.isPending, asked.data, total]);
}
