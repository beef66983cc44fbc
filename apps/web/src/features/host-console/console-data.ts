/** What the console reads from the server, and how its changes are made. */
import { useState } from 'react';
import type { HostRaffle, Invitation, ParticipantsAnswer } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { CURRENT_USER } from '../../api/current-user.ts';
import { inWorkspace, RAFFLES } from '../../api/workspaces/workspaces.ts';
import { m } from '../../messages/generated/messages.js';
import { toast } from '../../ui/toast.tsx';

const MAIL_POLL_MS = 3_000;

export const participantsKey = (raffleId: string) => [`/api/raffles/${raffleId}/participants`] as const;
export const winnersKey = (raffleId: string) => [`/api/raffles/${raffleId}/winners`] as const;
const invitationsKey = (raffleId: string) => [`/api/raffles/${raffleId}/invites`] as const;

/** The raffles of the workspace that is shown; asked again whenever the console is entered, because people join meanwhile. */
export function useRaffles({ enabled = true } = {}) {
  return useQuery({
    queryKey: RAFFLES,
    enabled,
    queryFn: () => call<HostRaffle[]>('GET', inWorkspace(RAFFLES[0])),
    refetchOnMount: 'always',
  });
}

/** What the dialog shows before a long list is there, and how long a list must be for that. */
const FIRST_ROWS = 50;
const LONG_LIST = 500;

/** A long list comes twice: at once its first rows, with which `isComplete` is false, and then all of it. */
export function useParticipants({ id, entry_count: count }: HostRaffle) {
  const key = participantsKey(id);
  const [isLong] = useState(count >= LONG_LIST);
  const isKnown = useQueryClient().getQueryData(key) !== undefined;
  const first = useQuery({
    queryKey: [...key, FIRST_ROWS],
    queryFn: () => call<ParticipantsAnswer>('GET', `${key[0]}?first=${FIRST_ROWS}`),
    enabled: isLong && !isKnown,
    refetchOnMount: 'always',
  });
  const all = useQuery({
    queryKey: key,
    queryFn: () => call<ParticipantsAnswer>('GET', key[0]),
    refetchOnMount: 'always',
    // Comparing ten thousand rows with those before takes longer than showing the dozen in view.
    structuralSharing: false,
  });
  return {
    data: all.data ?? (all.isError ? undefined : first.data),
    isComplete: all.data !== undefined,
    isError: all.isError,
    refetch: all.refetch,
  };
}

/** @param options `enabled`: false for a role that does not read them (R81) */
export function useInvitations(raffleId: string, { enabled = true } = {}) {
  const queryKey = invitationsKey(raffleId);
  return useQuery({
    queryKey,
    enabled,
    queryFn: () => call<Invitation[]>('GET', queryKey[0]),
    refetchOnMount: 'always',
    // While invitations are on their way (R51).
    refetchInterval: ({ state }) =>
      state.data?.some(({ mail }) => mail?.state === 'waiting') === true ? MAIL_POLL_MS : false,
  });
}

interface Change<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  /** Shown when the server said no without a sentence of its own. */
  failed?: string;
  failedTitle?: string;
  onDone?: (answer: Answer, input: Input) => void;
  /** True when the caller shows the refusal itself. */
  onRefused?: (error: CallFailed) => boolean;
}

/** One change at the server: afterwards the lists are fetched again, and a refusal becomes a toast. */
export function useChange<Input = void, Answer = unknown>(change: Change<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change.act,
    onSuccess: (answer, input) => {
      change.onDone?.(answer, input);
      void queryClient.invalidateQueries({ queryKey: RAFFLES });
    },
    onError: (error) => {
      if (error instanceof CallFailed) {
        if (change.onRefused?.(error) === true) return;
        if (error.status === 401) void queryClient.invalidateQueries({ queryKey: CURRENT_USER });
        // What was refused may rest on an outdated raffle.
        if (error.status === 404 || error.status === 409) {
          void queryClient.invalidateQueries({ queryKey: RAFFLES });
        }
      }
      toast({
        title: change.failedTitle ?? m.console_error(),
        description: sentenceOf(error, change.failed ?? m.console_error_text()),
        tone: 'danger',
      });
    },
  });
}

/** Asks for the invitations of a raffle again. */
export function useRefreshInvitations(raffleId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: invitationsKey(raffleId) });
  };
}

/** Asks for the entries of a raffle again. */
export function useRefreshParticipants(raffleId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: participantsKey(raffleId) });
  };
}
