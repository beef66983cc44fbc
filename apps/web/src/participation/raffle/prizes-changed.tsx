/** R62: that the prizes were changed after the opening, and when. */
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { formatDateTime } from '../../ui/date-time.tsx';

interface PrizesChangedProps {
  /** Epoch milliseconds; undefined in an answer that an earlier version stored on this device. */
  times: readonly number[] | undefined;
  className?: string;
}

/** Nothing where nothing was changed. */
export function PrizesChanged({ times, className }: PrizesChangedProps) {
  if (times === undefined || times.length === 0) return null;
  return (
    <p className={classNames('text-sm text-warn', className)}>
      {m.prizes_changed({ times: times.map((at) => formatDateTime(at)).join('; ') })}
    </p>
  );
}
