/** Keeps what a section fetched of its raffle up to date while the raffle changes. */
import { useEffect, useRef } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import type { UseQueryResult } from '@tanstack/react-query';

/** People join by the hundred; no section needs to be newer than this. */
const EVERY_MS = 2000;

/** Fetches again after each change of the raffle: at once, and then at most every two seconds. */
export function useRefetch(
  raffle: HostRaffle,
  { dataUpdatedAt, refetch }: Pick<UseQueryResult, 'dataUpdatedAt' | 'refetch'>,
): void {
  const fetchedFor = useRef(raffle);
  useEffect(() => {
    if (fetchedFor.current === raffle) return;
    const fetchAgain = (): void => {
      fetchedFor.current = raffle;
      void refetch();
    };
    const timer = setTimeout(fetchAgain, Math.max(0, dataUpdatedAt + EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [raffle, dataUpdatedAt, refetch]);
}
