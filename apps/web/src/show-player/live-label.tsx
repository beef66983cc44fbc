/** Whether what is seen is live. */
import { m } from '../messages/generated/messages.js';
import { Badge } from '../ui/badge.tsx';

export type LiveState = 'live' | 'connecting' | 'replay' | 'test';

export function LiveLabel({ state }: { state: LiveState }) {
  switch (state) {
    case 'live':
      return (
        <Badge tone="good">
          <span aria-hidden className="size-2 animate-breathe rounded-full bg-current" />
          {m.draw_live()}
        </Badge>
      );
    case 'connecting':
      return <Badge tone="warn">{m.draw_connecting()}</Badge>;
    case 'replay':
      return <Badge tone="info">{m.draw_replay()}</Badge>;
    case 'test':
      return <Badge tone="warn">{m.draw_test()}</Badge>;
  }
}
