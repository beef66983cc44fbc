/**
 * On pages of hosts: when the session has ended, or a call needs a fresh sign-in (C14), a dialog opens in place. The page
 * and what was typed stay, and the call is repeated afterwards.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CURRENT_USER, LEAVING } from '../current-user.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { offerSignIn, type SignInReason } from './sign-in-offer.ts';

const SignInDialog = lazyWithPreload<{
  user: CurrentUser;
  reason: SignInReason;
  onSignedIn: (user: CurrentUser) => void;
  onDeclined: () => void;
}>(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

const PRELOAD_AFTER_MS = 1500;

interface SignInRequest {
  reason: SignInReason;
  answer: Promise<boolean>;
  settle: (signedIn: boolean) => void;
}

/** @param props.user whose page this is */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const [isDeclined, setDeclined] = useState(false);
  const current = useRef<SignInRequest | null>(null);
  const wasDeclined = useRef(false);

  const openDialog = useCallback((reason: SignInReason): Promise<boolean> => {
    if (current.current !== null) return current.current.answer;
    let settle: SignInRequest['settle'] = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    current.current = { reason, answer, settle };
    setRequest(current.current);
    return answer;
  }, []);

  const settle = (signedIn: boolean): void => {
    const { reason, settle: answer } = current.current ?? {};
    current.current = null;
    if (reason === 'not_signed_in') {
      wasDeclined.current = !signedIn;
      setDeclined(!signedIn);
    }
    setRequest(null);
    answer?.(signedIn);
  };

  const signedIn = (next: CurrentUser): void => {
    if (next.id !== user.id) {
      // Nothing cached for the other account may stay.
      queryClient.clear();
      window.location.assign('/host');
      return;
    }
    queryClient.setQueryData(CURRENT_USER, next);
    settle(true);
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER[0] });
  };

  useEffect(() => {
    const timer = setTimeout(() => void SignInDialog.load().catch(() => undefined), PRELOAD_AFTER_MS);
    const withdraw = offerSignIn((reason, isReading) => {
      const isLeaving = queryClient.getQueryData(LEAVING) === true;
      // Background calls don't open the dialog again after it was declined.
      const isQuiet = isLeaving || (isReading && wasDeclined.current);
      return reason === 'not_signed_in' && isQuiet ? Promise.resolve(false) : openDialog(reason);
    });
    return () => {
      clearTimeout(timer);
      withdraw();
      current.current?.settle(false);
    };
  }, [queryClient, openDialog]);

  return (
    <>
      {isDeclined && request === null && (
        <div
          role="alert"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-info-soft px-5 py-4 text-info"
        >
          <p>{m.accounts_again_signed_out()}</p>
          <Button variant="quiet" onClick={() => void openDialog('not_signed_in')}>
            {m.accounts_again_sign_in()}
          </Button>
        </div>
      )}
      {request !== null && (
        <SignInDialog.Component
          user={user}
          reason={request.reason}
          onSignedIn={signedIn}
          onDeclined={() => settle(false)}
        />
      )}
    </>
  );
}
