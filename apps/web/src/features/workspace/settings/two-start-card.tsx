/** R81: whether a second person confirms the start of each draw. Owners switch it; for everybody else it is to be read. */
import type { WorkspaceDetail } from '@glassdrum/contract';
import { may, mayInWorkspace, START_CONFIRM_MS } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';

export function TwoStartCard({ workspace }: { workspace: WorkspaceDetail }) {
  const { two_start: isOn, people, role } = workspace;
  const change = useWorkspaceChange({
    act: (body: { two_start: boolean }) => call('PATCH', workspacePath(workspace.id), body),
    onDone: (_answer, body) => {
      toast({
        title: body.two_start ? m.workspace_two_start_on() : m.workspace_two_start_off(),
        tone: 'good',
      });
    },
  });
  const starters = people.filter((person) => may(person.role, 'draw_winners') === 'yes').length;
  const isTooFew = starters < 2;
  return (
    <Card className="grid gap-4">
      <Switch
        label={m.workspace_two_start()}
        hint={m.workspace_two_start_hint({ seconds: START_CONFIRM_MS / 1000 })}
        checked={change.isPending ? change.variables.two_start : isOn}
        disabled={!mayInWorkspace(role, 'change_settings') || change.isPending || (isTooFew && !isOn)}
        onCheckedChange={(next) => change.mutate({ two_start: next })}
      />
      {isTooFew && (
        <p role={isOn ? 'alert' : 'note'} className={isOn ? 'text-warn' : 'text-ink-soft'}>
          {m.workspace_two_start_few()}
        </p>
      )}
    </Card>
  );
}
