/** R83: the sign-in through the OpenID provider: connect it, see it, take it off where there is another way in. */
import { useState } from 'react';
import type { AccountState } from '@glassdrum/contract';
import { call, sentenceOf } from '../../../api/call.ts';
import { goToProvider } from '../../../api/sign-in/sign-in-ways.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAccountRefresh } from './account-data.ts';

interface ProviderCardProps {
  /** The provider's. */
  name: string;
  state: AccountState['provider'];
}

export function ProviderCard({ name, state: { connected, removable } }: ProviderCardProps) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const refresh = useAccountRefresh();

  const connect = async (): Promise<void> => {
    setPending(true);
    try {
      await goToProvider({ purpose: 'connect', returnTo: '/account' });
    } catch (failure) {
      setPending(false);
      const description = sentenceOf(failure, m.accounts_provider_connect_failed());
      toast({ title: m.accounts_provider_connect_failed(), description, tone: 'danger' });
    }
  };

  const remove = async (): Promise<void> => {
    setPending(true);
    try {
      await call('DELETE', '/api/auth/provider');
      await refresh();
      toast({ title: m.accounts_provider_removed({ name }), tone: 'good' });
    } catch (failure) {
      const description = sentenceOf(failure, m.accounts_provider_remove_failed());
      toast({ title: m.accounts_provider_remove_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
      setAsking(false);
    }
  };

  return (
    <Card>
      <h2 className="text-2xl wrap-anywhere">{name}</h2>
      <p className="mt-1 text-ink-soft">
        {connected ? m.accounts_provider_is_connected({ name }) : m.accounts_provider_not_connected({ name })}
        {connected && !removable && ` ${m.accounts_provider_only_way()}`}
      </p>
      {!connected && (
        <Button
          variant="quiet"
          className="mt-5"
          pending={pending}
          pendingLabel={m.accounts_provider_going({ name })}
          onClick={() => void connect()}
        >
          {m.accounts_provider_connect({ name })}
        </Button>
      )}
      {connected && removable && (
        <Button variant="plain" className="mt-3 -ml-3" onClick={() => setAsking(true)}>
          {m.accounts_provider_remove()}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.accounts_provider_remove_title({ name })}
        description={m.accounts_provider_remove_text({ name })}
        confirmLabel={m.accounts_provider_remove()}
        tone="danger"
        pending={pending}
        onConfirm={() => void remove()}
      />
    </Card>
  );
}
