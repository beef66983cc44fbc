/** Joining, by invitation or by public link: one entry however often it is tried (R24). */
import type { JoinAnswer } from '@glassdrum/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed } from '../api/call.ts';
import { m } from '../messages/generated/messages.js';
import { forgetJoinKey, joinKey } from './join-key.ts';
import { ownEntryKey } from './use-own-entry.ts';
import { keepHints } from './participant-hints.ts';

export interface JoinRequest {
  path: '/api/join' | '/api/join/public';
  /** The token or the public link. */
  target: string;
  /** What is sent, and what of it may be kept on the device. */
  body: Readonly<Record<string, string>>;
  keptForm: string;
}

/** Lost lines are tried again with the same key: about a quarter of a minute, for a tunnel or a full hall. */
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** No answer, or one that says "later": nothing was decided. */
function isUndecided({ status }: CallFailed): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

/** How a join is going, in words for the page; null when there is nothing to say. */
export function joinNews(join: ReturnType<typeof useJoin>): string | null {
  if (join.isPaused) return m.participation_join_offline();
  if (join.isPending && join.failureCount > 0) return m.participation_join_retry();
  return join.isError && isUndecided(join.error) ? m.participation_join_unsure() : null;
}

export function useJoin(callbacks: {
  onJoined: (answer: JoinAnswer) => void;
  onRefused: (failure: CallFailed) => void;
}) {
  const queries = useQueryClient();
  return useMutation<JoinAnswer, CallFailed, JoinRequest>({
    mutationFn: ({ path, target, body, keptForm }) =>
      call<JoinAnswer>('POST', path, body, { 'idempotency-key': joinKey(target, keptForm) }),
    retry: (failures, failure) => isUndecided(failure) && failures < TRIES,
    retryDelay: (failures) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures),
    onSuccess(answer, { target }) {
      forgetJoinKey(target);
      keepHints(answer.raffle_id, { inviteeId: answer.invitee_id, displayName: answer.display_name });
      void queries.invalidateQueries({ queryKey: ownEntryKey(answer.raffle_id) });
      callbacks.onJoined(answer);
    },
    onError(failure, { target }) {
      const answered = failure.status >= 400 && failure.status < 500;
      if (answered) forgetJoinKey(target);
      callbacks.onRefused(failure);
    },
  });
}
