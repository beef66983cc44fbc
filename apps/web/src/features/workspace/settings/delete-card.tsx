/** Deletes the workspace, once its name was typed (R81). The server names what has to be done first. */
import { useState } from 'react';
import type { WorkspaceDetail } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';
import { useGone } from './use-gone.ts';

export function DeleteCard({ workspace: { id, name } }: { workspace: WorkspaceDetail }) {
  const [isAsking, setAsking] = useState(false);
  const goAway = useGone(id);
  const remove = useWorkspaceChange({
    act: () => call('DELETE', workspacePath(id)),
    onDone: () => goAway(m.workspace_deleted({ workspace: name })),
  });
  return (
    <section className="grid gap-3 rounded-2xl border-2 border-danger bg-danger-soft p-5 text-danger sm:p-6">
      <h3 className="text-2xl">{m.workspace_delete_title()}</h3>
      <p>{m.workspace_delete_text()}</p>
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.workspace_delete()}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.workspace_delete_question({ workspace: name })}
        description={<p>{m.workspace_delete_text()}</p>}
        confirmLabel={m.workspace_delete_confirm()}
        phrase={name}
        tone="danger"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </section>
  );
}
