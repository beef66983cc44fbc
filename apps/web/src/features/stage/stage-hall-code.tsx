/** H11: the code that people in the hall type to join. It is read again when the next one begins. */
import type { HallCodeAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';

interface StageHallCodeProps {
  raffleId: string;
  stageKey: string;
  /** The server's clock. */
  now: () => number;
  isOverlay: boolean;
}

/** The host may ask for a new code at any time, so it is also read in between. */
const LOOK_AGAIN_MS = 5_000;
const SHORTEST_PAUSE_MS = 500;

export function StageHallCode({ raffleId, stageKey, now, isOverlay }: StageHallCodeProps) {
  const path = `/api/raffles/${raffleId}/hall-code`;
  const { data } = useQuery({
    queryKey: [path, stageKey],
    queryFn: () => call<HallCodeAnswer>('GET', `${path}?key=${encodeURIComponent(stageKey)}`),
    refetchInterval: ({ state }) => {
      const next = (state.data?.changes_at ?? Infinity) - now();
      return Math.min(LOOK_AGAIN_MS, Math.max(SHORTEST_PAUSE_MS, next + 100));
    },
  });
  const code = data?.code ?? null;
  if (code === null) return null;
  return (
    <p className={classNames('text-center', isOverlay ? 'mt-[1vh]' : 'mt-[1.2vh]')}>
      <span className={classNames('block text-ink-soft', isOverlay ? 'text-[2.2vh]' : 'text-[2.8vh]')}>
        {m.stage_hall_code()}
      </span>
      <span
        className={classNames(
          'block font-mono leading-tight font-extrabold tracking-[0.1em] text-brand',
          isOverlay ? 'text-[4vh]' : 'text-[6.4vh]',
        )}
      >
        {code.slice(0, 3)} {code.slice(3)}
      </span>
    </p>
  );
}
