/** Chooses how much less of the own name is published, which cannot be taken back (R78). */
import type { OwnEntry, OwnNameBody } from '@glassdrum/contract';
import type { NamePublication } from '@glassdrum/raffle-rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { ownEntryKey } from '../entry/use-own-entry.ts';
import { NameChoice } from './name-choice.tsx';

interface LowerNameDialogProps {
  raffleId: string;
  own: OwnEntry;
  /** At least one. */
  lower: readonly NamePublication[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LowerNameDialog({ raffleId, own, lower, open, onOpenChange }: LowerNameDialogProps) {
  const queries = useQueryClient();
  const [picked, pick] = useState<NamePublication | null>(null);
  const chosen = picked !== null && lower.includes(picked) ? picked : (lower[0] ?? 'number');
  const change = useMutation<OwnEntry, CallFailed>({
    mutationFn: () => {
      const body: OwnNameBody = { invitee_id: own.invitee_id, name_publication: chosen };
      return call('PUT', `/api/raffles/${raffleId}/me/name`, body);
    },
    onSuccess() {
      onOpenChange(false);
      toast({ title: m.names_lowered(), tone: 'good' });
      void queries.invalidateQueries({ queryKey: ownEntryKey(raffleId) });
    },
    onError(failure) {
      onOpenChange(false);
      toast({ title: m.names_lower_failed(), description: failure.message, tone: 'danger' });
    },
  });
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.names_lower_title()}
      description={m.names_lower_text()}
      confirmLabel={m.names_lower_confirm()}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
    >
      <div className="mt-4">
        <NameChoice allowed={lower} name={own.display_name} chosen={chosen} onChoose={pick} />
      </div>
    </AlertDialog>
  );
}
