/** The prizes that this browser's entries hold or held (R73), as the server knows them. */
import type { OwnClaimsAnswer, PrizeStatus } from '@glassdrum/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call } from '../../api/call.ts';

export const ownClaimsKey = (raffleId: string) => [`/api/raffles/${raffleId}/me/claims`] as const;

/** For pages without a live connection, and for other entries of this browser. */
const LOOK_AGAIN_MS = 60_000;

/** A phone may be at the end of the show a little before the server is. */
const COMPLETE_SOON_MS = 2_000;

interface OwnClaimsInput {
  raffleId: string;
  /** The visitor's entry number. */
  number: number;
  /** What the raffle's room says; null where no room is open. */
  prizeStatus: PrizeStatus | null;
  /** The entry holds or held a prize for sure. */
  isWinner?: boolean;
}

/** Fetched again as soon as the room says that something about this entry's prizes changed, and not for those of others. */
export function useOwnClaims({
  raffleId,
  number,
  prizeStatus,
  isWinner = false,
}: OwnClaimsInput): UseQueryResult<OwnClaimsAnswer> {
  const queries = useQueryClient();
  const said = useMemo(() => rowsOf(number, prizeStatus), [number, prizeStatus]);
  const fetchedFor = useRef(said);
  useEffect(() => {
    if (fetchedFor.current === said) return;
    fetchedFor.current = said;
    void queries.invalidateQueries({ queryKey: ownClaimsKey(raffleId) });
  }, [said, raffleId, queries]);
  return useQuery({
    queryKey: ownClaimsKey(raffleId),
    queryFn: () => call<OwnClaimsAnswer>('GET', ownClaimsKey(raffleId)[0]),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.prizes.length > 0) return LOOK_AGAIN_MS;
      return isWinner ? COMPLETE_SOON_MS : false;
    },
  });
}

function rowsOf(number: number, prizeStatus: PrizeStatus | null): string {
  if (prizeStatus === null) return '';
  const isOwn = ({ entry_number: entry }: { entry_number: number }): boolean => entry === number;
  return JSON.stringify([
    prizeStatus.current_winners.filter(isOwn).map(({ state, claim }) => [state, claim]),
    prizeStatus.passed_over.filter(isOwn).map(({ prize, position }) => [prize, position]),
  ]);
}
