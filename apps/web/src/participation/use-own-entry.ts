/** The visitor's own entry as the server knows it (R5, R40); null for those who only watch. */
import type { OwnEntry } from '@glassdrum/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call, CallFailed } from '../api/call.ts';

/** Before the freeze tickets may change (R11); whoever checks the frozen list needs the entry as it was asked after it. */
type When = 'any time' | 'after freeze';

export function ownEntryKey(raffleId: string, when?: When): readonly string[] {
  const path = `/api/raffles/${raffleId}/me`;
  return when === undefined ? [path] : [path, when];
}

/** @param raffleId null: not asked */
export function useOwnEntry(
  raffleId: string | null,
  when: When = 'any time',
): UseQueryResult<OwnEntry | null> {
  return useQuery({
    queryKey: ownEntryKey(raffleId ?? '', when),
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
