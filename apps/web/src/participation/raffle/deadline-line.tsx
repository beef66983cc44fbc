/** When joining ends and the draw starts, counting down, in the viewer's zone (R12, R15, R31, R50). */
import type { PublicRaffle } from '@glassdrum/contract';
import { AlarmClock } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { DateTime } from '../../ui/date-time.tsx';

interface DeadlineLineProps {
  raffle: PublicRaffle;
  /** The server's clock, where the page has it. */
  now?: () => number;
  /** `beside`: at the start on a phone, at the end where it stands beside something. */
  align?: 'centre' | 'beside';
  className?: string;
}

/** Nothing for a raffle without a deadline, and once the draw has started. */
export function DeadlineLine({ raffle, now = Date.now, align = 'centre', className }: DeadlineLineProps) {
  const { deadline_at: deadline, draw_waits_since: waitsSince, draw_started: started } = raffle;
  if (deadline === null || started || raffle.status === 'drawn') return null;
  return (
    <p
      className={classNames(
        'flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft',
        align === 'centre' ? 'justify-center text-center' : 'sm:justify-end',
        className,
      )}
    >
      <AlarmClock aria-hidden className="size-4.5 shrink-0" />
      {waitsSince === null ? (
        <>
          {(raffle.auto_draw || raffle.status === 'open') && (
            <Countdown to={deadline} now={now} text={raffle.auto_draw ? m.common_draws : m.common_closes} />
          )}
          <DateTime at={deadline} />
        </>
      ) : (
        m.common_draw_waits()
      )}
    </p>
  );
}
