/** Sign in with email address and password. */
import { useState } from 'react';
import type { CurrentUser, SecondStep } from '@glassdrum/contract';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { signInErrors } from './account-forms.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { type EntryFailure, useEntry } from './use-entry.ts';

interface SignInFormProps {
  /** The password was right, and the account asks for a code too. */
  onSecondStep: (step: SecondStep) => void;
}

export function SignInForm({ onSecondStep }: SignInFormProps) {
  const [form, setForm] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const { enter, pending } = useEntry(signInTexts());

  const send = async (element: HTMLFormElement): Promise<void> => {
    const answer = await enter(() =>
      call<CurrentUser | SecondStep>('POST', '/api/auth/login', { ...form, email: form.email.trim() }),
    );
    if (answer === null) return;
    if ('second_step' in answer) onSecondStep(answer);
    else show(answer.fields, element);
  };

  const show = (found: EntryFailure | ReturnType<typeof signInErrors>, element: HTMLFormElement): void => {
    setErrors({ ...found });
    focusFirstError(element);
  };

  return (
    <div className="grid gap-5">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const found = signInErrors(form);
          setErrors({});
          if (Object.keys(found).length > 0) show(found, event.currentTarget);
          else void send(event.currentTarget);
        }}
      >
        <Field label={m.accounts_email()} error={errors['email']}>
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.target.value })}
          />
        </Field>
        <Field label={m.accounts_password()} error={errors['password']}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.target.value })}
          />
        </Field>
        <Button type="submit" pending={pending} pendingLabel={m.accounts_signing_in()}>
          {m.accounts_sign_in()}
        </Button>
      </form>
      <PasskeyButton />
      <p className="text-center">
        <Link
          href="/auth/forgot"
          className="inline-flex min-h-11 items-center px-2 underline underline-offset-4"
        >
          {m.accounts_forgot()}
        </Link>
      </p>
    </div>
  );
}
