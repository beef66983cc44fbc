/** R81: the address of a raffle shows it whatever workspace is selected; its own one is, from then on. */
import { useEffect } from 'react';
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useCurrentWorkspace, useSelectWorkspace } from '../../../api/workspaces/workspaces.ts';

/**
 * @param isMissing the raffle is not among those of the workspace that is shown
 * @returns true once it is known that the raffle is in none of this person's workspaces
 */
export function useRaffleWorkspace(raffleId: string, isMissing: boolean): boolean {
  const path = `/api/raffles/${raffleId}`;
  const shown = useCurrentWorkspace()?.id;
  const select = useSelectWorkspace();
  const found = useQuery({
    queryKey: [path, 'workspace'],
    enabled: isMissing,
    queryFn: () => call<HostRaffle | PublicRaffle>('GET', path),
    gcTime: 0,
  });
  // Of a stranger's raffle there is only what everybody sees.
  const own = found.data !== undefined && 'workspace_id' in found.data ? found.data.workspace_id : null;
  const isElsewhere = isMissing && own !== null && shown !== undefined && own !== shown;
  useEffect(() => {
    if (isElsewhere) select(own);
  }, [isElsewhere, own, select]);
  return isMissing && found.isFetched && own === null;
}
