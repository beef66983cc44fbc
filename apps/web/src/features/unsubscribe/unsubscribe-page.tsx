/** /unsubscribe/:token, where the small link of every email leads (R51): looking changes nothing, the buttons do. */
import type { UnsubscribeState } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';

export function UnsubscribePage() {
  const { token } = useParams<{ token: string }>();
  const path = `/api/unsubscribe/${token}`;
  const state = useQuery({ queryKey: [path], queryFn: () => call<UnsubscribeState>('GET', path) });
  return (
    <Page title={m.unsubscribe_title()} width="narrow">
      <Card className="sm:p-8">
        {state.isPending && <Skeleton className="h-48" />}
        {state.isError && <Failed error={state.error} onRetry={() => void state.refetch()} />}
        {state.data !== undefined && <Choice path={path} state={state.data} />}
      </Card>
    </Page>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof CallFailed && error.status === 404) {
    return (
      <>
        <h1 className="text-3xl">{m.unsubscribe_gone_title()}</h1>
        <p className="mt-3">{m.unsubscribe_gone_text()}</p>
      </>
    );
  }
  return (
    <>
      <h1 className="text-3xl">{m.unsubscribe_failed()}</h1>
      <p className="mt-3">{sentenceOf(error, m.unsubscribe_retry())}</p>
      <Button className="mt-6" onClick={onRetry}>
        {m.unsubscribe_retry()}
      </Button>
    </>
  );
}

function Choice({ path, state }: { path: string; state: UnsubscribeState }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (stopped: UnsubscribeState['stopped']) => call<UnsubscribeState>('POST', path, { stopped }),
    onSuccess: (answer) => queryClient.setQueryData([path], answer),
    onError: (error) =>
      toast({ title: m.unsubscribe_failed(), description: sentenceOf(error, ''), tone: 'danger' }),
  });
  const report = useMutation({
    mutationFn: () => call<UnsubscribeState>('POST', `${path}/report`),
    onSuccess: (answer) => {
      queryClient.setQueryData([path], answer);
      toast({ title: m.unsubscribe_reported(), description: m.unsubscribe_reported_text(), tone: 'good' });
    },
    onError: (error) =>
      toast({ title: m.unsubscribe_failed(), description: sentenceOf(error, ''), tone: 'danger' }),
  });
  const choose = (stopped: UnsubscribeState['stopped'], label: string, variant: 'primary' | 'quiet') => (
    <Button
      variant={variant}
      pending={change.isPending && change.variables === stopped}
      onClick={() => change.mutate(stopped)}
    >
      {label}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <h1 className="text-3xl">{m.unsubscribe_title()}</h1>
      <p className="wrap-anywhere">{m.unsubscribe_about({ title: state.raffle_title })}</p>
      <p role="status" className="font-semibold">
        {stoppedText(state.stopped)}
      </p>
      <div className="grid gap-3">
        {state.stopped === 'no' && choose('raffle', m.unsubscribe_stop_raffle(), 'primary')}
        {state.stopped !== 'all' && choose('all', m.unsubscribe_stop_all(), 'quiet')}
        {state.stopped !== 'no' && choose('no', m.unsubscribe_allow(), 'quiet')}
      </div>
      <p className="text-sm text-ink-soft">{m.unsubscribe_entry()}</p>
      <div className="grid gap-3 border-t border-line pt-4">
        <p className="text-sm text-ink-soft">{m.unsubscribe_report_text()}</p>
        <Button
          variant="quiet"
          pending={report.isPending}
          disabled={report.isSuccess}
          onClick={() => report.mutate()}
        >
          {report.isSuccess ? m.unsubscribe_reported() : m.unsubscribe_report()}
        </Button>
      </div>
    </div>
  );
}

function stoppedText(stopped: UnsubscribeState['stopped']): string {
  switch (stopped) {
    case 'no':
      return m.unsubscribe_no();
    case 'raffle':
      return m.unsubscribe_raffle();
    case 'all':
      return m.unsubscribe_all();
  }
}
