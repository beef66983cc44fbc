/** R71: whether people must be present at a draw. Of an opened raffle the change is public. */
import type { HostRaffle, PlannedDraw, PresenceAnswer } from '@glassdrum/contract';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useChange } from '../console-data.ts';

export function PresenceSwitch({ raffle, draw }: { raffle: HostRaffle; draw: PlannedDraw }) {
  const change = useChange({
    act: (required: boolean) =>
      call<PresenceAnswer>('PUT', `/api/raffles/${raffle.id}/draws/${draw.number}/presence`, { required }),
  });
  const { required, changed_at: changedAt } = draw.presence;
  return (
    <Switch
      label={m.console_field_must_be_present()}
      hint={hintOf(raffle, changedAt)}
      checked={change.isPending ? change.variables : required}
      disabled={change.isPending}
      onCheckedChange={(wanted) => change.mutate(wanted)}
    />
  );
}

function hintOf({ status }: HostRaffle, changedAt: number | null): string {
  if (changedAt !== null) return m.presence_changed({ time: formatDateTime(changedAt) });
  return status === 'draft' ? m.console_field_must_be_present_hint() : m.presence_public_hint();
}
