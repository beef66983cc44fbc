/** Asks for a code of the authenticator app. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';

interface CodeProofFormProps {
  text: string;
  confirmLabel: string;
  /** Does what the code is for; what it throws is shown here. */
  onCode: (code: string) => Promise<void>;
  /** Between the text and the code. */
  children?: ReactNode;
}

export function CodeProofForm({ text, confirmLabel, onCode, children }: CodeProofFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState(false);

  const input = useRef<HTMLInputElement>(null);
  // This form takes the place of the one that had the focus.
  useEffect(() => input.current?.focus(), []);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setPending(true);
    try {
      await onCode(code);
    } catch (failure) {
      setPending(false);
      const field = failure instanceof CallFailed ? failure.fields?.['code'] : undefined;
      setError(field);
      focusFirstError(form);
      const description = sentenceOf(failure, m.accounts_two_factor_failed());
      if (field === undefined) toast({ title: m.accounts_two_factor_failed(), description, tone: 'danger' });
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const empty = code.trim() === '' ? m.accounts_required() : undefined;
        setError(empty);
        if (empty !== undefined) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      <p>{text}</p>
      {children}
      <Field label={m.accounts_code()} error={error}>
        <TextInput
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="font-mono text-xl tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={pending} pendingLabel={m.accounts_code_sending()}>
        {confirmLabel}
      </Button>
    </form>
  );
}
