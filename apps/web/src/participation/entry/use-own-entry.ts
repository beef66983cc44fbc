/** The visitor's own entry as the server knows it (R5, R40); null for those who only watch. */
import type { OwnEntry, OwnEntryAnswer } from '@glassdrum/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { onOwnEntryChanged } from '../../live/visitor-messages.ts';

/** Tickets may change until the freeze (R11): checks of the frozen list need the entry as it was fetched after it. */
type When = 'any time' | 'after freeze';

export function ownEntryKey(raffleId: string, when?: When): readonly string[] {
  const path = `/api/raffles/${raffleId}/own-entry`;
  return when === undefined ? [path] : [path, when];
}

/** Fetched again as soon as the room reports a change (R94). @param raffleId null: not fetched */
export function useOwnEntry(
  raffleId: string | null,
  when: When = 'any time',
): UseQueryResult<OwnEntry | null> {
  const queries = useQueryClient();
  useEffect(() => {
    if (raffleId === null) return;
    return onOwnEntryChanged((changed) => {
      if (changed === raffleId) void queries.invalidateQueries({ queryKey: ownEntryKey(raffleId) });
    });
  }, [raffleId, queries]);
  return useQuery({
    queryKey: ownEntryKey(raffleId ?? '', when),
    enabled: raffleId !== null,
    queryFn: async () => {
      const { entry } = await call<OwnEntryAnswer>('GET', `/api/raffles/${raffleId}/own-entry`);
      return entry;
    },
  });
}
