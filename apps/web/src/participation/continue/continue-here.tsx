/**
 * R41 on the new device: sends a request to the joined device, shows the code to compare, and continues automatically once it
 * was approved.
 * Below it the other ways: a code from that device or by email, or a new link from the host.
 */
import type { ContinuedEntry, ContinueRequest, ContinueStatus } from '@glassdrum/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { CodeText } from './code-text.tsx';
import { askToContinue, continueOutcome, mailContinueCode } from './continue-calls.ts';

interface ContinueHereProps {
  /** The invitation that was used on the other device. */
  token: string;
  onContinued: (entry: ContinuedEntry) => void;
}

const LOOK_EVERY_MS = 1500;

export function ContinueHere({ token, onContinued }: ContinueHereProps) {
  const [otherWay, setOtherWay] = useState(false);
  const asking = useMutation<ContinueRequest, CallFailed>({ mutationFn: () => askToContinue(token) });
  const { mutate: send } = asking;
  useEffect(() => send(), [send]);
  const request = asking.data ?? null;
  return (
    <div className="mx-auto mt-6 grid max-w-md gap-5 text-center">
      {asking.isError && (
        <div className="grid gap-3" role="alert">
          <p className="font-semibold text-danger">{asking.error.message}</p>
          <Button variant="quiet" onClick={() => send()}>
            {m.continue_again()}
          </Button>
        </div>
      )}
      {request !== null && (
        <Waiting
          key={request.request_id}
          request={request}
          onContinued={onContinued}
          onAgain={() => send()}
        />
      )}
      {otherWay ? (
        <OtherWays token={token} canMail={request?.mail_possible ?? false} onContinued={onContinued} />
      ) : (
        <Button variant="plain" onClick={() => setOtherWay(true)}>
          {m.continue_other_ways()}
        </Button>
      )}
    </div>
  );
}

interface WaitingProps {
  request: ContinueRequest;
  onContinued: (entry: ContinuedEntry) => void;
  onAgain: () => void;
}

function Waiting({ request, onContinued, onAgain }: WaitingProps) {
  const outcome = useQuery<ContinueStatus, CallFailed>({
    queryKey: ['/api/continue', request.request_id],
    queryFn: () => continueOutcome(request.request_id),
    // A poor network is no answer.
    retry: true,
    retryDelay: LOOK_EVERY_MS,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'waiting' ? LOOK_EVERY_MS : false,
    refetchOnWindowFocus: true,
    gcTime: 0,
  });
  const entry = outcome.data?.state === 'approved' ? outcome.data.entry : null;
  useEffect(() => {
    if (entry !== null) onContinued(entry);
  }, [entry, onContinued]);
  const state = outcome.data?.state ?? 'waiting';
  if (state === 'refused' || state === 'expired') {
    return (
      <div className="grid gap-3" role="alert">
        <p className="font-semibold">{state === 'refused' ? m.continue_refused() : m.continue_expired()}</p>
        <Button variant="quiet" onClick={onAgain}>
          {m.continue_again()}
        </Button>
      </div>
    );
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{m.continue_here_title()}</h2>
      <CodeText code={request.code} />
      <p>{m.continue_here_text()}</p>
      <p role="status" className="flex items-center justify-center gap-2 font-semibold text-ink-soft">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-brand" />
        {m.continue_waiting()}
      </p>
      <p className="text-sm text-ink-soft">{m.continue_until({ time: timeOfDay(request.expires_at) })}</p>
    </section>
  );
}

interface OtherWaysProps {
  token: string;
  canMail: boolean;
  onContinued: (entry: ContinuedEntry) => void;
}

function OtherWays({ token, canMail, onContinued }: OtherWaysProps) {
  const mail = useMutation<unknown, CallFailed>({ mutationFn: () => mailContinueCode(token) });
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h2 className="text-xl">{m.continue_by_code()}</h2>
      <CodeForm code="" onContinued={onContinued} />
      {canMail && !mail.isSuccess && (
        <Button
          variant="quiet"
          pending={mail.isPending}
          pendingLabel={m.continue_mailing()}
          onClick={() => mail.mutate()}
        >
          {m.continue_by_mail()}
        </Button>
      )}
      <p role="status">
        {mail.isSuccess && m.continue_mailed()}
        {mail.isError && mail.error.message}
      </p>
      <p className="text-ink-soft">{m.continue_by_host()}</p>
    </section>
  );
}

/** @param at epoch milliseconds */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at);
}
