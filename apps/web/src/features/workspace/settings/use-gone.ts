/** After this person left or deleted a workspace: it is forgotten, and the console shows another one. */
import type { Workspace } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { RAFFLES, useSelectWorkspace, WORKSPACES } from '../../../api/workspaces/workspaces.ts';
import { toast } from '../../../ui/toast.tsx';

/** @param id of the workspace; the answer is called with the sentence for the person */
export function useGone(id: string): (sentence: string) => void {
  const queryClient = useQueryClient();
  const select = useSelectWorkspace();
  const [, navigate] = useLocation();
  return (sentence) => {
    toast({ title: sentence, tone: 'good' });
    queryClient.setQueryData<Workspace[]>(WORKSPACES, (list) => list?.filter((one) => one.id !== id));
    queryClient.removeQueries({ queryKey: [...WORKSPACES, id] });
    select(null);
    // Also where nothing was chosen: another one is the first now.
    void queryClient.resetQueries({ queryKey: RAFFLES });
    navigate('/host');
  };
}
