/** The signed-in host's passkeys and two-factor state. */
import type { AccountState } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ACCOUNT } from '../../../api/sign-in/confirm-note.tsx';

export function useAccount() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: () => call<AccountState>('GET', ACCOUNT[0]),
    refetchOnMount: 'always',
  });
}

/** Reads the state again, after something changed it. */
export function useAccountRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ACCOUNT });
}
