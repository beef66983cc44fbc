/** The confirmation before the own data is erased, with what follows from it, and the call (H16). */
import { useMutation } from '@tanstack/react-query';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { forgetHints } from '../participant-hints.ts';
import { signedLeave } from './signed-leave.ts';
import { useOwnEntry } from '../entry/use-own-entry.ts';

interface EraseDialogProps {
  raffleId: string;
  /** Before the draw, with a ticket: erasing is leaving as well. */
  leaves: boolean;
  number: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EraseDialog({ raffleId, leaves, number, open, onOpenChange }: EraseDialogProps) {
  const inviteeId = useOwnEntry(raffleId).data?.invitee_id;
  const erase = useMutation<unknown, CallFailed>({
    mutationFn: async () => {
      const body = leaves ? await signedLeave(inviteeId) : { invitee_id: inviteeId };
      return call('POST', `/api/raffles/${raffleId}/erase-me`, body);
    },
    onSuccess: () => forgetHints(raffleId),
    onError(failure) {
      onOpenChange(false);
      toast({ title: m.participation_erase_failed(), description: failure.message, tone: 'danger' });
    },
  });
  if (erase.isSuccess) return <Erased />;
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.participation_erase_question()}
      description={
        <>
          <p>{leaves ? m.participation_erase_in() : m.participation_erase_after()}</p>
          <p>{m.participation_erase_keeps({ number })}</p>
        </>
      }
      confirmLabel={m.participation_erase_confirm()}
      pending={erase.isPending}
      pendingLabel={m.participation_erasing()}
      tone="danger"
      onConfirm={() => erase.mutate()}
    />
  );
}

/** The page behind still shows the entry; nothing of it is fetched again. */
function Erased() {
  const goHome = (): void => window.location.assign('/');
  return (
    <AlertDialog
      open
      onOpenChange={goHome}
      title={m.participation_erased()}
      description={m.participation_erased_text()}
      cancelLabel={m.common_close()}
      confirmLabel={m.participation_back_home()}
      onConfirm={goHome}
    />
  );
}
