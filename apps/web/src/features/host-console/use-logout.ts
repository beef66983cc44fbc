/** Signs the host out and forgets everything that was shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { CURRENT_USER, LEAVING } from '../../api/current-user.ts';
import { m } from '../../messages/generated/messages.js';
import { toast } from '../../ui/toast.tsx';
import { useChange } from './console-data.ts';
import { forgetInput } from './raffle-page/stored-input.ts';

export function useLogout() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useChange({
    act: async () => {
      queryClient.setQueryData(LEAVING, true);
      await call('POST', '/api/auth/logout');
    },
    onRefused: () => {
      queryClient.setQueryData(LEAVING, false);
      return false;
    },
    onDone: () => {
      toast({ title: m.console_logged_out(), description: m.console_logged_out_text() });
      queryClient.clear();
      forgetInput();
      queryClient.setQueryData(CURRENT_USER, null);
      navigate('/auth');
    },
  });
}
