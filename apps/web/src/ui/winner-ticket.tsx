/** A winner on paper: the name first and large, the entry number below the tear line. */
import { m } from '../messages/generated/messages.js';
import { classNames } from './class-names.ts';
import { PaperTicket } from './paper-ticket.tsx';

interface WinnerTicketProps {
  name: string;
  number: number;
}

/** A name of any length fits above the tear line. */
function nameSize(name: string): string {
  const { length } = name;
  if (length <= 8) return 'text-6xl';
  if (length <= 14) return 'text-4xl';
  if (length <= 34) return 'text-3xl';
  return length <= 60 ? 'text-xl' : 'text-lg';
}

export function WinnerTicket({ name, number }: WinnerTicketProps) {
  return (
    <PaperTicket
      kicker={m.common_winner()}
      headline={
        <span
          className={classNames(
            'line-clamp-5 max-w-full font-display leading-[1.1] font-extrabold tracking-tight text-ticket-print [overflow-wrap:anywhere]',
            nameSize(name),
          )}
        >
          {name}
        </span>
      }
      foot={
        <span className="font-display text-2xl font-bold tabular-nums">
          {m.common_entry_number({ number })}
        </span>
      }
    />
  );
}
