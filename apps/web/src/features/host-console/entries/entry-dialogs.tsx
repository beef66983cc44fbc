/** Asks before an entry is removed, or its personal data erased (R11, H16). */
import type { HostRaffle, ParticipantRow } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { useEraseEntry, useRemoveEntry } from './use-entry-changes.ts';

interface EntryDialogProps {
  raffle: HostRaffle;
  entry: ParticipantRow;
  onClose: () => void;
}

/** Offers to erase the person's data in the same step. */
export function RemoveEntryDialog({ raffle, entry, onClose }: EntryDialogProps) {
  const remove = useRemoveEntry(raffle, onClose);
  const erase = useEraseEntry(raffle, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_remove_title({ name: entry.display_name })}
      description={
        <>
          <p>{m.console_remove_text()}</p>
          <p>{m.console_remove_keeps_number({ number: entry.entry_number })}</p>
        </>
      }
      confirmLabel={m.console_remove()}
      tone="danger"
      pending={remove.isPending}
      onConfirm={() => remove.mutate(entry.invitee_id)}
    >
      <Button
        variant="plain"
        className="mt-4 text-danger"
        pending={erase.isPending}
        onClick={() => erase.mutate(entry.invitee_id)}
      >
        {m.console_remove_and_erase()}
      </Button>
    </AlertDialog>
  );
}

export function EraseEntryDialog({ raffle, entry, onClose }: EntryDialogProps) {
  const erase = useEraseEntry(raffle, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_erase_name_title({ name: entry.display_name })}
      description={
        <>
          <p>{m.console_erase_name_text()}</p>
          <p>{m.console_erase_keeps_number({ number: entry.entry_number })}</p>
        </>
      }
      confirmLabel={m.console_erase_person()}
      tone="danger"
      pending={erase.isPending}
      onConfirm={() => erase.mutate(entry.invitee_id)}
    />
  );
}
