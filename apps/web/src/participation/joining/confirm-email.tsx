/** H11: the code from the email, on the device that requested to join. */
import type { ConfirmAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';

interface ConfirmEmailProps {
  raffleId: string;
  onConfirmed: () => void;
}

export function ConfirmEmail({ raffleId, onConfirmed }: ConfirmEmailProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation<ConfirmAnswer, CallFailed>({
    mutationFn: () => call('POST', `/api/raffles/${raffleId}/own-request/confirm`, { code }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!confirm.isPending && code.trim() !== '') confirm.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-3 text-left">
      <Field label={m.participation_confirm_code()} error={confirm.error?.message}>
        <TextInput
          value={code}
          maxLength={LIMITS.typedCode.max}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="text-center font-mono text-2xl tracking-[0.15em] uppercase"
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={confirm.isPending}>
        {m.participation_confirm()}
      </Button>
    </form>
  );
}
