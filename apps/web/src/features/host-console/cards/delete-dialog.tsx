/** Deletes a draft, after asking. */
import type { HostRaffle } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

export function DeleteDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const remove = useChange({
    act: () => call('DELETE', `/api/raffles/${raffle.id}`),
    onDone: () => {
      toast({ title: m.console_deleted(), description: m.console_deleted_text({ title: raffle.title }) });
      onClose();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_delete_title()}
      description={<p>{m.console_delete_text({ title: raffle.title })}</p>}
      confirmLabel={m.console_delete()}
      tone="danger"
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
