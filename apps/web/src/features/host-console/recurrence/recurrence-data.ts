/** How a raffle repeats (R80), as its page reads and changes it. */
import type { HostRaffle, RecurrenceAnswer, RecurrenceBody } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallFailed, type Method } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { useChange } from '../console-data.ts';
import { useRefetch } from '../raffle-page/use-refetch.ts';

const keyOf = (raffleId: string) => [`/api/raffles/${raffleId}/recurrence`] as const;

export function useRecurrence(raffle: HostRaffle) {
  const queryKey = keyOf(raffle.id);
  const answer = useQuery({
    queryKey,
    queryFn: () => call<RecurrenceAnswer>('GET', queryKey[0]),
    refetchOnMount: 'always',
  });
  useRefetch(raffle, answer);
  return answer;
}

export interface RecurrenceChange {
  method: Extract<Method, 'PUT' | 'POST' | 'DELETE'>;
  /** What stands behind the address. */
  end?: '/pause' | '/resume';
  body?: RecurrenceBody;
}

export function useRecurrenceChange(
  raffleId: string,
  {
    onDone,
    onRefused,
  }: { onDone: (answer: RecurrenceAnswer) => void; onRefused?: (error: CallFailed) => boolean },
) {
  const queryClient = useQueryClient();
  const [path] = keyOf(raffleId);
  return useChange({
    act: ({ method, end = '' as never, body }: RecurrenceChange) =>
      call<RecurrenceAnswer>(method, `${path}${end}`, body),
    failed: m.recurrence_failed(),
    onDone: (answer) => {
      queryClient.setQueryData<RecurrenceAnswer>(keyOf(raffleId), answer);
      onDone(answer);
    },
    ...(onRefused !== undefined && { onRefused }),
  });
}
