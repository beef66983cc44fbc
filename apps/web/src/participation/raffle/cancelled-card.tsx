/** R79: on every page of a raffle that the host cancelled, in place of what it promised. */
import type { PublicRaffle } from '@glassdrum/contract';
import { CircleSlash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';

interface CancelledCardProps {
  raffle: Pick<PublicRaffle, 'title'>;
  cancelled: NonNullable<PublicRaffle['cancelled']>;
  /** What else there is to say or do. */
  children?: ReactNode;
}

export function CancelledCard({ raffle, cancelled, children }: CancelledCardProps) {
  return (
    <Card className="mx-auto w-full max-w-lg py-10 text-center">
      <CircleSlash2 aria-hidden className="mx-auto size-10 text-danger" />
      <p className="mt-3 font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
      <div role="status">
        <h1 className="mt-1 text-3xl">{m.cancelled_title()}</h1>
      </div>
      <p className="mt-3 text-ink-soft">{m.cancelled_text()}</p>
      <blockquote dir="auto" className="mt-2 text-lg font-semibold wrap-anywhere">
        {cancelled.reason}
      </blockquote>
      <p className="mt-3 text-sm text-ink-soft">
        <DateTime at={cancelled.at} /> · {m.cancelled_log()}
      </p>
      {children}
    </Card>
  );
}
