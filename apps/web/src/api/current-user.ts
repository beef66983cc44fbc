/** Who is signed in as a host in this browser. */
import type { CurrentUser, HostSession } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useOnDevice } from '../ui/on-device.ts';
import { rememberHost, wasHostSeen } from './seen-host.ts';

/** Cache key of the answer; null in it means signed out. */
export const CURRENT_USER = ['/api/auth/session'] as const;

/** True while the host leaves on purpose: then the end of the session triggers no sign-in. */
export const LEAVING = ['leaving'] as const;

/**
 * `data` is undefined while loading, null when signed out. An error means that it is unknown.
 * @param options `onlyIfSeenBefore`: sends no call in a browser in which no host was signed in, for pages of crowds
 */
export function useCurrentUser({ onlyIfSeenBefore = false } = {}) {
  const wasSeen = useOnDevice(wasHostSeen, false);
  return useQuery({
    queryKey: CURRENT_USER,
    enabled: !onlyIfSeenBefore || wasSeen,
    queryFn: async (): Promise<CurrentUser | null> => {
      const { user } = await call<HostSession>('GET', '/api/auth/session');
      rememberHost(user !== null);
      return user;
    },
  });
}
