/** How long people can still join, counting down; the deadline itself stands beside it with its zone. */
import { useEffect, useState } from 'react';
import { m } from '../messages/generated/messages.js';

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

/** @param deadline epoch milliseconds; nothing is shown once it has passed */
export function ClosesIn({ deadline }: { deadline: number }) {
  const [now, setNow] = useState(Date.now);
  const left = deadline - now;
  const tick = left < 3 * MINUTE ? SECOND : 20 * SECOND;
  const over = left <= 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [over, tick]);
  return over ? null : (
    <span className="font-semibold text-ink">{m.common_closes({ time: timeLeft(left) })}</span>
  );
}
