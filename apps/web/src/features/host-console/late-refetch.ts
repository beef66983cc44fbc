/** Keeps a list of raffles that was on its way from taking back what changed meanwhile. */
import type { QueryClient } from '@tanstack/react-query';
import { RAFFLES } from '../../api/workspaces/workspaces.ts';

/**
 * Called whenever a raffle has changed. A list that is being fetched then may have been read before the change: it is fetched
 * once more when it is there.
 */
export function lateRefetch(queryClient: QueryClient): () => void {
  let isWaiting = false;
  return () => {
    const query = queryClient.getQueryCache().find({ queryKey: RAFFLES });
    if (isWaiting || query?.state.fetchStatus !== 'fetching' || query.promise === undefined) return;
    isWaiting = true;
    const again = (): void => {
      isWaiting = false;
      void queryClient.invalidateQueries({ queryKey: RAFFLES });
    };
    query.promise.then(again, again);
  };
}
