/** One cache of server data: never stale on its own, fetched again only after a change. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { endFailure } from '../ui/toast.tsx';

const FIVE_MINUTES = 5 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_answer, _input, _context, { state }) => endFailure(state.submittedAt),
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: FIVE_MINUTES,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
}
