/** The paper ticket: a huge entry number above the tear line, the holder's name below it. */
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';
import { useTilt } from './use-tilt.ts';

interface EntryTicketProps {
  number: number;
  name: string;
  className?: string;
}

/** Six digits fill the same width as three. */
function numberSize(number: number): string {
  const digits = String(number).length;
  if (digits <= 3) return 'text-[7rem]';
  return digits <= 5 ? 'text-[5rem]' : 'text-[3.75rem]';
}

export function EntryTicket({ number, name, className }: EntryTicketProps) {
  const paper = useTilt<HTMLDivElement>();
  return (
    <div
      ref={paper}
      className={classNames(
        'mx-auto w-full max-w-80 drop-shadow-xl transition-transform duration-(--slow) ease-(--ease)',
        className,
      )}
    >
      <div className="ticket-paper grid h-66 grid-rows-[72%_28%] rounded-2xl text-center">
        <div className="flex flex-col items-center justify-center border-b-2 border-dashed border-ticket-ink/25 px-5 pt-4">
          <span className="text-sm font-semibold tracking-wide text-ticket-soft">
            {m.common_your_entry()}
          </span>
          <span
            className={classNames(
              'font-display leading-none font-extrabold tracking-tight text-ticket-print tabular-nums',
              numberSize(number),
            )}
          >
            <span aria-hidden className="mr-1 align-[0.35em] text-[0.4em] font-bold">
              {m.common_number_sign()}
            </span>
            {number}
          </span>
        </div>
        <div className="flex items-center justify-center px-6">
          <span className="line-clamp-2 font-display text-xl leading-tight font-bold break-words">
            {name}
          </span>
        </div>
      </div>
    </div>
  );
}
