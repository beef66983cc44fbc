/** R73: the question before a prize is given up, and the call. It can't be taken back. */
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { type OwnPrizeDialogProps, useOwnPrizeChange } from './claim-dialog.tsx';
import { prizeOf } from './own-claim-texts.ts';

export function DeclineDialog(props: OwnPrizeDialogProps) {
  const { claim, isNamed, onClose } = props;
  const prize = prizeOf(claim, isNamed);
  const declining = useOwnPrizeChange(props, {
    path: 'me/claims/decline',
    done: m.claims_declined_toast(),
    failed: m.claims_decline_failed(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={prize === null ? m.claims_decline_title_place() : m.claims_decline_title({ prize })}
      description={<p>{m.claims_decline_text()}</p>}
      confirmLabel={m.claims_decline_confirm()}
      pending={declining.isPending}
      tone="danger"
      onConfirm={() => declining.mutate()}
    />
  );
}
