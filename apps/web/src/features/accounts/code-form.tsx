/** The second step of signing in: the code of the authenticator app, or a recovery code. */
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser, SecondStep } from '@glassdrum/contract';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { signInTexts } from './sign-in-texts.ts';
import { useEntry } from './use-entry.ts';

interface CodeFormProps {
  step: Pick<SecondStep, 'login_token'>;
  /** Where it leads, a path; left out: the console. */
  to?: string;
  onBack: () => void;
}

export function CodeForm({ step, to, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>();
  const { enter, pending } = useEntry(signInTexts(), to);

  const input = useRef<HTMLInputElement>(null);
  // This form takes the place of the one that had the focus.
  useEffect(() => input.current?.focus(), []);

  const send = async (element: HTMLFormElement): Promise<void> => {
    const body = { login_token: step.login_token, code: code.trim() };
    const answer = await enter(() => call<CurrentUser>('POST', '/api/auth/login/code', body));
    if (answer === null || 'second_step' in answer) return;
    setError(answer.fields['code']);
    focusFirstError(element);
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
      <div>
        <h2 className="text-2xl">{m.accounts_code_title()}</h2>
        <p className="mt-2 text-ink-soft">{m.accounts_code_text()}</p>
      </div>
      <Field label={m.accounts_code()} error={error}>
        <TextInput
          ref={input}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono text-xl tracking-widest"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={pending} pendingLabel={m.accounts_code_sending()}>
        {m.accounts_code_send()}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {m.accounts_back_to_sign_in()}
      </Button>
    </form>
  );
}
