/** Joining, by invitation or by public link: one entry however often it is tried (R24). */
import type { JoinAnswer } from '@glassdrum/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed } from '../api/call.ts';
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

/** Lost lines within a join are tried again with the same key before anybody is told. */
const TRIES = 3;

export function useJoin(callbacks: {
  onJoined: (answer: JoinAnswer) => void;
  onRefused: (failure: CallFailed) => void;
}) {
  const queries = useQueryClient();
  return useMutation<JoinAnswer, CallFailed, JoinRequest>({
    mutationFn: ({ path, target, body, keptForm }) =>
      call<JoinAnswer>('POST', path, body, { 'idempotency-key': joinKey(target, keptForm) }),
    retry: (failures, failure) => failure.status === 0 && failures < TRIES,
    retryDelay: (failures) => 500 * 2 ** failures,
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
