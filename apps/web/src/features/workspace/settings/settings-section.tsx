/** What is set for a workspace and all of its raffles (R81), another workspace, and the ways out of this one. */
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import type { WorkspaceSectionProps } from '../section-props.ts';
import { DeleteCard } from './delete-card.tsx';
import { GroupsCard } from './groups-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { NameCard } from './name-card.tsx';
import { NewWorkspaceCard } from './new-workspace-card.tsx';
import { TwoStartCard } from './two-start-card.tsx';

export function SettingsSection({ workspace }: WorkspaceSectionProps) {
  const { role } = workspace;
  return (
    <section aria-labelledby="workspace-settings" className="grid grid-cols-1 gap-6">
      <h2 id="workspace-settings" className="sr-only">
        {m.workspace_settings()}
      </h2>
      {mayInWorkspace(role, 'rename_workspace') && <NameCard key={workspace.name} workspace={workspace} />}
      <TwoStartCard workspace={workspace} />
      {mayInWorkspace(role, 'change_members') && <GroupsCard workspaceId={workspace.id} />}
      <NewWorkspaceCard />
      {workspace.people.length > 1 && <LeaveCard workspace={workspace} />}
      {mayInWorkspace(role, 'delete_workspace') && <DeleteCard workspace={workspace} />}
    </section>
  );
}
