/** "You're in, #17": stays on the screen through the whole show. */
import { m } from '../messages/generated/messages.js';

export function YoureIn({ number }: { number: number }) {
  return (
    <span className="truncate rounded-full bg-brand px-3.5 py-1 font-display text-lg leading-snug font-bold text-on-brand tabular-nums">
      {m.draw_youre_in({ number })}
    </span>
  );
}
