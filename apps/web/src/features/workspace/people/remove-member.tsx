/** Removes a member from the workspace, after asking (R81). */
import { useState } from 'react';
import type { WorkspaceDetail, WorkspaceMember } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';

interface RemoveMemberProps {
  workspace: WorkspaceDetail;
  member: WorkspaceMember;
}

export function RemoveMember({
  workspace,
  member: { user_id: id, name, from_provider: fromProvider },
}: RemoveMemberProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useWorkspaceChange({
    act: () => call('DELETE', workspacePath(workspace.id, `/members/${id}`)),
    onDone: () => {
      setAsking(false);
      toast({ title: m.workspace_removed({ name }), tone: 'good' });
    },
  });
  return (
    <>
      <Button variant="quiet" aria-label={m.workspace_remove_name({ name })} onClick={() => setAsking(true)}>
        {m.workspace_remove()}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.workspace_remove_title({ name })}
        description={
          <>
            <p>{m.workspace_remove_text({ name })}</p>
            {fromProvider && <p className="mt-2">{m.workspace_remove_from_provider({ name })}</p>}
          </>
        }
        confirmLabel={m.workspace_remove()}
        tone="danger"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
