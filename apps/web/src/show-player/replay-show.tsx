/**
 * R34: a stored draw played by the same function with the draw's timings, on the device's own clock and without a live
 * connection. A clock whose beacon is there in time never holds, which makes it the replay's.
 */
import type { DrawPlan, PrizeStatus, LiveResult } from '@glassdrum/contract';
import { SHOW_STARTS } from '@glassdrum/raffle-rules';
import { Pause, Play, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useDrawMoment } from '../live/draw-moment.ts';
import { REPLAY_SPEEDS, type ReplayControl, useReplayClock } from '../live/replay-clock.ts';
import { pagesMs } from '../live/winner-pages.ts';
import { m } from '../messages/generated/messages.js';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DrawShow } from './draw-show.tsx';
import { participantsOf } from './entrants.ts';
import { revealOf } from './reveal.ts';

interface ReplayShowProps {
  title: string;
  plan: DrawPlan;
  result: LiveResult;
  prizeStatus: PrizeStatus | null;
  own: number | null;
  fairness: ReactNode;
  /** Beside "Play Again". */
  links: ReactNode;
  /** Where the show is only a part of a page: back to it. */
  onLeave?: () => void;
}

const SHOW_MS = SHOW_STARTS.complete;
/** The show's own time starts at nought. */
const CLOCK = { t0: 0, beaconAt: 0 };

export function ReplayShow({
  title,
  plan,
  result,
  prizeStatus,
  own,
  fairness,
  links,
  onLeave,
}: ReplayShowProps) {
  const pages = useMemo(() => revealOf(plan, result.winners).pages, [plan, result]);
  const control = useReplayClock(SHOW_MS + pagesMs(pages));
  const { now, rate, seek, length } = control;
  const moment = useDrawMoment(CLOCK.t0, CLOCK.beaconAt, now, { speed: rate });
  // The pause shows what was known then.
  const unknowing = useMemo<DrawPlan>(() => ({ ...plan, beacon_value: null }), [plan]);
  if (moment === null || moment.phase === 'sealing') return null;
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
      prizeStatus={prizeStatus}
      own={own}
      live="replay"
      stats={{
        participants: participantsOf(plan),
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

/** Fine enough for a bar, and far less than a frame's work. */
const TICK_MS = 100;

interface ReplayBarProps {
  control: ReplayControl;
  /** Null where the browser's own way back is enough. */
  onLeave: (() => void) | null;
}

/** Play and pause, where it is, and how fast. */
function ReplayBar({ control, onLeave }: ReplayBarProps) {
  const { now, length, rate, speed, isPlaying, toggle, seek, setSpeed } = control;
  const [, tick] = useState(0);
  useEffect(() => {
    if (rate === 0) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [rate]);
  const position = now();
  const isOver = position >= length;
  const Icon = isPlaying && !isOver ? Pause : Play;
  return (
    <div
      role="group"
      aria-label={m.draw_replay_bar()}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-card px-2 py-1"
    >
      <button
        type="button"
        aria-label={isPlaying && !isOver ? m.draw_pause() : m.draw_play()}
        onClick={toggle}
        className="grid size-11 shrink-0 place-items-center rounded-xl text-brand hover:bg-sunken"
      >
        <Icon aria-hidden className="size-6 fill-current" />
      </button>
      <input
        type="range"
        aria-label={m.draw_position()}
        aria-valuetext={m.draw_position_value({ time: clockText(position), total: clockText(length) })}
        min={0}
        max={length}
        step={100}
        value={position}
        onChange={({ target }) => seek(Number(target.value))}
        className="h-11 min-w-32 flex-1 accent-brand"
      />
      <span aria-hidden className="text-sm text-ink-soft tabular-nums">
        {clockText(position)} / {clockText(length)}
      </span>
      <div role="group" aria-label={m.draw_speed()} className="flex rounded-xl bg-sunken p-0.5">
        {REPLAY_SPEEDS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === speed}
            onClick={() => setSpeed(each)}
            className={classNames(
              'min-h-11 min-w-11 rounded-lg px-2 text-sm font-semibold tabular-nums',
              each === speed ? 'bg-card text-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            {m.draw_speed_value({ speed: each })}
          </button>
        ))}
      </div>
      {onLeave !== null && (
        <button
          type="button"
          aria-label={m.draw_leave_replay()}
          onClick={onLeave}
          className="grid size-11 shrink-0 place-items-center rounded-xl text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

/** m:ss */
function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
