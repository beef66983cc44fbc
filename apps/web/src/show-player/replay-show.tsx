/**
 * R34: a stored draw played by the same function with the draw's timings, on the device's own clock and without a live
 * connection. A clock whose beacon is there in time never holds, which makes it the replay's.
 */
import type { DrawPlan, DrawStanding, LiveResult } from '@glassdrum/contract';
import { DRAW_TIMELINE } from '@glassdrum/raffle-rules';
import { type ReactNode, useMemo } from 'react';
import { useDrawMoment } from '../live/use-draw-moment.ts';
import { useReplayClock } from '../live/use-replay-clock.ts';
import { winnerPagesMs } from '../live/winner-pages.ts';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { DrawShow } from './draw-show.tsx';
import { ReplayBar } from './replay-bar.tsx';

interface ReplayShowProps {
  title: string;
  plan: DrawPlan;
  result: LiveResult;
  standing: DrawStanding | null;
  own: number | null;
  fairness: ReactNode;
  /** Beside "Play Again". */
  links: ReactNode;
  /** Where the show is only a part of a page: back to it. */
  onLeave?: () => void;
}

const SHOW_MS = Object.values(DRAW_TIMELINE).reduce((sum, length) => sum + length, 0);
/** The show's own time starts at nought. */
const CLOCK = { t0: 0, beaconAt: 0 };

export function ReplayShow({
  title,
  plan,
  result,
  standing,
  own,
  fairness,
  links,
  onLeave,
}: ReplayShowProps) {
  const control = useReplayClock(SHOW_MS + winnerPagesMs(result.winners.length));
  const { now, rate, seek, length } = control;
  const moment = useDrawMoment(CLOCK.t0, CLOCK.beaconAt, now, { speed: rate });
  // The pause shows what was known then.
  const unknowing = useMemo<DrawPlan>(() => ({ ...plan, beacon_value: null }), [plan]);
  if (moment === null || moment.phase === 'before') return null;
  const isPause = moment.phase === 'animation' && moment.step === 'pause';
  const isRevealed = moment.phase === 'reveal' || moment.phase === 'complete';
  return (
    <DrawShow
      title={title}
      plan={isPause ? unknowing : plan}
      clock={CLOCK}
      now={now}
      speed={rate}
      moment={moment}
      result={isRevealed ? result : null}
      standing={standing}
      own={own}
      live="replay"
      stats={{
        participants: plan.total_entries,
        winners: plan.winners,
        watching: null,
        startedAt: CLOCK.t0,
      }}
      fairness={fairness}
      links={
        <>
          {links}
          <Button
            variant="quiet"
            className="min-h-13 text-lg"
            onClick={() => {
              window.scrollTo(0, 0);
              seek(0);
              if (!control.isPlaying) control.toggle();
            }}
          >
            {m.draw_replay_again()}
          </Button>
        </>
      }
      controls={<ReplayBar control={control} onLeave={onLeave ?? null} />}
      onSkip={() => seek(length)}
      isSkipped={false}
    />
  );
}
