/** Change the password: the old one is asked for, if there is one, and all other devices are signed out. */
import { useState } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call, CallFailed, sentenceOf } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, PasswordInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAccountRefresh } from './account-data.ts';
import { newPasswordErrors } from '../account-forms.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';

const EMPTY = { current: '', password: '' };

export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [pending, setPending] = useState(false);
  const refresh = useAccountRefresh();

  const send = async (element: HTMLFormElement): Promise<void> => {
    setPending(true);
    try {
      const { current, password } = form;
      const proof = hasPassword ? { current_password: current } : {};
      await call('POST', '/api/auth/password', { ...proof, password });
      await refresh();
      setForm(EMPTY);
      toast({ title: m.accounts_change_done(), description: m.accounts_change_done_text(), tone: 'good' });
    } catch (failure) {
      const fields = failure instanceof CallFailed ? (failure.fields ?? {}) : {};
      setErrors({ current: fields['current_password'], password: fields['password'] });
      focusFirstError(element);
      const description = sentenceOf(failure, m.accounts_reset_failed());
      toast({ title: m.accounts_reset_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
    }
  };

  return (
    <Card>
      <h2 className="text-2xl">{hasPassword ? m.accounts_change_title() : m.accounts_set_title()}</h2>
      <p className="mt-1 text-ink-soft">{hasPassword ? m.accounts_change_text() : m.accounts_set_text()}</p>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const missing = hasPassword && form.current === '' ? { current: m.accounts_required() } : {};
          const found = { ...missing, ...newPasswordErrors(form.password) };
          setErrors(found);
          if (Object.keys(found).length > 0) focusFirstError(event.currentTarget);
          else void send(event.currentTarget);
        }}
      >
        {hasPassword && (
          <Field label={m.accounts_current_password()} error={errors['current']}>
            <PasswordInput
              name="current-password"
              autoComplete="current-password"
              value={form.current}
              onChange={(event) => setForm({ ...form, current: event.target.value })}
            />
          </Field>
        )}
        <Field
          label={m.accounts_new_password()}
          hint={m.accounts_password_hint({ min: LIMITS.password.min })}
          error={errors['password']}
        >
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.target.value })}
          />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          pending={pending}
          pendingLabel={m.accounts_saving()}
        >
          {m.accounts_change_save()}
        </Button>
      </form>
    </Card>
  );
}
