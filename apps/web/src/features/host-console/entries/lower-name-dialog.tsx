/** Publishes less of somebody's name from now on, for people whom the host entered or who ask for it (R78). */
import type { HostRaffle, ParticipantRow } from '@glassdrum/contract';
import { lowerPublications, type NamePublication } from '@glassdrum/raffle-rules';
import { useState } from 'react';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { ALLOWED_FORMS } from '../form/names-field.tsx';
import { useLowerName } from './use-entry-changes.ts';

interface LowerNameDialogProps {
  raffle: HostRaffle;
  entry: ParticipantRow;
  onClose: () => void;
}

export function LowerNameDialog({ raffle, entry, onClose }: LowerNameDialogProps) {
  const forms = lowerPublications(raffle.name_publications, entry.name_publication);
  const [picked, pick] = useState<NamePublication | null>(null);
  const chosen = picked ?? forms[0] ?? 'number';
  const lower = useLowerName(raffle, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_names_lower_title({ name: entry.display_name })}
      description={<p>{m.console_names_lower_text()}</p>}
      confirmLabel={m.console_names_lower()}
      pending={lower.isPending}
      onConfirm={() => lower.mutate({ inviteeId: entry.invitee_id, publication: chosen })}
    >
      <fieldset className="mt-5 grid gap-2">
        <legend className="mb-2 font-semibold">{m.console_field_names()}</legend>
        {forms.map((form) => (
          <label
            key={form}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line-strong px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="publication"
              value={form}
              checked={chosen === form}
              onChange={() => pick(form)}
              className="size-5 accent-(--brand)"
            />
            {ALLOWED_FORMS[form]()}
          </label>
        ))}
      </fieldset>
    </AlertDialog>
  );
}
