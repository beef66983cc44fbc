/** A replay's own bar: play and pause, where it is, and how fast (R34). */
import { Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { REPLAY_SPEEDS } from '../live/replay-clock.ts';
import type { ReplayControl } from '../live/use-replay-clock.ts';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';

/** Fine enough for a bar, and far less than a frame's work. */
const TICK_MS = 100;

interface ReplayBarProps {
  control: ReplayControl;
  /** Null where the browser's own way back is enough. */
  onLeave: (() => void) | null;
}

export function ReplayBar({ control, onLeave }: ReplayBarProps) {
  const { now, length, rate, speed, isPlaying, toggle, seek, setSpeed } = control;
  const [, tick] = useState(0);
  useEffect(() => {
    if (rate === 0) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [rate]);
  const position = now();
  const isOver = position >= length;
  const Sign = isPlaying && !isOver ? Pause : Play;
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
        <Sign aria-hidden className="size-6 fill-current" />
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
