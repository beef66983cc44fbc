/** Who is signed in as a host in this browser. */
import { useState } from 'react';
import type { CurrentUser } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailed } from './call.ts';

/** Cache key of the answer; null in it means signed out. */
export const CURRENT_USER = ['/api/auth/me'] as const;

/** Says that a host was signed in here last time; nothing depends on it but whether the server is asked. */
const SEEN_KEY = 'glassdrum-host';

/**
 * `data` is undefined while asking, null when signed out. An error means that nobody could say.
 * @param options `onlyIfSeenBefore`: doesn't ask in a browser in which no host was signed in, where the answer would
 *   only be a refusal in the browser's log
 */
export function useCurrentUser({ onlyIfSeenBefore = false } = {}) {
  const [wanted] = useState(() => !onlyIfSeenBefore || wasSeen());
  return useQuery({
    queryKey: CURRENT_USER,
    enabled: wanted,
    queryFn: async (): Promise<CurrentUser | null> => {
      try {
        const user = await call<CurrentUser>('GET', '/api/auth/me');
        remember(true);
        return user;
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status !== 401) throw error;
        remember(false);
        return null;
      }
    },
  });
}

function wasSeen(): boolean {
  try {
    return localStorage.getItem(SEEN_KEY) !== null;
  } catch {
    // Storage is blocked: ask.
    return true;
  }
}

function remember(isSeen: boolean): void {
  try {
    if (isSeen) localStorage.setItem(SEEN_KEY, 'seen');
    else localStorage.removeItem(SEEN_KEY);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
