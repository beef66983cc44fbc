/** How long until an instant, counting down in the viewer's language; the instant itself stands beside it with its zone. */
import { useEffect, useState } from 'react';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

/** "in 3 days": in the largest unit of which there are two, so that it never says less than half. */
export function timeLeft(ms: number): string {
  if (ms >= 2 * DAY) return relative.format(Math.floor(ms / DAY), 'day');
  if (ms >= 2 * HOUR) return relative.format(Math.floor(ms / HOUR), 'hour');
  if (ms >= 2 * MINUTE) return relative.format(Math.floor(ms / MINUTE), 'minute');
  return relative.format(Math.max(0, Math.ceil(ms / SECOND)), 'second');
}

interface CountdownProps {
  /** Epoch milliseconds. */
  to: number;
  /** The clock that counts; default: the device's own. */
  now?: () => number;
  /** The sentence around "in 3 days". */
  text: (parts: { time: string }) => string;
  /** Once the instant has passed; nothing without it. */
  over?: string;
}

export function Countdown({ to, now = Date.now, text, over }: CountdownProps) {
  const [left, setLeft] = useState(() => to - now());
  const tick = left < 3 * MINUTE ? SECOND : 20 * SECOND;
  useEffect(() => {
    const look = (): void => setLeft(to - now());
    look();
    const timer = setInterval(look, tick);
    return () => clearInterval(timer);
  }, [to, now, tick]);
  const shown = left <= 0 ? over : text({ time: timeLeft(left) });
  return shown === undefined ? null : <span className="font-semibold text-ink">{shown}</span>;
}
