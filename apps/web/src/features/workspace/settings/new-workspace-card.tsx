/** Makes another workspace, which is shown at once (R81). */
import { useState } from 'react';
import type { Workspace, WorkspaceBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useLocation } from 'wouter';
import { call } from '../../../api/call.ts';
import { useShowJoined, WORKSPACES } from '../../../api/workspaces/workspaces.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange } from '../workspace-data.ts';

export function NewWorkspaceCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h3 className="text-2xl">{m.workspace_new_title()}</h3>
        <p className="mt-1 text-ink-soft">{m.workspace_new_text()}</p>
      </div>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {m.workspace_new()}
      </Button>
      {isOpen && <NewWorkspaceDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const show = useShowJoined();
  const [, navigate] = useLocation();
  const create = useWorkspaceChange({
    act: (body: WorkspaceBody) => call<Workspace>('POST', WORKSPACES[0], body),
    onDone: (made) => {
      show(made);
      toast({ title: m.workspace_new_done(), tone: 'good' });
      onClose();
      navigate('/workspace');
    },
    onRefused: ({ fields }) => {
      setError(fields?.['name']);
      return fields?.['name'] !== undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.workspace_new()}
      description={m.workspace_new_text()}
      footer={
        <div className="flex justify-end">
          <Button type="submit" form="new-workspace" pending={create.isPending}>
            {m.workspace_new_create()}
          </Button>
        </div>
      }
    >
      <form
        id="new-workspace"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isMissing = name.trim() === '';
          setError(isMissing ? m.workspace_name_missing() : undefined);
          if (!isMissing) create.mutate({ name: name.trim() });
        }}
      >
        <Field label={m.workspace_name()} hint={m.workspace_name_hint()} error={error}>
          <TextInput
            autoComplete="off"
            maxLength={LIMITS.workspaceName.max}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
