/**
 * R41 on the joined device: a dialog on any page of the app that lets another device continue with the entry. It shows the
 * code to compare; closing it refuses.
 */
import type { ContinueRequests } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallFailed } from '../../api/call.ts';
import { useContinueRequests, useIsRoomLive } from '../../live/visitor-messages.ts';
import { m } from '../../messages/generated/messages.js';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { CodeText } from './code-text.tsx';
import { answerRequest, waitingRequests } from './continue-calls.ts';

interface DeviceRequest {
  requestId: string;
  code: string;
}

/** Polling without a live connection; seldom after a minute, because thousands may leave a page of results open. */
const POLL_EVERY_MS = 5000;
const LATER_EVERY_MS = 60_000;
const POLLS_AT_FIRST = 12;

export function ContinueApproval({ raffleId }: { raffleId: string }) {
  const requests = useRequests(raffleId);
  const queries = useQueryClient();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const answer = useMutation<
    ContinueRequests,
    CallFailed,
    { request: DeviceRequest; as: 'approve' | 'refuse' }
  >({
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
      // Without an answer from the server the dialog opens again.
      if (failure === null || failure.status !== 0) {
        setAnswered((before) => new Set(before).add(request.requestId));
      }
    },
  });
  const request = requests.find(({ requestId }) => !answered.has(requestId)) ?? null;
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

/** From the live connection; before its first message, or without one, from the call. */
function useRequests(raffleId: string): DeviceRequest[] {
  const message = useContinueRequests(raffleId);
  const isLive = useIsRoomLive(raffleId);
  const waiting = useQuery<ContinueRequests, CallFailed>({
    queryKey: keyOf(raffleId),
    queryFn: () => waitingRequests(raffleId),
    refetchInterval({ state }) {
      if (isLive || isRefusal(state.error)) return false;
      return state.dataUpdateCount < POLLS_AT_FIRST ? POLL_EVERY_MS : LATER_EVERY_MS;
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: POLL_EVERY_MS,
  });
  if (message !== null) return message.requests;
  return (waiting.data?.requests ?? []).map(({ request_id, code }) => ({ requestId: request_id, code }));
}

/** There is no entry here any more: polling ends. */
function isRefusal(failure: CallFailed | null): boolean {
  return failure !== null && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}
