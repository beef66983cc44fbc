/** Sign in with e-mail address and password. */
import { useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { signInErrors } from './account-forms.ts';
import { focusFirstError } from './focus-first-error.ts';
import { useEntry } from './use-entry.ts';

export function SignInForm() {
  const [form, setForm] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const { enter, pending } = useEntry('/api/auth/login', {
    welcomeTitle: m.accounts_welcome_back(),
    welcomeText: m.accounts_welcome_back_text(),
    failedTitle: m.accounts_login_failed(),
    failedText: m.accounts_login_failed_text(),
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const found = signInErrors(form);
        setErrors({ ...found });
        if (Object.keys(found).length > 0) focusFirstError(currentTarget);
        else void enter({ email: form.email.trim(), password: form.password }).then(setErrors);
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
  );
}
