/** Sign out on all devices. */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call, sentenceOf } from '../../../api/call.ts';
import { CURRENT_USER } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.tsx';

export function SessionsCard() {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const end = async (): Promise<void> => {
    setPending(true);
    try {
      await call('POST', '/api/auth/sessions/end');
      toast({ title: m.accounts_sessions_done(), description: m.accounts_sessions_done_text() });
      queryClient.clear();
      queryClient.setQueryData(CURRENT_USER, null);
      navigate('/auth');
    } catch (failure) {
      setPending(false);
      setAsking(false);
      const description = sentenceOf(failure, m.accounts_sessions_failed());
      toast({ title: m.accounts_sessions_failed(), description, tone: 'danger' });
    }
  };

  return (
    <Card>
      <h2 className="text-2xl">{m.accounts_sessions_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.accounts_sessions_text()}</p>
      <Button variant="danger" className="mt-5" onClick={() => setAsking(true)}>
        {m.accounts_sessions_end()}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.accounts_sessions_question()}
        description={m.accounts_sessions_text()}
        confirmLabel={m.accounts_sessions_end()}
        tone="danger"
        pending={pending}
        onConfirm={() => void end()}
      />
    </Card>
  );
}
