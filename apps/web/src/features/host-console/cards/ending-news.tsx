/** R79: what the host should know of a raffle that was cancelled, or that nothing has happened in for long. */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import type { DialogKind } from '../console-dialogs.tsx';
import { hostCan } from '../host-actions.ts';

interface EndingNewsProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function EndingNews({ raffle, onDialog }: EndingNewsProps) {
  const { cancelled } = raffle;
  if (cancelled !== null) {
    return (
      <div role="note" className="mt-3 rounded-xl bg-sunken px-3 py-2">
        <p className="text-sm text-ink-soft">
          {m.raffle_cancelled_at()} <DateTime at={cancelled.at} />
        </p>
        <p className="mt-1 text-sm text-ink-soft">{m.raffle_cancelled_reason()}</p>
        <p dir="auto" className="wrap-anywhere">
          {cancelled.reason}
        </p>
      </div>
    );
  }
  if (!raffle.is_forgotten) return null;
  return (
    <div role="note" className="mt-3 rounded-xl bg-warn-soft px-3 py-2 text-warn">
      <p>{m.console_forgotten()}</p>
      <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {hostCan(raffle, 'cancel') && raffle.draws.held === 0 && (
          <Button variant="quiet" onClick={() => onDialog('cancel')}>
            {m.console_cancel_raffle()}
          </Button>
        )}
        {hostCan(raffle, 'erase') && (
          <Button variant="quiet" onClick={() => onDialog('erase')}>
            {m.console_erase_raffle()}
          </Button>
        )}
      </p>
    </div>
  );
}
