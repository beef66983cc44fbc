/** How many emails a day may be sent for one host's raffles (R84): a number, or the product's own rule. */
import { useState } from 'react';
import type { HostRow } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAdminChange } from './admin-data.ts';

const { max } = LIMITS.mailPerDay;

export function MailLimitDialog({ host, onClose }: { host: HostRow; onClose: () => void }) {
  const [isAutomatic, setAutomatic] = useState(host.mail.set === null);
  const [typed, setTyped] = useState(String(host.mail.set ?? host.mail.limit));
  const [error, setError] = useState<string | undefined>(undefined);
  const save = useAdminChange({
    act: (limit: number | null) => call('PUT', `/api/admin/hosts/${host.id}/mail-limit`, { limit }),
    onDone: () => {
      toast({ title: m.admin_mail_limit_done(), tone: 'good' });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.admin_mail_limit_title({ name: host.name })}
      description={m.admin_mail_limit_text()}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const limit = isAutomatic ? null : readLimit(typed);
          setError(limit === undefined ? m.admin_mail_limit_wrong({ max: max.toLocaleString() }) : undefined);
          if (limit !== undefined) save.mutate(limit);
        }}
      >
        <Switch
          label={m.admin_mail_limit_auto()}
          hint={m.admin_mail_limit_auto_hint()}
          checked={isAutomatic}
          onCheckedChange={setAutomatic}
        />
        {!isAutomatic && (
          <Field label={m.admin_mail_limit_count()} error={error}>
            <TextInput
              name="limit"
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        <Button type="submit" className="justify-self-start" pending={save.isPending}>
          {m.admin_save()}
        </Button>
      </form>
    </Dialog>
  );
}

/** Undefined for what is no limit. */
function readLimit(text: string): number | undefined {
  const limit = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return limit <= max ? limit : undefined;
}
