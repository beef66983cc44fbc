/** Asks for the password, or for a fresh sign-in where the account has none, before something that a borrowed screen must not be able to do. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAccount } from './account-data.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';

interface ProofFormProps {
  text: string;
  confirmLabel: string;
  failedTitle: string;
  tone?: 'primary' | 'danger';
  /** Does what the password is for; what it throws is shown here. */
  onProof: (password: string | undefined) => Promise<void>;
  /** Further fields, above the password. */
  children?: ReactNode;
}

export function ProofForm({
  text,
  confirmLabel,
  failedTitle,
  tone = 'primary',
  onProof,
  children,
}: ProofFormProps) {
  const hasPassword = useAccount().data?.has_password ?? true;
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState(false);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setPending(true);
    try {
      await onProof(hasPassword ? password : undefined);
    } catch (failure) {
      const field = failure instanceof CallFailed ? failure.fields?.['password'] : undefined;
      setError(field);
      focusFirstError(form);
      const description = sentenceOf(failure, failedTitle);
      if (field === undefined) toast({ title: failedTitle, description, tone: 'danger' });
    } finally {
      setPending(false);
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const empty = hasPassword && password === '' ? m.accounts_required() : undefined;
        setError(empty);
        if (empty !== undefined) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      <p>{text}</p>
      {children}
      {hasPassword && (
        <Field label={m.accounts_confirm_password()} error={error}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      <Button type="submit" variant={tone} pending={pending} pendingLabel={m.accounts_saving()}>
        {confirmLabel}
      </Button>
    </form>
  );
}
