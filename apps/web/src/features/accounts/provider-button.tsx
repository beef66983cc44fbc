/** Sign in or up through the OpenID provider (R83). */
import { useState } from 'react';
import { LogIn } from 'lucide-react';
import { sentenceOf } from '../../api/call.ts';
import { goToProvider } from '../../api/sign-in/sign-in-ways.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

interface ProviderButtonProps {
  name: string;
  /** R82: of a sign-up link. */
  signUpToken: string | null;
}

export function ProviderButton({ name, signUpToken }: ProviderButtonProps) {
  const [pending, setPending] = useState(false);

  const go = async (): Promise<void> => {
    setPending(true);
    try {
      await goToProvider({ purpose: 'enter', signUpToken });
    } catch (failure) {
      setPending(false);
      const description = sentenceOf(failure, m.accounts_login_failed_text());
      toast({ title: m.accounts_login_failed(), description, tone: 'danger' });
    }
  };

  return (
    <Button
      className="w-full"
      pending={pending}
      pendingLabel={m.accounts_provider_going({ name })}
      onClick={() => void go()}
    >
      <LogIn aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{m.accounts_provider_continue({ name })}</span>
    </Button>
  );
}
