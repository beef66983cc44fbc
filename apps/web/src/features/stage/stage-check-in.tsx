/**
 * R71: how to check in, and how many are here. The code is read again when the next one begins, by the server's clock; one that is
 * no longer accepted is never shown.
 */
import { useEffect, useState } from 'react';
import type { CheckInCodeAnswer, CheckInCounts } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { presentText } from '../../participation/presence/check-in-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { plate } from './stage-frame.tsx';

interface StageCheckInProps {
  raffleId: string;
  stageKey: string;
  counts: CheckInCounts;
  /** The server's clock. */
  now: () => number;
  isOverlay: boolean;
}

/** Soon after a failed attempt, and at least this often. */
const LOOK_AGAIN_MS = 5_000;
const SHORTEST_PAUSE_MS = 500;

export function StageCheckIn({ raffleId, stageKey, counts, now, isOverlay }: StageCheckInProps) {
  const path = `/api/raffles/${raffleId}/check-in/code`;
  const { data } = useQuery({
    queryKey: [path, stageKey],
    queryFn: () => call<CheckInCodeAnswer>('GET', `${path}?key=${encodeURIComponent(stageKey)}`),
    refetchInterval: ({ state }) => {
      const next = (state.data?.code?.changes_at ?? Infinity) - now();
      return Math.min(LOOK_AGAIN_MS, Math.max(SHORTEST_PAUSE_MS, next + 100));
    },
  });
  const known = data?.code ?? null;
  const [endedAt, setEndedAt] = useState(0);
  useEffect(() => {
    if (known === null) return;
    const timer = setTimeout(() => setEndedAt(known.valid_until), known.valid_until - now());
    return () => clearTimeout(timer);
  }, [known, now]);
  const code = known !== null && known.valid_until > endedAt ? known : null;
  return (
    <aside
      aria-label={m.stage_check_in()}
      className={classNames(
        'flex shrink-0 flex-col items-center justify-center text-center',
        isOverlay
          ? plate(true)
          : 'w-[42vw] rounded-[3vh] bg-card px-[2vw] py-[2vh] shadow-card portrait:w-full',
      )}
    >
      {!isOverlay && <p className="font-display text-[5vh] font-bold">{m.stage_check_in()}</p>}
      {code === null ? (
        <p role="status" className={isOverlay ? 'text-[2.6vh]' : 'py-[10vh] text-[4vh] text-ink-soft'}>
          {m.stage_check_in_wait()}
        </p>
      ) : (
        <>
          <QrImage
            text={code.url}
            label={m.stage_check_in_qr()}
            className={
              isOverlay ? 'h-[24vh]' : 'mt-[1vh] h-[44vh] border border-line portrait:h-[min(30vh,80vw)]'
            }
          />
          <p className={classNames('text-ink-soft', isOverlay ? 'text-[2.2vh]' : 'mt-[1.2vh] text-[2.8vh]')}>
            {m.stage_check_in_typed()}
          </p>
          <p
            className={classNames(
              'font-mono leading-tight font-extrabold tracking-[0.1em] text-brand',
              isOverlay ? 'text-[4vh]' : 'text-[6vh]',
            )}
          >
            {code.typed.slice(0, 3)} {code.typed.slice(3)}
          </p>
        </>
      )}
      <p
        role="status"
        className={classNames(
          'font-display font-extrabold tabular-nums',
          isOverlay ? 'text-[3vh]' : 'mt-[1.4vh] text-[5vh]',
        )}
      >
        {presentText(counts)}
      </p>
    </aside>
  );
}
