/** The confirmation before leaving, and the call (R45). The device signs the entrant's request (R94). */
import type { OwnEntry } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { storeOwnChange } from '../../storage/joining.ts';
import { toast } from '../../ui/toast.tsx';
import { signedLeave } from './signed-leave.ts';
import { useOwnEntry } from '../entry/use-own-entry.ts';

interface LeaveDialogProps {
  raffleId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLeft: () => void;
}

export function LeaveDialog({ raffleId, open, onOpenChange, onLeft }: LeaveDialogProps) {
  const inviteeId = useOwnEntry(raffleId).data?.invitee_id;
  const leave = useMutation<OwnEntry, CallFailed>({
    mutationFn: async () =>
      call<OwnEntry>('POST', `/api/raffles/${raffleId}/leave`, await signedLeave(inviteeId)),
    async onSuccess(own) {
      await storeOwnChange(raffleId, own, Date.now()).catch(() => undefined);
      onOpenChange(false);
      onLeft();
    },
    onError(failure) {
      onOpenChange(false);
      toast({ title: m.participation_leave_failed(), description: failure.message, tone: 'danger' });
    },
  });
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.participation_leave_question()}
      description={m.participation_leave_text()}
      confirmLabel={m.participation_leave_confirm()}
      pending={leave.isPending}
      pendingLabel={m.participation_leaving()}
      tone="danger"
      onConfirm={() => leave.mutate()}
    />
  );
}
