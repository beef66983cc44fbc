/** R81: takes back one's own request for a draw to start. */
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

export function useWithdraw(raffleId: string) {
  return useChange({
    act: () => call('DELETE', `/api/raffles/${raffleId}/draw/request`),
    onDone: () => toast({ title: m.start_withdrawn() }),
  });
}
