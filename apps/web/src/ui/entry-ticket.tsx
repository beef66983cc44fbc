/** The entry's own ticket: a huge entry number above the tear line, the holder's name below it. */
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';
import { PaperTicket } from './paper-ticket.tsx';

interface EntryTicketProps {
  number: number;
  name: string;
  /** Small, above the number; whose entry it is, unless told otherwise. */
  kicker?: string;
  className?: string;
}

/** Six digits fill the same width as three. */
function numberSize(number: number): string {
  const digits = String(number).length;
  if (digits <= 3) return 'text-[7rem]';
  return digits <= 5 ? 'text-[5rem]' : 'text-[3.75rem]';
}

export function EntryTicket({ number, name, kicker = m.common_your_entry(), className }: EntryTicketProps) {
  return (
    <PaperTicket
      kicker={kicker}
      headline={
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
      }
      foot={
        <span className="line-clamp-2 font-display text-xl leading-tight font-bold wrap-anywhere">
          {name}
        </span>
      }
      {...(className === undefined ? {} : { className })}
    />
  );
}
