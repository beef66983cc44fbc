/** Joining, by invitation, by public link, or by keeping a paper ticket (R67): one entry however often it is tried (R24). */
import type { JoinAnswer, WaitingAnswer } from '@glassdrum/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { deviceFields, fetchJoinDevice, forgetDeviceFields, storeJoined } from './join-device.ts';
import { forgetJoinKey, joinKey } from './join-key.ts';
import { ownEntryKey } from '../entry/use-own-entry.ts';
import { whenIdle } from '../../ui/later.tsx';
import { storeHints } from '../participant-hints.ts';

export interface JoinRequest {
  path: '/api/join' | '/api/join/public' | '/api/ticket/keep';
  /** The invitation's or the ticket's token, or the public link. */
  target: string;
  /** What is sent, and what of it may be stored on the device. */
  body: Readonly<Record<string, string | boolean>>;
  keptForm: string;
  /** R89: the raffle takes contributions of devices. */
  addsChance: boolean;
}

/** Lost lines are tried again with the same key: about a quarter of a minute, for a tunnel or a full hall. */
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
const SHORTEST_BUSY_SECONDS = 4;

/** No answer, or one that says "later": nothing was decided. */
function isUndecided({ status }: CallFailed): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

/** H11: too many come from this network at once. The join is retried automatically. */
function isBusy({ code }: CallFailed): boolean {
  return code === 'joins_busy';
}

/** Spread, so that a hall doesn't retry in the same moment. @param retryAfter seconds, from the server */
function busyPause(retryAfter: number | null, random: number): number {
  return Math.max(retryAfter ?? 0, SHORTEST_BUSY_SECONDS) * 1000 * (1 + random);
}

/** How a join is going, in words for the page; null when there is nothing to report. */
export function joinProgress(join: ReturnType<typeof useJoin>): string | null {
  if (join.isPaused) return m.participation_join_offline();
  if (join.isPending && join.failureReason !== null) {
    return isBusy(join.failureReason) ? m.participation_join_busy() : m.participation_join_retry();
  }
  return join.isError && isUndecided(join.error) ? m.participation_join_unsure() : null;
}

export function useJoin(callbacks: {
  onJoined: (answer: JoinAnswer) => void;
  /** H11: the entry has to wait; only by the public link. */
  onWaiting?: (answer: WaitingAnswer) => void;
  onRefused: (failure: CallFailed) => void;
}) {
  const queries = useQueryClient();
  useEffect(() => whenIdle(fetchJoinDevice), []);
  return useMutation<JoinAnswer | WaitingAnswer, CallFailed, JoinRequest>({
    mutationFn: async ({ path, target, body, keptForm, addsChance }) => {
      const device = await deviceFields(target, addsChance);
      const idempotency = { 'idempotency-key': joinKey(target, keptForm) };
      return call<JoinAnswer | WaitingAnswer>('POST', path, { ...body, ...device }, idempotency);
    },
    retry: (failures, failure) => isBusy(failure) || (isUndecided(failure) && failures < TRIES),
    retryDelay: (failures, failure) =>
      isBusy(failure)
        ? busyPause(failure.retryAfter, Math.random())
        : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures),
    async onSuccess(answer, { target }) {
      if (!('receipt' in answer)) {
        forgetJoinKey(target);
        callbacks.onWaiting?.(answer);
        return;
      }
      // Before anything else fetches the own entry: the key has to be stored by then.
      await storeJoined(target, answer);
      forgetJoinKey(target);
      storeHints(answer.raffle_id, { inviteeId: answer.invitee_id, displayName: answer.display_name });
      void queries.invalidateQueries({ queryKey: ownEntryKey(answer.raffle_id) });
      callbacks.onJoined(answer);
    },
    onError(failure, { target }) {
      const answered = failure.status >= 400 && failure.status < 500;
      if (answered) {
        forgetJoinKey(target);
        forgetDeviceFields(target);
      }
      callbacks.onRefused(failure);
    },
  });
}
