/** The workspace's name (R81). */
import { useState } from 'react';
import type { WorkspaceDetail, WorkspacePatchBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';

export function NameCard({ workspace }: { workspace: WorkspaceDetail }) {
  const [name, setName] = useState(workspace.name);
  const [error, setError] = useState<string | undefined>(undefined);
  const rename = useWorkspaceChange({
    act: (body: WorkspacePatchBody) => call('PATCH', workspacePath(workspace.id), body),
    onDone: () => toast({ title: m.workspace_saved(), tone: 'good' }),
    onRefused: ({ fields }) => {
      setError(fields?.['name']);
      return fields?.['name'] !== undefined;
    },
  });
  return (
    <Card>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const isMissing = name.trim() === '';
          setError(isMissing ? m.workspace_name_missing() : undefined);
          if (!isMissing) rename.mutate({ name: name.trim() });
        }}
      >
        <h3 className="text-2xl">{m.workspace_name_title()}</h3>
        <Field label={m.workspace_name()} hint={m.workspace_name_hint()} error={error}>
          <TextInput
            autoComplete="off"
            maxLength={LIMITS.workspaceName.max}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          disabled={name.trim() === workspace.name}
          pending={rename.isPending}
          pendingLabel={m.workspace_saving()}
        >
          {m.workspace_save()}
        </Button>
      </form>
    </Card>
  );
}
