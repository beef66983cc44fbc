/** Signing in again without leaving the page: password, the account's second step, a passkey, or the provider in a window. */
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser, SecondStep } from '@glassdrum/contract';
import { KeyRound, LogIn } from 'lucide-react';
import { call, CallFailed, sentenceOf } from '../call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx';
import { passkeyFailure, passkeysPossible, signInWithPasskey } from './passkeys.ts';
import { onSignedInElsewhere, openProviderWindow } from './provider-window.ts';
import { useSignInWays } from './sign-in-ways.ts';
import type { SignInReason } from './sign-in-offer.ts';

interface SignInDialogProps {
  user: CurrentUser;
  reason: SignInReason;
  onSignedIn: (user: CurrentUser) => void;
  onDeclined: () => void;
}

export function SignInDialog({ user, reason, onSignedIn, onDeclined }: SignInDialogProps) {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [pending, setPending] = useState<'form' | 'passkey' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const ways = useSignInWays();
  const passwords = ways?.passwords ?? true;
  useEffect(() => onSignedInElsewhere(onSignedIn), [onSignedIn]);

  const fail = (sentence: string | undefined): void => {
    setError(sentence);
    setPending(null);
    input.current?.focus();
  };

  const send = async (): Promise<void> => {
    setPending('form');
    try {
      const answer =
        step === null
          ? await call<CurrentUser | SecondStep>('POST', '/api/auth/login', {
              email: user.email,
              password: typed,
            })
          : await call<CurrentUser>('POST', '/api/auth/login/code', {
              login_token: step.login_token,
              code: typed.trim(),
            });
      if (!('second_step' in answer)) return onSignedIn(answer);
      setStep(answer);
      setTyped('');
      fail(undefined);
    } catch (failure) {
      // The password was entered too long ago and is needed again.
      if (failure instanceof CallFailed && failure.code === 'sign_in_expired') {
        setStep(null);
        setTyped('');
      }
      const isWrong = failure instanceof CallFailed && failure.code === 'invalid_credentials';
      fail(isWrong ? m.accounts_again_wrong() : sentenceOf(failure, m.accounts_login_failed()));
    }
  };

  const sendPasskey = async (): Promise<void> => {
    setPending('passkey');
    setError(undefined);
    try {
      onSignedIn(await signInWithPasskey());
    } catch (failure) {
      setError(passkeyFailure(failure) ?? undefined);
      setPending(null);
    }
  };

  const sendToProvider = async (): Promise<void> => {
    setError(undefined);
    try {
      await openProviderWindow(reason);
    } catch (failure) {
      setError(sentenceOf(failure, m.accounts_login_failed()));
    }
  };

  return (
    <Dialog
      open
      above
      onOpenChange={onDeclined}
      onFocusFirst={() => input.current?.focus()}
      title={m.accounts_again_title()}
      description={reason === 'not_signed_in' ? m.accounts_again_ended() : m.accounts_again_fresh()}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand inside a form of the page in React's tree.
          event.stopPropagation();
          if (typed.trim() === '') fail(m.accounts_required());
          else void send();
        }}
      >
        {/* For password managers. */}
        <input className="hidden" name="email" autoComplete="username" value={user.email} readOnly />
        <p>
          {m.accounts_again_as()} <span className="font-semibold wrap-anywhere">{user.email}</span>
        </p>
        {step === null && passwords && (
          <Field key="password" label={m.accounts_password()} error={error}>
            <PasswordInput
              ref={input}
              name="password"
              autoComplete="current-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        {step !== null && (
          <Field key="code" label={m.accounts_code()} hint={m.accounts_code_text()} error={error}>
            <TextInput
              ref={input}
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono text-xl tracking-widest"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        {(passwords || step !== null) && (
          <Button
            type="submit"
            disabled={pending === 'passkey'}
            pending={pending === 'form'}
            pendingLabel={m.accounts_signing_in()}
          >
            {m.accounts_again_sign_in()}
          </Button>
        )}
        {step === null && passwords && passkeysPossible() && (
          <Button
            variant="quiet"
            disabled={pending === 'form'}
            pending={pending === 'passkey'}
            pendingLabel={m.accounts_passkey_pending()}
            onClick={() => void sendPasskey()}
          >
            <KeyRound aria-hidden className="size-5" />
            {m.accounts_passkey_sign_in()}
          </Button>
        )}
        {step === null && ways !== undefined && ways.provider !== null && (
          <>
            {/* With a password field the sentence stands there. */}
            {!passwords && error !== undefined && (
              <p role="alert" className="font-semibold text-danger">
                {error}
              </p>
            )}
            <Button variant={passwords ? 'quiet' : 'primary'} onClick={() => void sendToProvider()}>
              <LogIn aria-hidden className="size-5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                {m.accounts_provider_continue({ name: ways.provider })}
              </span>
            </Button>
            <p className="text-sm text-ink-soft">{m.accounts_provider_window()}</p>
          </>
        )}
        <Button variant="plain" onClick={onDeclined}>
          {m.common_cancel()}
        </Button>
      </form>
    </Dialog>
  );
}
