/** Where the OpenID provider sends the browser back to (R83): finishes the sign-in, or says what went wrong. */
import { useEffect, useRef, useState } from 'react';
import type { ProviderFinish, ProviderSecondStep } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { CodeForm } from './code-form.tsx';
import { signInTexts } from './sign-in-texts.ts';

export function CallbackPage() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<ProviderSecondStep | null>(null);
  const [answer] = useState(() => window.location.search.slice(1));
  const [failed, setFailed] = useState<string | null>(null);
  const problem = answer === '' ? m.accounts_provider_nothing() : failed;
  const begun = useRef(false);

  useEffect(() => {
    // The answer works once.
    if (begun.current || answer === '') return;
    begun.current = true;
    window.history.replaceState(null, '', window.location.pathname);

    const finish = async (): Promise<void> => {
      try {
        const done = await call<ProviderFinish | ProviderSecondStep>('POST', '/api/auth/provider/finish', {
          answer,
        });
        if ('second_step' in done) return setStep(done);
        const { welcomeTitle, welcomeText } = signInTexts();
        if (done.purpose === 'connect') toast({ title: m.accounts_provider_connected(), tone: 'good' });
        else if (done.is_new) {
          toast({ title: m.accounts_registered(), description: m.accounts_registered_text(), tone: 'good' });
        } else toast({ title: welcomeTitle, description: welcomeText, tone: 'good' });
        // Nothing that another account has seen may stay.
        queryClient.clear();
        navigate(done.return_to, { replace: true });
      } catch (failure) {
        setFailed(sentenceOf(failure, m.accounts_login_failed_text()));
      }
    };
    void finish();
  }, [answer, navigate, queryClient]);

  return (
    <Page title={m.accounts_provider_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_provider_title()}</h1>
      <Card className="grid gap-5 sm:p-8">
        {problem !== null && (
          <>
            <p role="alert">{problem}</p>
            <LinkButton href="/auth">{m.accounts_back_to_sign_in()}</LinkButton>
          </>
        )}
        {step !== null && problem === null && (
          <CodeForm step={step} to={step.return_to} onBack={() => navigate('/auth')} />
        )}
        {step === null && problem === null && (
          <div aria-busy className="grid gap-4">
            <p role="status">{m.accounts_provider_finishing()}</p>
            <Skeleton className="h-12" />
          </div>
        )}
      </Card>
    </Page>
  );
}
