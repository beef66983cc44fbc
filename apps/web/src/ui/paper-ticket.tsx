/** A paper ticket with its tear line: what matters huge above it, the rest below; it tilts a little with the pointer. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useTilt } from './use-tilt.ts';

interface PaperTicketProps {
  /** Small, above the headline. */
  kicker: string;
  headline: ReactNode;
  /** Below the tear line. */
  foot: ReactNode;
  className?: string;
}

export function PaperTicket({ kicker, headline, foot, className }: PaperTicketProps) {
  const paper = useTilt<HTMLDivElement>();
  return (
    <div
      ref={paper}
      className={classNames(
        'mx-auto w-full max-w-80 drop-shadow-xl transition-transform duration-(--slow) ease-(--ease)',
        className,
      )}
    >
      <div className="ticket-paper grid h-66 grid-cols-1 grid-rows-[72%_28%] rounded-2xl text-center">
        <div className="flex min-h-0 flex-col items-center justify-center border-b-2 border-dashed border-ticket-ink/25 px-5 pt-4">
          <span className="text-sm font-semibold tracking-wide text-ticket-soft">{kicker}</span>
          {headline}
        </div>
        <div className="flex items-center justify-center px-6">{foot}</div>
      </div>
    </div>
  );
}
