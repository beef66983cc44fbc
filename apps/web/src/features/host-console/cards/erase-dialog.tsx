/** Erases a raffle that was opened, after asking (H16): all of it, or, once it was drawn, everything but the result. */
import type { HostRaffle, RaffleErased } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

export function EraseDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { id, title } = raffle;
  const erase = useChange({
    act: () => call<RaffleErased>('POST', `/api/raffles/${id}/erase`),
    failed: m.console_erase_failed(),
    onDone: ({ gone }) => {
      toast({
        title: m.console_raffle_erased(),
        description: gone
          ? m.console_raffle_erased_text({ title })
          : m.console_raffle_erased_people({ title }),
      });
      onClose();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_erase_raffle_title({ title })}
      description={
        <>
          <p>{raffle.status === 'drawn' ? m.console_erase_raffle_drawn() : m.console_erase_raffle_gone()}</p>
          <p>{m.console_erase_raffle_undo()}</p>
        </>
      }
      confirmLabel={m.console_erase_raffle_confirm()}
      tone="danger"
      pending={erase.isPending}
      onConfirm={() => erase.mutate()}
    />
  );
}
