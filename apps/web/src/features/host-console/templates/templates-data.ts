/** The templates of the workspace (R80), as the console reads them. */
import type { RaffleTemplate } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { inWorkspace, TEMPLATES } from '../../../api/workspaces/workspaces.ts';

export function useTemplates() {
  return useQuery({
    queryKey: TEMPLATES,
    queryFn: () => call<RaffleTemplate[]>('GET', inWorkspace(TEMPLATES[0])),
    refetchOnMount: 'always',
  });
}
