/** Where a raffle stands: draft yellow, open green and pulsing, closed grey, drawn blue, cancelled red. */
import type { PublicRaffle } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { Badge, type BadgeTone } from './badge.tsx';

type Status = PublicRaffle['status'] | 'cancelled';

const TONES: Record<Status, BadgeTone> = {
  draft: 'warn',
  open: 'good',
  closed: 'neutral',
  drawn: 'info',
  cancelled: 'danger',
};

function statusText(status: Status): string {
  switch (status) {
    case 'draft':
      return m.common_status_draft();
    case 'open':
      return m.common_status_open();
    case 'closed':
      return m.common_status_closed();
    case 'cancelled':
      return m.common_status_cancelled();
    case 'drawn':
      return m.common_status_drawn();
  }
}

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={TONES[status]}>
      {status === 'open' && <span aria-hidden className="size-2 animate-breathe rounded-full bg-current" />}
      {statusText(status)}
    </Badge>
  );
}
