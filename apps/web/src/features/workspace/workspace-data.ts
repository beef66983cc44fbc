/** What the workspace page reads from the server, and how its changes are made (R81). */
import type { WorkspaceDetail } from '@glassdrum/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { CURRENT_USER } from '../../api/current-user.ts';
import { WORKSPACES } from '../../api/workspaces/workspaces.ts';
import { m } from '../../messages/generated/messages.js';
import { toast } from '../../ui/toast.tsx';

/** @param rest behind the workspace's own address, with its slash */
export const workspacePath = (id: string, rest = ''): string => `/api/workspaces/${id}${rest}`;

/** @param id undefined while it is not known @param everyMs how often it is asked again */
export function useWorkspaceDetail(id: string | undefined, everyMs: number) {
  return useQuery({
    queryKey: [...WORKSPACES, id],
    enabled: id !== undefined,
    queryFn: () => call<WorkspaceDetail>('GET', workspacePath(id ?? '')),
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  });
}

interface WorkspaceChange<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => void;
  /** True when the caller shows the refusal itself. */
  onRefused?: (error: CallFailed) => boolean;
}

/** One change at the server: afterwards the page is fetched again, and a refusal becomes a toast. */
export function useWorkspaceChange<Input = void, Answer = unknown>(change: WorkspaceChange<Input, Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change.act,
    onSuccess: (answer, input) => {
      change.onDone?.(answer, input);
      return queryClient.invalidateQueries({ queryKey: WORKSPACES });
    },
    onError: (error) => {
      if (error instanceof CallFailed) {
        if (change.onRefused?.(error) === true) return;
        if (error.status === 401) void queryClient.invalidateQueries({ queryKey: CURRENT_USER });
      }
      // What was refused may rest on what somebody else changed meanwhile.
      void queryClient.invalidateQueries({ queryKey: WORKSPACES });
      toast({
        title: m.workspace_failed(),
        description: sentenceOf(error, m.workspace_failed_text()),
        tone: 'danger',
      });
    },
  });
}
