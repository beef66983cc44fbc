/** Opens a draft (R10). */
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

export function useOpenRaffle(raffleId: string, onDone?: () => void) {
  return useChange({
    act: () => call('POST', `/api/raffles/${raffleId}/open`),
    onDone: () => {
      toast({ title: m.console_opened(), description: m.console_opened_text(), tone: 'good' });
      onDone?.();
    },
  });
}
