/**
 * R41 on the joined device: asks whether another device may go on with the entry, wherever in the app its holder is. Says
 * the code to compare first; refusing is the answer that costs nothing.
 */
import type { ContinueRequests } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { useContinueNews, useIsRoomHeld } from '../../live/continue-news.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { CodeText } from './code-text.tsx';
import { answerRequest, waitingRequests } from './continue-calls.ts';

interface Asked {
  requestId: string;
  code: string;
}

/** Where no live line would tell; seldom after a minute, because thousands may leave a page of results open. */
const LOOK_EVERY_MS = 5000;
const LATER_EVERY_MS = 60_000;
const LOOKS_AT_FIRST = 12;

export function ContinueApproval({ raffleId }: { raffleId: string }) {
  const asked = useAsked(raffleId);
  const queries = useQueryClient();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const answer = useMutation<ContinueRequests, CallFailed, { request: Asked; as: 'approve' | 'refuse' }>({
    mutationFn: ({ request, as }) => answerRequest(raffleId, request.requestId, as),
    onSuccess(rest, { as }) {
      queries.setQueryData(keyOf(raffleId), rest);
      toast(
        as === 'approve'
          ? { title: m.continue_allowed(), tone: 'good' }
          : { title: m.continue_was_refused() },
      );
    },
    onError(failure) {
      toast({ title: m.continue_failed(), description: failure.message, tone: 'danger' });
    },
    onSettled(_rest, failure, { request }) {
      // A poor network is no answer: the question comes back.
      if (failure === null || failure.status !== 0) {
        setAnswered((before) => new Set(before).add(request.requestId));
      }
    },
  });
  const request = asked.find(({ requestId }) => !answered.has(requestId)) ?? null;
  if (request === null) return null;
  return (
    <AlertDialog
      key={request.requestId}
      open
      onOpenChange={(open) => {
        if (!open && !answer.isPending) answer.mutate({ request, as: 'refuse' });
      }}
      title={m.continue_ask_title()}
      description={
        <>
          <p>{m.continue_ask_text()}</p>
          <CodeText code={request.code} className="text-ink" />
          <p>{m.continue_ask_warning()}</p>
        </>
      }
      confirmLabel={m.continue_allow()}
      cancelLabel={m.continue_refuse()}
      pending={answer.isPending}
      onConfirm={() => answer.mutate({ request, as: 'approve' })}
    />
  );
}

function keyOf(raffleId: string): readonly string[] {
  return [`/api/raffles/${raffleId}/me/continue-requests`];
}

/** What the line says, and before it has said something, or where there is none, what the call says. */
function useAsked(raffleId: string): Asked[] {
  const news = useContinueNews(raffleId);
  const isHeld = useIsRoomHeld(raffleId);
  const waiting = useQuery<ContinueRequests, CallFailed>({
    queryKey: keyOf(raffleId),
    queryFn: () => waitingRequests(raffleId),
    refetchInterval({ state }) {
      if (isHeld || isRefusal(state.error)) return false;
      return state.dataUpdateCount < LOOKS_AT_FIRST ? LOOK_EVERY_MS : LATER_EVERY_MS;
    },
    refetchIntervalInBackground: false,
    // A page that comes back asks at once.
    refetchOnWindowFocus: true,
    staleTime: LOOK_EVERY_MS,
  });
  if (news !== null) return news.requests;
  return (waiting.data?.requests ?? []).map(({ request_id, code }) => ({ requestId: request_id, code }));
}

/** Nobody's entry here any more: there is nothing to look for. */
function isRefusal(failure: CallFailed | null): boolean {
  return failure !== null && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}
