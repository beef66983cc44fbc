/** What a joining page shows, by its link. A valid link of a draft waits here until the host opens the raffle (I4). */
import type { NotOpenYet } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';

/** Polling while a page waits for the opening. */
const WAITING_MS = 5_000;

/** `data` is undefined while asking, null while the raffle is not open yet. */
export function useJoinInfo<Info extends object>(path: string) {
  return useQuery<Info | null, CallFailed>({
    queryKey: [path],
    queryFn: async () => {
      const answer = await call<Info | NotOpenYet>('GET', path);
      return 'not_open_yet' in answer ? null : answer;
    },
    refetchInterval: ({ state }) => (state.data === null ? WAITING_MS : false),
  });
}
