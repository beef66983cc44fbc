/** R71: how many are here for the next draw, and the button that opens check-in. Nothing where people need not be present. */
import type { HostRaffle, PresenceAnswer } from '@glassdrum/contract';
import { UserCheck } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { presentText } from '../../../participation/presence/check-in-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { hostCan } from '../host-actions.ts';
import { sectionPath } from '../raffle-page/sections.ts';

interface CheckInPanelProps {
  raffle: HostRaffle;
  /** Whether it leads to the list of people; not out of a dialog. */
  hasPeople: boolean;
}

export function CheckInPanel({ raffle, hasPeople }: CheckInPanelProps) {
  const open = useChange({
    act: () => call<PresenceAnswer>('POST', `/api/raffles/${raffle.id}/check-in`),
    onDone: () => toast({ title: m.presence_opened(), description: m.presence_opened_text(), tone: 'good' }),
  });
  const checkIn = raffle.presence?.check_in ?? null;
  if (checkIn === null || !hostCan(raffle, 'check_in_people')) return null;
  return (
    <div className="grid gap-3 rounded-2xl bg-sunken p-4 text-left">
      {checkIn.opened_at === null ? (
        <>
          <p>{m.presence_host_closed()}</p>
          <Button variant="quiet" pending={open.isPending} onClick={() => open.mutate()}>
            <UserCheck aria-hidden className="size-5" />
            {m.presence_open()}
          </Button>
        </>
      ) : (
        <>
          <p role="status" className="font-display text-2xl font-bold tabular-nums">
            {presentText(checkIn)}
          </p>
          <p className="text-ink-soft">{m.presence_host_open()}</p>
          {hasPeople && (
            <LinkButton href={sectionPath(raffle.id, 'people')} variant="quiet">
              <UserCheck aria-hidden className="size-5" />
              {m.presence_host_people()}
            </LinkButton>
          )}
        </>
      )}
    </div>
  );
}
