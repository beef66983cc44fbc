/** The host's sessions (C14): which there are, ending one, all others, or all. */
import { useState } from 'react';
import type { AccountSession, AccountSessions } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useLocation } from 'wouter';
import { call, sentenceOf } from '../../../api/call.ts';
import { CURRENT_USER, LEAVING } from '../../../api/current-user.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

const SESSIONS = ['/api/auth/sessions'] as const;

export function SessionsCard() {
  const {
    data: sessions,
    isError,
    refetch,
  } = useQuery({
    queryKey: SESSIONS,
    queryFn: async () => (await call<AccountSessions>('GET', SESSIONS[0])).sessions,
    refetchOnMount: 'always',
  });
  return (
    <Card>
      <h2 className="text-2xl">{m.accounts_sessions_list_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.accounts_sessions_list_text()}</p>
      {isError && (
        <div className="mt-5 grid justify-items-start gap-3">
          <p role="alert">{m.accounts_sessions_load_failed()}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {m.accounts_try_again()}
          </Button>
        </div>
      )}
      {!isError && sessions === undefined && <Skeleton className="mt-5 h-16" />}
      {sessions !== undefined && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {sessions !== undefined && sessions.length > 1 && <EndOthers />}
        <EndAll />
      </div>
    </Card>
  );
}

function SessionRow({ session }: { session: AccountSession }) {
  const { pending, run } = useEnding();
  const device = session.device ?? m.accounts_session_unknown_device();
  return (
    <li className="flex items-center gap-3 py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {device}
          {session.current && (
            <Badge tone="good" className="ml-2">
              {m.accounts_session_current()}
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {m.accounts_session_seen({ date: formatDateTime(session.last_seen_at) })}
          {`, ${m.accounts_session_since({ date: formatDateTime(session.created_at) })}`}
          {session.network !== null && `, ${m.accounts_session_network({ network: session.network })}`}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="plain"
          aria-label={m.accounts_session_end_name({ device })}
          pending={pending}
          onClick={() => void run(() => call('DELETE', `/api/auth/sessions/${session.id}`))}
        >
          {m.accounts_session_end()}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { pending, run } = useEnding();
  return (
    <Button
      variant="quiet"
      pending={pending}
      onClick={() => void run(() => call('POST', '/api/auth/sessions/end-others'))}
    >
      {m.accounts_sessions_end_others()}
    </Button>
  );
}

/** Ends other sessions and shows the list as it is then. */
function useEnding() {
  const [pending, setPending] = useState(false);
  const queryClient = useQueryClient();
  const run = async (end: () => Promise<void>): Promise<void> => {
    setPending(true);
    try {
      await end();
      toast({ title: m.accounts_session_ended(), tone: 'good' });
    } catch (failure) {
      const description = sentenceOf(failure, m.accounts_session_end_failed());
      toast({ title: m.accounts_session_end_failed(), description, tone: 'danger' });
    } finally {
      setPending(false);
      void queryClient.invalidateQueries({ queryKey: SESSIONS });
    }
  };
  return { pending, run };
}

function EndAll() {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const end = async (): Promise<void> => {
    setPending(true);
    queryClient.setQueryData(LEAVING, true);
    try {
      await call('POST', '/api/auth/sessions/end');
      toast({ title: m.accounts_sessions_done(), description: m.accounts_sessions_done_text() });
      queryClient.clear();
      queryClient.setQueryData(CURRENT_USER, null);
      navigate('/auth');
    } catch (failure) {
      queryClient.setQueryData(LEAVING, false);
      setPending(false);
      setAsking(false);
      const description = sentenceOf(failure, m.accounts_sessions_failed());
      toast({ title: m.accounts_sessions_failed(), description, tone: 'danger' });
    }
  };

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
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
    </>
  );
}
