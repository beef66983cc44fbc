/** The visitor's own entry as the server knows it (R5, R40); null for those who only watch. */
import type { OwnEntry } from '@glassdrum/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call, CallFailed } from '../api/call.ts';

export function ownEntryKey(raffleId: string): readonly [string] {
  return [`/api/raffles/${raffleId}/me`];
}

/** @param raffleId null: not asked */
export function useOwnEntry(raffleId: string | null): UseQueryResult<OwnEntry | null> {
  return useQuery({
    queryKey: ownEntryKey(raffleId ?? ''),
    enabled: raffleId !== null,
    queryFn: () => fetchOwnEntry(raffleId ?? ''),
  });
}

async function fetchOwnEntry(raffleId: string): Promise<OwnEntry | null> {
  try {
    return await call<OwnEntry>('GET', `/api/raffles/${raffleId}/me`);
  } catch (failure) {
    // Nobody, or nobody of this raffle: a visitor who watches.
    if (failure instanceof CallFailed && failure.status >= 400 && failure.status < 500) return null;
    throw failure;
  }
}
