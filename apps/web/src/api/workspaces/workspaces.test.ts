/** R81: which of several workspaces is shown, and which raffles belong to its list. */
import type { Workspace } from '@glassdrum/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { selectWorkspace } from './selected-workspace.ts';
import { inWorkspace, isShownWorkspace, RAFFLES, shownWorkspace, WORKSPACES } from './workspaces.ts';

const workspace = (id: string, role: Workspace['role'] = 'owner') => ({ id, name: id, role }) as Workspace;
const list = [workspace('first'), workspace('second', 'desk')];

function known(workspaces: Workspace[] | undefined): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(WORKSPACES, workspaces);
  return queryClient;
}

afterEach(() => selectWorkspace(null));

describe('the workspace that is shown', () => {
  it('R81 is the first until another is chosen, and again when that one is gone', () => {
    expect(shownWorkspace(list, null)?.id).toBe('first');
    expect(shownWorkspace(list, 'second')?.id).toBe('second');
    expect(shownWorkspace(list, 'left meanwhile')?.id).toBe('first');
    expect(shownWorkspace(undefined, 'second')).toBeUndefined();
    expect(shownWorkspace([workspace('others', 'observer'), ...list], null)?.id).toBe('first');
    expect(shownWorkspace([workspace('others', 'observer')], null)?.id).toBe('others');
  });

  it('R81 names itself in the addresses of its lists once it was chosen', () => {
    expect(inWorkspace(RAFFLES[0])).toBe('/api/raffles');
    selectWorkspace('second');
    expect(inWorkspace(RAFFLES[0])).toBe('/api/raffles?workspace_id=second');
  });

  it('R81 takes new raffles of its own only', () => {
    const queryClient = known(list);
    expect(isShownWorkspace(queryClient, 'first')).toBe(true);
    expect(isShownWorkspace(queryClient, 'second')).toBe(false);
    selectWorkspace('second');
    expect(isShownWorkspace(queryClient, 'second')).toBe(true);
    expect(isShownWorkspace(queryClient, 'first')).toBe(false);
  });

  it('R81 is whatever the raffle says while the workspaces are not known yet', () => {
    expect(isShownWorkspace(known(undefined), 'any')).toBe(true);
  });
});
