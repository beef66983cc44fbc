/** The dates on which a recurring raffle is held next (R80). */
import { m } from '../../../messages/generated/messages.js';
import { formatDateTime } from '../../../ui/date-time.tsx';

/** In the time zone of the raffle. */
export function NextDates({ dates, timeZone }: { dates: readonly number[]; timeZone: string }) {
  return (
    <div>
      <h4 className="font-semibold">{m.recurrence_preview()}</h4>
      {dates.length === 0 ? (
        <p className="mt-1 text-ink-soft">{m.recurrence_preview_none()}</p>
      ) : (
        <ol className="mt-2 flex flex-wrap gap-2">
          {dates.map((at) => (
            <li key={at} className="rounded-xl bg-sunken px-3 py-1.5 tabular-nums">
              {formatDateTime(at, undefined, timeZone)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
