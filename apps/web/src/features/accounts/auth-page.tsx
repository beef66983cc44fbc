/** Host access: sign in or sign up, by password or through a provider, with a second step where the account asks for it. Participants need no account and are told so. */
import { useEffect, useState } from 'react';
import type { SecondStep } from '@glassdrum/contract';
import { Link, Redirect, useSearch } from 'wouter';
import { useCurrentUser } from '../../api/current-user.ts';
import { useSignInWays } from '../../api/sign-in/sign-in-ways.ts';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { useOnDevice } from '../../ui/on-device.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CodeForm } from './code-form.tsx';
import { OrLine } from './or-line.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function AuthPage() {
  const { data: user } = useCurrentUser();
  const [step, setStep] = useState<SecondStep | null>(null);
  const signUpToken = useSignUpToken();
  const wantsAccount = new URLSearchParams(useSearch()).get('tab') === 'sign-up';
  if (user) return <Redirect to="/host" replace />;
  return (
    <Page title={m.accounts_title()} width="narrow">
      <h1 className="text-center text-4xl">{m.accounts_title()}</h1>
      <p className="mt-2 mb-8 text-center text-ink-soft">{m.accounts_subtitle()}</p>
      <Card className="sm:p-8">
        {step === null ? (
          <Ways signUpToken={signUpToken} wantsAccount={wantsAccount} onSecondStep={setStep} />
        ) : (
          <CodeForm step={step} onBack={() => setStep(null)} />
        )}
        <p className="mt-6 text-center text-sm text-ink-soft">
          {m.accounts_agree()}{' '}
          <Link href="/legal" className="font-semibold text-ink underline underline-offset-4">
            {m.accounts_terms()}
          </Link>
        </p>
      </Card>
      <p className="mt-6 rounded-2xl bg-info-soft px-5 py-4 text-center text-info">
        {m.accounts_participants_note()}
      </p>
      <p className="mt-4 text-center">
        <Link href="/" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
          {m.accounts_learn_more()}
        </Link>
      </p>
    </Page>
  );
}

interface WaysProps {
  signUpToken: string | null;
  /** Who comes to open an account sees that form first. */
  wantsAccount: boolean;
  onSecondStep: (step: SecondStep) => void;
}

/** The provider's button, passwords and passkeys: whatever this installation has (R83). */
function Ways({ signUpToken, wantsAccount, onSecondStep }: WaysProps) {
  const ways = useSignInWays();
  if (ways === undefined) return <Skeleton className="h-96" />;
  const { provider, passwords } = ways;
  const button = provider !== null && <ProviderButton name={provider} signUpToken={signUpToken} />;
  if (!passwords) {
    return (
      <div className="grid gap-5">
        <p className="text-center text-ink-soft">
          {signUpToken === null
            ? m.accounts_provider_only({ name: provider ?? '' })
            : m.accounts_provider_link({ name: provider ?? '' })}
        </p>
        {button}
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {provider !== null && (
        <>
          {button}
          <OrLine />
        </>
      )}
      <Tabs
        // A link's secret is known to the device alone, so after the first view: then the other tab is the first one.
        key={signUpToken === null ? 'without link' : 'with link'}
        label={m.accounts_subtitle()}
        {...((signUpToken !== null || wantsAccount) && { initial: 'sign-up' })}
        tabs={[
          {
            value: 'sign-in',
            label: m.accounts_sign_in(),
            content: <SignInForm onSecondStep={onSecondStep} />,
          },
          { value: 'sign-up', label: m.accounts_sign_up(), content: <SignUpForm token={signUpToken} /> },
        ]}
      />
    </div>
  );
}

/**
 * The secret of a sign-up link (R82), from the address's fragment, which browsers send nowhere; it leaves the address as
 * soon as it is read.
 */
function useSignUpToken(): string | null {
  const inAddress = useOnDevice(
    () => new URLSearchParams(window.location.hash.slice(1)).get('sign-up'),
    null,
  );
  const [token, setToken] = useState<string | null>(null);
  if (inAddress !== null && token === null) setToken(inAddress);
  useEffect(() => {
    if (token !== null) window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return token;
}
