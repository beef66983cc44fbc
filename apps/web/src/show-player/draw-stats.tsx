/** Participants, winners, watchers, and how long the draw has run. */
import { useEffect, useState } from 'react';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { useCustoms } from '../ui/on-device.ts';

export interface DrawStatsProps {
  participants: number;
  winners: number;
  /** Null in a replay: nobody else is there. */
  watching: number | null;
  /** Epoch ms on the server's clock; null before the draw. */
  startedAt: number | null;
  /** When the duration stands still; null while the draw runs. */
  endedAt: number | null;
  now: () => number;
  className?: string;
}

const TICK_MS = 1000;

export function DrawStats({ className, ...stats }: DrawStatsProps) {
  const facts = useFacts(stats);
  return (
    <dl
      className={classNames(
        'grid auto-cols-fr grid-flow-col divide-x divide-line overflow-hidden rounded-2xl border border-line bg-card text-center',
        className,
      )}
    >
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end px-1 py-2.5">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-display text-xl leading-tight font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same in one line, where the show needs the room. */
export function StatsLine(stats: DrawStatsProps) {
  return (
    <dl className="flex flex-wrap justify-center gap-x-3 text-sm leading-snug">
      {useFacts(stats).map(([label, value]) => (
        <div key={label} className="flex gap-1">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFacts(stats: DrawStatsProps): [label: string, value: string][] {
  const { participants, winners, watching, startedAt, endedAt, now } = stats;
  const duration = useDuration(startedAt, endedAt, now);
  const { locale } = useCustoms();
  return [
    [m.draw_participants(), participants.toLocaleString(locale)],
    [m.draw_winners(), winners.toLocaleString(locale)],
    ...(watching === null
      ? []
      : ([[m.draw_watching(), watching.toLocaleString(locale)]] satisfies [string, string][])),
    [m.draw_duration(), duration],
  ];
}

/** m:ss since the draw started, ticking once a second. */
function useDuration(startedAt: number | null, endedAt: number | null, now: () => number): string {
  const [, tick] = useState(0);
  const runs = startedAt !== null && endedAt === null;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  if (startedAt === null) return '0:00';
  const seconds = Math.max(0, Math.floor(((endedAt ?? now()) - startedAt) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
