/** Sends one person's invitation by email, for the first time or again (R51). */
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { useChange, useRefreshInvitations } from '../console-data.ts';

/** @param onSent besides the list of invitees, which follows by itself */
export function useSendInvitation(raffleId: string, onSent?: () => void) {
  const refresh = useRefreshInvitations(raffleId);
  return useChange({
    act: (inviteeId: string) => call('POST', `/api/raffles/${raffleId}/invites/${inviteeId}/send`),
    failedTitle: m.console_mail_send_failed(),
    onDone: () => {
      refresh();
      onSent?.();
      toast({ title: m.console_mail_one_queued(), tone: 'good' });
    },
  });
}
