/** Chooses the role of a member (R81). An owner who steps down is asked first: only another owner could undo it. */
import { useState } from 'react';
import type { WorkspaceDetail, WorkspaceMember } from '@glassdrum/contract';
import { type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Select } from '../../../ui/field.tsx';
import { roleName } from '../../../ui/role-texts.ts';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';

interface MemberRoleProps {
  workspace: WorkspaceDetail;
  member: WorkspaceMember;
  /** The last owner. */
  isFixed: boolean;
}

export function MemberRole({ workspace, member, isFixed }: MemberRoleProps) {
  const { user_id: id, name, role, is_you: isYou } = member;
  const [lower, setLower] = useState<WorkspaceRole | null>(null);
  const change = useWorkspaceChange({
    act: (next: WorkspaceRole) =>
      call('PATCH', workspacePath(workspace.id, `/members/${id}`), { role: next }),
    onDone: (_answer, next) => {
      setLower(null);
      toast({
        title: m.workspace_role_changed(),
        description: m.workspace_role_changed_text({ name, role: roleName(next) }),
        tone: 'good',
      });
    },
  });
  return (
    <>
      <Select
        aria-label={m.workspace_role_of({ name })}
        value={change.isPending ? change.variables : role}
        disabled={isFixed || change.isPending}
        className="w-40"
        onChange={({ target }) => {
          const next = workspaceRoles.find((one) => one === target.value);
          if (next === undefined || next === role) return;
          if (isYou) setLower(next);
          else change.mutate(next);
        }}
      >
        {workspaceRoles.map((one) => (
          <option key={one} value={one}>
            {roleName(one)}
          </option>
        ))}
      </Select>
      <AlertDialog
        open={lower !== null}
        onOpenChange={() => setLower(null)}
        title={m.workspace_step_down_title()}
        description={<p>{m.workspace_step_down_text({ role: roleName(lower ?? role) })}</p>}
        confirmLabel={m.workspace_step_down()}
        pending={change.isPending}
        onConfirm={() => {
          if (lower !== null) change.mutate(lower);
        }}
      />
    </>
  );
}
