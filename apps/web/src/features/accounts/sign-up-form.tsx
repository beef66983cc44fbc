/** Create a host account. */
import { useState } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { signUpErrors } from './account-forms.ts';
import { focusFirstError } from './focus-first-error.ts';
import { useEntry } from './use-entry.ts';

export function SignUpForm() {
  const [form, setForm] = useState({ name: '', email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const { enter, pending } = useEntry('/api/auth/register', {
    welcomeTitle: m.accounts_registered(),
    welcomeText: m.accounts_registered_text(),
    failedTitle: m.accounts_registration_failed(),
    failedText: m.accounts_registration_failed_text(),
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const found = signUpErrors(form);
        setErrors({ ...found });
        if (Object.keys(found).length > 0) focusFirstError(currentTarget);
        else {
          const { name, email, password } = form;
          void enter({ name: name.trim(), email: email.trim(), password }).then(setErrors);
        }
      }}
    >
      <Field label={m.accounts_name()} error={errors['name']}>
        <TextInput
          name="name"
          autoComplete="name"
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
      </Field>
      <Field label={m.accounts_email()} error={errors['email']}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
      </Field>
      <Field
        label={m.accounts_password()}
        hint={m.accounts_password_hint({ min: LIMITS.password.min })}
        error={errors['password']}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={form.password}
          onChange={(event) => setForm({ ...form, password: event.target.value })}
        />
      </Field>
      <Button type="submit" pending={pending} pendingLabel={m.accounts_creating()}>
        {m.accounts_create()}
      </Button>
    </form>
  );
}
