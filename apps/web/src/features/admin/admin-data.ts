/** What the operator's page reads from the server, and how its changes are made. */
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call, sentenceOf } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { toast } from '../../ui/toast.tsx';

/** First part of every cache key of this page. */
const ADMIN = '/api/admin';

/** @param path behind `/api/admin/` */
export function useAdmin<Answer>(
  path: string,
  { everyMs }: { everyMs?: number } = {},
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [ADMIN, path],
    queryFn: () => call<Answer>('GET', `${ADMIN}/${path}`),
    refetchOnMount: 'always',
    refetchInterval: everyMs ?? false,
  });
}

interface AdminChange<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => void;
}

/** One change at the server: afterwards the page is fetched again, and a refusal becomes a toast. */
export function useAdminChange<Input = void, Answer = unknown>(change: AdminChange<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change.act,
    onSuccess: (answer, input) => {
      change.onDone?.(answer, input);
      void queryClient.invalidateQueries({ queryKey: [ADMIN] });
    },
    onError: (error) => {
      toast({
        title: m.admin_failed(),
        description: sentenceOf(error, m.admin_failed_text()),
        tone: 'danger',
      });
    },
  });
}
