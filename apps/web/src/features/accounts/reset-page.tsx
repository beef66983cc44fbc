/**
 * Choose a new password with a reset link. The token is in the address's fragment, which browsers send nowhere; it leaves
 * the address as soon as it is read, so that it stays neither on screen nor in the history.
 */
import { useEffect, useState } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { CURRENT_USER } from '../../api/current-user.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { newPasswordErrors } from './account-forms.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';

export function ResetPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname);
  }, []);
  const problem = token === '' ? m.accounts_reset_no_token() : refused;
  return (
    <Page title={m.accounts_reset_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_reset_title()}</h1>
      <Card className="sm:p-8">
        {problem === null ? (
          <NewPasswordForm token={token} onRefused={setRefused} />
        ) : (
          <div className="grid gap-5">
            <p role="alert">{problem}</p>
            <LinkButton href="/auth/forgot">{m.accounts_reset_new_link()}</LinkButton>
          </div>
        )}
      </Card>
    </Page>
  );
}

interface NewPasswordFormProps {
  token: string;
  /** The link is used, too old or unknown. */
  onRefused: (sentence: string) => void;
}

function NewPasswordForm({ token, onRefused }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const send = async (form: HTMLFormElement): Promise<void> => {
    setPending(true);
    try {
      await call('POST', '/api/auth/reset', { token, password });
      toast({ title: m.accounts_reset_done(), description: m.accounts_reset_done_text(), tone: 'good' });
      // The reset ended this browser's session too.
      queryClient.clear();
      queryClient.setQueryData(CURRENT_USER, null);
      navigate('/auth');
    } catch (failure) {
      setPending(false);
      const field = failure instanceof CallFailed ? failure.fields?.['password'] : undefined;
      setError(field);
      focusFirstError(form);
      if (failure instanceof CallFailed && failure.code === 'reset_link_invalid') onRefused(failure.message);
      else {
        const description = sentenceOf(failure, m.accounts_reset_failed());
        toast({ title: m.accounts_reset_failed(), description, tone: 'danger' });
      }
    }
  };

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const found = newPasswordErrors(password).password;
        setError(found);
        if (found !== undefined) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      <p>{m.accounts_reset_text()}</p>
      <Field
        label={m.accounts_new_password()}
        hint={m.accounts_password_hint({ min: LIMITS.password.min })}
        error={error}
      >
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={pending} pendingLabel={m.accounts_saving()}>
        {m.accounts_reset_save()}
      </Button>
    </form>
  );
}
