/** Leaves the workspace (R81). Its last owner is told why that is not possible. */
import { useState } from 'react';
import type { WorkspaceDetail } from '@glassdrum/contract';
import { decideMemberChange } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';
import { useGone } from './use-gone.ts';

export function LeaveCard({ workspace }: { workspace: WorkspaceDetail }) {
  const { id, name, role, people } = workspace;
  const [isAsking, setAsking] = useState(false);
  const goAway = useGone(id);
  const leave = useWorkspaceChange({
    act: () => call('POST', workspacePath(id, '/leave')),
    onDone: () => goAway(m.workspace_left({ workspace: name })),
  });
  const owners = people.filter((person) => person.role === 'owner').length;
  const canGo = decideMemberChange({ role, next: null, owners }).ok;
  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h3 className="text-2xl">{m.workspace_leave_title()}</h3>
        <p className="mt-1 text-ink-soft">{canGo ? m.workspace_leave_text() : m.workspace_last_owner()}</p>
      </div>
      {canGo && (
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {m.workspace_leave()}
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.workspace_leave_question({ workspace: name })}
        description={<p>{m.workspace_leave_text()}</p>}
        confirmLabel={m.workspace_leave()}
        tone="danger"
        pending={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </Card>
  );
}
