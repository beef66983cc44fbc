/** Forgot the password: a link by mail or, where the installation sends none, the command that prints one. */
import { useState } from 'react';
import type { SignInWays } from '@glassdrum/contract';
import { Terminal } from 'lucide-react';
import { Link } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { useSendsMail } from '../../api/installation.ts';
import { useSignInWays } from '../../api/sign-in/sign-in-ways.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { emailErrors } from './account-forms.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';

export function ForgotPage() {
  const sendsMail = useSendsMail();
  const ways = useSignInWays();
  return (
    <Page title={m.accounts_forgot_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_forgot_title()}</h1>
      <Card className="sm:p-8">
        {ways === undefined || sendsMail === undefined ? (
          <Skeleton className="h-48" />
        ) : (
          <Help ways={ways} sendsMail={sendsMail} />
        )}
      </Card>
      <p className="mt-4 text-center">
        <Link href="/auth" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
          {m.accounts_back_to_sign_in()}
        </Link>
      </p>
    </Page>
  );
}

function Help({ ways, sendsMail }: { ways: SignInWays; sendsMail: boolean }) {
  if (!ways.passwords) return <p>{m.accounts_provider_only({ name: ways.provider ?? '' })}</p>;
  return sendsMail ? <AskForMail /> : <AskTheOperator />;
}

function AskForMail() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [state, setState] = useState<'asking' | 'pending' | 'sent'>('asking');

  const send = async (form: HTMLFormElement): Promise<void> => {
    setState('pending');
    try {
      await call('POST', '/api/auth/reset/request', { email: email.trim() });
      setState('sent');
    } catch (failure) {
      setState('asking');
      setError(failure instanceof CallFailed ? failure.fields?.['email'] : undefined);
      focusFirstError(form);
      const description = sentenceOf(failure, m.accounts_forgot_failed());
      toast({ title: m.accounts_forgot_failed(), description, tone: 'danger' });
    }
  };

  if (state === 'sent') {
    return (
      <div role="status">
        <h2 className="text-2xl">{m.accounts_forgot_sent_title()}</h2>
        <p className="mt-2">{m.accounts_forgot_sent_text()}</p>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const found = emailErrors(email).email;
        setError(found);
        if (found !== undefined) focusFirstError(event.currentTarget);
        else void send(event.currentTarget);
      }}
    >
      <p>{m.accounts_forgot_text()}</p>
      <Field label={m.accounts_email()} error={error}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={state === 'pending'} pendingLabel={m.accounts_forgot_sending()}>
        {m.accounts_forgot_send()}
      </Button>
    </form>
  );
}

function AskTheOperator() {
  const command = m.accounts_forgot_command({ email: m.accounts_forgot_command_email() });
  return (
    <div className="grid gap-5">
      <p>{m.accounts_forgot_no_mail()}</p>
      <p className="flex items-center gap-3 rounded-xl bg-sunken px-4 py-3 font-mono">
        <Terminal aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <code className="wrap-anywhere">{command}</code>
      </p>
      <CopyButton text={command} label={m.accounts_forgot_copy()} />
    </div>
  );
}
