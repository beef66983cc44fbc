/**
 * Signs in with a one-time link that the operator made on the command line (R83). Mail scanners open links, so opening does nothing
 * yet. The token is in the fragment, as for resets.
 */
import { useEffect, useState } from 'react';
import type { CurrentUser, SecondStep } from '@glassdrum/contract';
import { call, CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { CodeForm } from './code-form.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { useEntry } from './use-entry.ts';

export function LinkPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [step, setStep] = useState<SecondStep | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { enter, pending } = useEntry(signInTexts());
  useEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname);
  }, []);
  const problem = token === '' ? m.accounts_link_no_token() : refused;

  const signIn = async (): Promise<void> => {
    const answer = await enter(async () => {
      try {
        return await call<CurrentUser | SecondStep>('POST', '/api/auth/login/link', { token });
      } catch (failure) {
        if (failure instanceof CallFailed && failure.code === 'sign_in_link_invalid') {
          setRefused(failure.message);
        }
        throw failure;
      }
    });
    if (answer !== null && 'second_step' in answer) setStep(answer);
  };

  return (
    <Page title={m.accounts_link_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_link_title()}</h1>
      <Card className="grid gap-5 sm:p-8">
        {problem !== null && (
          <>
            <p role="alert">{problem}</p>
            <LinkButton href="/auth">{m.accounts_back_to_sign_in()}</LinkButton>
          </>
        )}
        {problem === null && step === null && (
          <>
            <p>{m.accounts_link_text()}</p>
            <Button pending={pending} pendingLabel={m.accounts_signing_in()} onClick={() => void signIn()}>
              {m.accounts_sign_in()}
            </Button>
          </>
        )}
        {problem === null && step !== null && <CodeForm step={step} onBack={() => setStep(null)} />}
      </Card>
    </Page>
  );
}
