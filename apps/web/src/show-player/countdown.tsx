/** 3, 2, 1: as large as the screen allows, and read out at once. */
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

interface CountdownProps {
  number: number;
  className?: string;
}

export function Countdown({ number, className }: CountdownProps) {
  return (
    <div className="relative grid flex-1 place-items-center">
      <span
        key={number}
        aria-hidden
        className={classNames(
          'animate-stamp font-display leading-none font-extrabold text-brand tabular-nums',
          className ?? 'text-[min(60vw,22rem)]',
        )}
      >
        {number}
      </span>
      <span className="sr-only" aria-live="assertive">
        {m.draw_countdown({ number })}
      </span>
    </div>
  );
}
