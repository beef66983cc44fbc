/** Asks before a personal link is regenerated or revoked, or a revoked person's data erased (R11, R41, H16). */
import type { Invitation } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange, useRefreshInvitations } from '../console-data.ts';

interface InvitationDialogProps {
  raffleId: string;
  invitation: Invitation;
  onClose: () => void;
}

export function ReissueDialog({ raffleId, invitation, onClose }: InvitationDialogProps) {
  const refresh = useRefreshInvitations(raffleId);
  const reissue = useChange({
    act: () => call('POST', `/api/raffles/${raffleId}/invites/${invitation.invitee_id}/reissue`),
    onDone: () => {
      refresh();
      onClose();
      toast({ title: m.console_reissued(), description: m.console_reissued_text(), tone: 'good' });
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_reissue_title({ name: invitation.display_name })}
      description={<p>{reissueText(invitation)}</p>}
      confirmLabel={m.console_reissue_confirm()}
      pending={reissue.isPending}
      onConfirm={() => reissue.mutate()}
    />
  );
}

/** What happens to the old link, and to the device of somebody who has joined (R41). */
function reissueText({ state, display_name: name }: Invitation): string {
  switch (state) {
    case 'invited':
      return m.console_reissue_invited({ name });
    case 'revoked':
    case 'left_out':
      return m.console_reissue_revoked({ name });
    case 'entered':
      return m.people_import_reissue({ name });
    case 'joined':
      return m.console_reissue_joined({ name });
  }
}

export function RevokeDialog({ raffleId, invitation, onClose }: InvitationDialogProps) {
  const refresh = useRefreshInvitations(raffleId);
  const revoke = useChange({
    act: () => call('POST', `/api/raffles/${raffleId}/invites/${invitation.invitee_id}/revoke`),
    onDone: () => {
      refresh();
      onClose();
      toast({ title: m.console_revoked(), description: m.console_revoked_text() });
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_revoke_title()}
      description={<p>{m.console_revoke_text({ name: invitation.display_name })}</p>}
      confirmLabel={m.console_revoke()}
      tone="danger"
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    />
  );
}

/** For somebody who has not joined; the entry of anyone who has is erased with `EraseEntryDialog`. */
export function EraseInviteeDialog({ raffleId, invitation, onClose }: InvitationDialogProps) {
  const refresh = useRefreshInvitations(raffleId);
  const erase = useChange({
    act: () => call('POST', `/api/raffles/${raffleId}/people/${invitation.invitee_id}/erase`),
    failed: m.console_erase_failed(),
    onDone: () => {
      refresh();
      onClose();
      toast({ title: m.console_erased(), description: m.console_erased_text() });
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_erase_name_title({ name: invitation.display_name })}
      description={<p>{m.console_erase_invited_text()}</p>}
      confirmLabel={m.console_erase_person()}
      tone="danger"
      pending={erase.isPending}
      onConfirm={() => erase.mutate()}
    />
  );
}
