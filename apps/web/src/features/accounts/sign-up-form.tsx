/** Create a host account. */
import { useState } from 'react';
import type { CurrentUser, SignUpRules } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { signUpErrors } from './account-forms.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { useEntry } from './use-entry.ts';

/** @param props.token of a sign-up link (R82) */
export function SignUpForm({ token }: { token: string | null }) {
  const { data: rules } = useQuery({
    queryKey: ['/api/auth/sign-up'],
    queryFn: () => call<SignUpRules>('GET', '/api/auth/sign-up'),
  });
  const [form, setForm] = useState({ name: '', email: '', password: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const { enter, pending } = useEntry({
    welcomeTitle: m.accounts_registered(),
    welcomeText: m.accounts_registered_text(),
    failedTitle: m.accounts_registration_failed(),
    failedText: m.accounts_registration_failed_text(),
  });

  const send = async (element: HTMLFormElement): Promise<void> => {
    const { name, email, password } = form;
    const link = token === null ? {} : { sign_up_token: token };
    const account = { name: name.trim(), email: email.trim(), password, ...link };
    const answer = await enter(() => call<CurrentUser>('POST', '/api/auth/register', account));
    if (answer === null || 'second_step' in answer) return;
    setErrors(answer.fields);
    focusFirstError(element);
  };

  const sentence = ruleText(rules, token);
  if (token === null && (rules?.policy === 'invite' || rules?.policy === 'closed')) {
    return <p className="py-4 text-center text-lg">{sentence}</p>;
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const found = signUpErrors(form);
        setErrors({ ...found });
        if (Object.keys(found).length > 0) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      {sentence !== null && <p className="text-ink-soft">{sentence}</p>}
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

/** Who may sign up, in one sentence; null until the server has said so. */
function ruleText(rules: SignUpRules | undefined, token: string | null): string | null {
  if (token !== null) return m.accounts_sign_up_link();
  switch (rules?.policy) {
    case undefined:
      return null;
    case 'open':
      return m.accounts_sign_up_open();
    case 'domain':
      return m.accounts_sign_up_domain({ domains: rules.domains.join(', ') });
    case 'invite':
      return m.accounts_sign_up_invite();
    case 'closed':
      return m.accounts_sign_up_closed();
  }
}
