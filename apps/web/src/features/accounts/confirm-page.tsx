/**
 * Confirms the address of an account with the link that was sent to it (C14). Mail scanners open links, so opening does
 * nothing yet. The token is in the fragment, as for resets.
 */
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { ACCOUNT } from '../../api/sign-in/confirm-note.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';

export function ConfirmPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [state, setState] = useState<'asking' | 'pending' | 'done'>('asking');
  const [refused, setRefused] = useState<string | null>(null);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname);
  }, []);
  const problem = token === '' ? m.accounts_confirm_no_token() : refused;

  const confirm = async (): Promise<void> => {
    setState('pending');
    try {
      await call('POST', '/api/auth/confirm', { token });
      setState('done');
      void queryClient.invalidateQueries({ queryKey: ACCOUNT });
    } catch (failure) {
      setState('asking');
      if (failure instanceof CallFailed && failure.code === 'confirm_link_invalid') {
        setRefused(failure.message);
        return;
      }
      const description = sentenceOf(failure, m.accounts_confirm_failed());
      toast({ title: m.accounts_confirm_failed(), description, tone: 'danger' });
    }
  };

  return (
    <Page title={m.accounts_confirm_title()} width="narrow">
      <h1 className="mb-8 text-center text-4xl">{m.accounts_confirm_title()}</h1>
      <Card className="grid gap-5 sm:p-8">
        {problem !== null && (
          <>
            <p role="alert">{problem}</p>
            <LinkButton href="/account">{m.accounts_confirm_to_account()}</LinkButton>
          </>
        )}
        {problem === null && state !== 'done' && (
          <>
            <p>{m.accounts_confirm_text()}</p>
            <Button
              pending={state === 'pending'}
              pendingLabel={m.accounts_code_sending()}
              onClick={() => void confirm()}
            >
              {m.accounts_confirm_button()}
            </Button>
          </>
        )}
        {problem === null && state === 'done' && (
          <>
            <p role="status">{m.accounts_confirm_done()}</p>
            <LinkButton href="/host">{m.accounts_host_console()}</LinkButton>
          </>
        )}
      </Card>
    </Page>
  );
}
