/** What stands over every picture of a draw: whether it is live, and the viewer's own number. */
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';
import { useReachability } from '../api/reachability.ts';

export type LiveState = 'live' | 'connecting' | 'replay' | 'test';

export function LiveLabel({ state }: { state: LiveState }) {
  const isOffline = useReachability() === 'offline';
  switch (state) {
    case 'live':
      return (
        <Badge tone="good">
          <span aria-hidden className="size-2 animate-breathe rounded-full bg-current" />
          {m.draw_live()}
        </Badge>
      );
    case 'connecting':
      return <Badge tone="warn">{isOffline ? m.common_offline_label() : m.draw_connecting()}</Badge>;
    case 'replay':
      return <Badge tone="info">{m.draw_replay()}</Badge>;
    case 'test':
      return <Badge tone="warn">{m.draw_test()}</Badge>;
  }
}

/** "You're in, #17": stays on the screen through the whole show. */
export function YoureIn({ number }: { number: number }) {
  return (
    <span className="truncate rounded-full bg-brand px-3.5 py-1 font-display text-lg leading-snug font-bold text-on-brand tabular-nums">
      {m.draw_youre_in({ number })}
    </span>
  );
}
