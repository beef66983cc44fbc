/** R41: a code from the other device, or from an email. */
import type { ContinuedEntry } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { continueWithCode } from './continue-calls.ts';

interface CodeFormProps {
  /** Filled in already; empty for none. */
  code: string;
  onContinued: (entry: ContinuedEntry) => void;
}

export function CodeForm({ code: given, onContinued }: CodeFormProps) {
  const [code, setCode] = useState(given);
  const redeem = useMutation<ContinuedEntry, CallFailed, string>({
    mutationFn: continueWithCode,
    onSuccess: onContinued,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!redeem.isPending && code.trim() !== '') redeem.mutate(code);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 text-left">
      <Field label={m.continue_code_label()} hint={m.continue_by_code_hint()} error={redeem.error?.message}>
        <TextInput
          value={code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={LIMITS.typedCode.max}
          className="font-mono text-2xl tracking-[0.12em] uppercase"
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        className="min-h-13 text-lg"
        disabled={code.trim() === ''}
        pending={redeem.isPending}
        pendingLabel={m.continue_going()}
      >
        {m.continue_code_go()}
      </Button>
    </form>
  );
}
