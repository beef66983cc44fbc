/** The host's passkeys: add one, see them, remove one. */
import { useState } from 'react';
import type { AccountState } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { KeyRound } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { addPasskey, passkeyFailure, passkeysPossible } from '../../../api/sign-in/passkeys.ts';
import { useAccountRefresh } from './account-data.ts';
import { ProofForm } from './proof-form.tsx';

type Passkey = AccountState['passkeys'][number];

interface PasskeysCardProps {
  passkeys: readonly Passkey[];
  /** C14: nothing is added before the account's address is confirmed. */
  isConfirmed: boolean;
  /** R83: passkeys open no account here; they can be removed. */
  isOff: boolean;
}

export function PasskeysCard({ passkeys, isConfirmed, isOff }: PasskeysCardProps) {
  const mayAdd = isConfirmed && !isOff;
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <Card>
      <h2 className="text-2xl">{m.accounts_passkeys_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.accounts_passkeys_text()}</p>
      {passkeys.length === 0 ? (
        <p className="mt-5 font-semibold">{m.accounts_passkeys_none()}</p>
      ) : (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {isOff && <p className="mt-5 text-sm text-ink-soft">{m.accounts_passkeys_off()}</p>}
      {!isConfirmed && !isOff && <p className="mt-5 text-sm text-ink-soft">{m.accounts_confirm_first()}</p>}
      {mayAdd && !passkeysPossible() && (
        <p className="mt-5 text-sm text-ink-soft">{m.accounts_passkeys_impossible()}</p>
      )}
      {mayAdd && passkeysPossible() && (
        <Button variant="quiet" className="mt-5" onClick={() => setAdding(true)}>
          {m.accounts_passkey_add()}
        </Button>
      )}
      <Dialog open={adding} onOpenChange={setAdding} title={m.accounts_passkey_add()}>
        <AddForm onDone={() => setAdding(false)} />
      </Dialog>
      <RemoveDialog passkey={removed} onDone={() => setRemoved(null)} />
    </Card>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at: added, last_used_at: used, suspended } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-3">
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm text-ink-soft">
          {m.accounts_passkey_added({ date: formatDateTime(added) })}
          {used !== null && `, ${m.accounts_passkey_used({ date: formatDateTime(used) })}`}
        </p>
        {suspended && <p className="mt-1 font-semibold text-warn">{m.accounts_suspended()}</p>}
      </div>
      {suspended && <KeepButton passkey={passkey} />}
      <Button variant="plain" aria-label={m.accounts_passkey_remove_name({ name })} onClick={onRemove}>
        {m.accounts_passkey_remove()}
      </Button>
    </li>
  );
}

function KeepButton({ passkey: { id, name } }: { passkey: Passkey }) {
  const [pending, setPending] = useState(false);
  const refresh = useAccountRefresh();

  const keep = async (): Promise<void> => {
    setPending(true);
    try {
      await call('POST', `/api/auth/passkeys/${id}/keep`);
      await refresh();
      toast({ title: m.accounts_passkey_kept(), tone: 'good' });
    } catch (failure) {
      const description = sentenceOf(failure, m.accounts_passkey_keep_failed());
      toast({ title: m.accounts_passkey_keep_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
    }
  };

  return (
    <Button
      variant="quiet"
      aria-label={m.accounts_passkey_keep_name({ name })}
      pending={pending}
      onClick={() => void keep()}
    >
      {m.accounts_keep()}
    </Button>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState<string>(() => m.accounts_passkey_name_default());
  const refresh = useAccountRefresh();

  const add = async (password: string | undefined): Promise<void> => {
    try {
      await addPasskey({ name: name.trim() === '' ? m.accounts_passkey_name_default() : name, password });
    } catch (failure) {
      if (passkeyFailure(failure) === null) return;
      throw failure;
    }
    await refresh();
    onDone();
    toast({
      title: m.accounts_passkey_add_done(),
      description: m.accounts_passkey_add_done_text(),
      tone: 'good',
    });
  };

  return (
    <ProofForm
      text={m.accounts_passkey_add_text()}
      confirmLabel={m.accounts_passkey_add()}
      failedTitle={m.accounts_passkey_add_failed()}
      onProof={add}
    >
      <Field label={m.accounts_passkey_name()}>
        <TextInput
          name="passkey-name"
          maxLength={LIMITS.passkeyName.max}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </ProofForm>
  );
}

function RemoveDialog({ passkey, onDone }: { passkey: Passkey | null; onDone: () => void }) {
  const [pending, setPending] = useState(false);
  const refresh = useAccountRefresh();

  const remove = async ({ id }: Passkey): Promise<void> => {
    setPending(true);
    try {
      await call('DELETE', `/api/auth/passkeys/${id}`);
      await refresh();
      toast({ title: m.accounts_passkey_remove_done(), tone: 'good' });
    } catch (failure) {
      const description = sentenceOf(failure, m.accounts_passkey_remove_failed());
      toast({ title: m.accounts_passkey_remove_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
      onDone();
    }
  };

  return (
    <AlertDialog
      open={passkey !== null}
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={m.accounts_passkey_remove_title()}
      description={m.accounts_passkey_remove_text({ name: passkey?.name ?? '' })}
      confirmLabel={m.accounts_passkey_remove()}
      tone="danger"
      pending={pending}
      onConfirm={() => {
        if (passkey !== null) void remove(passkey);
      }}
    />
  );
}
