/** R91: the host and entrants enter the numbers that were made in the room; those who only watch are not asked. */
import type { DrawPlan } from '@glassdrum/contract';
import { type TalkStore, useTalk } from '../../live/talk-store.ts';
import { RoomNumbers, type RoomNumbersStatus } from '../../show-player/room/room-numbers.tsx';

interface RoomTaskProps {
  plan: DrawPlan;
  status: RoomNumbersStatus | null;
  isEntrant: boolean;
  /** Knows whether this visitor is the host. */
  talk: TalkStore | null;
}

export function RoomTask({ plan, status, isEntrant, talk }: RoomTaskProps) {
  const { self } = useTalk(talk);
  return isEntrant || self === 'host' ? <RoomNumbers plan={plan} status={status} /> : null;
}
