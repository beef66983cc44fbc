/** The workspaces that the signed-in person belongs to, and the one that is shown (R81). */
import { useCallback, useEffect } from 'react';
import type { Workspace } from '@glassdrum/contract';
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../call.ts';
import { selectedWorkspace, selectWorkspace, useSelectedWorkspace } from './selected-workspace.ts';

/** Cache key of the answer. */
export const WORKSPACES = ['/api/workspaces'] as const;
/** Cache keys of lists of the workspace that is shown. */
export const RAFFLES = ['/api/raffles'] as const;
export const TEMPLATES = ['/api/templates'] as const;

/** @param options `enabled`: false while nobody is signed in; `everyMs`: asked again that often, where no connection tells */
export function useWorkspaces({ enabled = true, everyMs }: { enabled?: boolean; everyMs?: number } = {}) {
  return useQuery({
    queryKey: WORKSPACES,
    enabled,
    queryFn: () => call<Workspace[]>('GET', WORKSPACES[0]),
    refetchOnMount: 'always',
    refetchInterval: everyMs ?? false,
  });
}

/** The one that was chosen on this device, or else the person's own; undefined while loading. */
export function useCurrentWorkspace({ enabled = true } = {}): Workspace | undefined {
  const { data: workspaces } = useWorkspaces({ enabled });
  const selected = useSelectedWorkspace();
  const isGone =
    workspaces !== undefined && selected !== null && !workspaces.some(({ id }) => id === selected);
  const change = useSelectWorkspace();
  useEffect(() => {
    // It was left, deleted, or is another account's.
    if (isGone) change(null);
  }, [isGone, change]);
  return shownWorkspace(workspaces, selected);
}

/** As the server chooses for a call that names none: the first where raffles can be made. @param workspaces in the server's order */
export function shownWorkspace(
  workspaces: readonly Workspace[] | undefined,
  selected: string | null,
): Workspace | undefined {
  return (
    workspaces?.find(({ id }) => id === selected) ??
    workspaces?.find(({ role }) => mayInWorkspace(role, 'create_raffle')) ??
    workspaces?.[0]
  );
}

/** Whether this is the workspace that is shown, as far as is known. */
export function isShownWorkspace(queryClient: QueryClient, id: string): boolean {
  const workspaces = queryClient.getQueryData<Workspace[]>(WORKSPACES);
  return id === (shownWorkspace(workspaces, selectedWorkspace())?.id ?? selectedWorkspace() ?? id);
}

/** The address of a list of the workspace that is shown. */
export function inWorkspace(path: string): string {
  const id = selectedWorkspace();
  return id === null ? path : `${path}?workspace_id=${id}`;
}

/** Shows another workspace: what was read of the one before is forgotten, and read anew. */
export function useSelectWorkspace(): (id: string | null) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (id) => {
      if (id === selectedWorkspace()) return;
      selectWorkspace(id);
      for (const queryKey of [RAFFLES, TEMPLATES]) void queryClient.resetQueries({ queryKey });
    },
    [queryClient],
  );
}

/** Shows a workspace that this person made or joined just now. */
export function useShowJoined(): (joined: Workspace) => void {
  const queryClient = useQueryClient();
  const select = useSelectWorkspace();
  return (joined) => {
    // Known before it is selected: what is not in the list counts as left.
    queryClient.setQueryData<Workspace[]>(WORKSPACES, (list) => list && [...list, joined]);
    select(joined.id);
  };
}
