/** Cancels a raffle for good, with a reason for everyone, after the host typed its title (R79). */
import type { CancelBody, HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { isTypedTitle, LIMITS } from '@glassdrum/raffle-rules';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Field, TextArea, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';

export function CancelDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { id, title } = raffle;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const cancel = useChange({
    act: (body: CancelBody) => call<PublicRaffle>('POST', `/api/raffles/${id}/cancel`, body),
    failed: m.console_cancel_failed(),
    onDone: () => {
      toast({ title: m.console_cancelled(), description: m.console_cancelled_text() });
      onClose();
    },
  });
  const isReady = isTypedTitle(title, typed) && reason.trim() !== '';
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_cancel_title()}
      description={
        <>
          <p>{m.console_cancel_text()}</p>
          <p>{m.console_cancel_retention()}</p>
        </>
      }
      confirmLabel={m.console_cancel_confirm()}
      cancelLabel={m.console_cancel_keep()}
      confirmDisabled={!isReady}
      pending={cancel.isPending}
      tone="danger"
      onConfirm={() => cancel.mutate({ title: typed, reason })}
    >
      <div className="mt-5 grid gap-4">
        <Field label={m.console_cancel_reason()}>
          <TextArea
            rows={2}
            value={reason}
            maxLength={LIMITS.cancelReason.max}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Field label={m.console_cancel_type_title({ title })}>
          <TextInput value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </div>
    </AlertDialog>
  );
}
