/** R83: the id by which groups of the OpenID provider name this workspace. Not there where nobody signs in through one. */
import { useSignInWays } from '../../../api/sign-in/sign-in-ways.ts';
import { m } from '../../../messages/generated/messages.js';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field, TextToCopy } from '../../../ui/field.tsx';

export function GroupsCard({ workspaceId }: { workspaceId: string }) {
  const provider = useSignInWays()?.provider ?? null;
  if (provider === null) return null;
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-2xl">{m.workspace_groups_title()}</h3>
        <p className="mt-1 wrap-anywhere text-ink-soft">{m.workspace_groups_text({ provider })}</p>
      </div>
      <Field label={m.workspace_groups_id()}>
        <TextToCopy value={workspaceId} />
      </Field>
      <CopyButton text={workspaceId} label={m.workspace_groups_copy()} className="justify-self-start" />
    </Card>
  );
}
