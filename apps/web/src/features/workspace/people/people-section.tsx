/** Who belongs to the workspace, in which role, and who is invited (R81). */
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import type { WorkspaceSectionProps } from '../section-props.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';

export function PeopleSection({ workspace }: WorkspaceSectionProps) {
  return (
    // Takes the focus when a row is gone whose button opened a dialog.
    <section aria-labelledby="workspace-people" tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none">
      <h2 id="workspace-people" className="sr-only">
        {m.workspace_people()}
      </h2>
      <MembersCard workspace={workspace} />
      {mayInWorkspace(workspace.role, 'invite_members') && <InvitationsCard workspace={workspace} />}
    </section>
  );
}
