/** C14: shows that the account's address is not confirmed yet, and sends the link again. */
import { useState } from 'react';
import type { AccountState } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call, sentenceOf } from '../call.ts';
import { useSendsMail } from '../installation.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

/** The signed-in host's factors, and whether the address is confirmed. */
export const ACCOUNT = ['/api/auth/account'] as const;

export function ConfirmNote({ email, className }: { email: string; className?: string }) {
  const sendsMail = useSendsMail() === true;
  const { data: account } = useQuery({
    queryKey: ACCOUNT,
    queryFn: () => call<AccountState>('GET', ACCOUNT[0]),
    enabled: sendsMail,
    // It is confirmed in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.address_confirmed === false ? 'always' : false),
  });
  const [pending, setPending] = useState(false);
  if (!sendsMail || account === undefined || account.address_confirmed) return null;

  const send = async (): Promise<void> => {
    setPending(true);
    try {
      await call('POST', '/api/auth/confirm/send');
      toast({
        title: m.accounts_confirm_sent(),
        description: m.accounts_confirm_sent_text({ email }),
        tone: 'good',
      });
    } catch (failure) {
      const description = sentenceOf(failure, m.accounts_confirm_send_failed());
      toast({ title: m.accounts_confirm_send_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
    }
  };

  return (
    <section
      aria-label={m.accounts_confirm_note_title()}
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-info-soft px-5 py-4 text-info ${className ?? ''}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{m.accounts_confirm_note_title()}</p>
        <p className="mt-1 wrap-anywhere">{m.accounts_confirm_note({ email })}</p>
      </div>
      <Button
        variant="quiet"
        pending={pending}
        pendingLabel={m.accounts_forgot_sending()}
        onClick={() => void send()}
      >
        {m.accounts_confirm_again()}
      </Button>
    </section>
  );
}
