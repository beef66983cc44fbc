/** Who is signed in as a host in this browser. */
import type { CurrentUser } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailed } from './call.ts';

/** Cache key of the answer; null in it means signed out. */
export const CURRENT_USER = ['/api/auth/me'] as const;

/** `data` is undefined while asking, null when signed out. An error means that nobody could say. */
export function useCurrentUser() {
  return useQuery({
    queryKey: CURRENT_USER,
    queryFn: async (): Promise<CurrentUser | null> => {
      try {
        return await call<CurrentUser>('GET', '/api/auth/me');
      } catch (error) {
        if (error instanceof CallFailed && error.status === 401) return null;
        throw error;
      }
    },
  });
}
