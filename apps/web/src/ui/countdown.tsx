/** How long until an instant, counting down in the viewer's language; the instant itself stands beside it with its zone. */
import { useEffect, useState } from 'react';
import { useCustoms, useFirstNow } from './on-device.ts';
import { timeLeft } from './time-left.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

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
  const { locale } = useCustoms();
  const firstNow = useFirstNow(now);
  const [left, setLeft] = useState(() => to - firstNow());
  const tick = left < 3 * MINUTE ? SECOND : 20 * SECOND;
  useEffect(() => {
    const look = (): void => setLeft(to - now());
    look();
    const timer = setInterval(look, tick);
    return () => clearInterval(timer);
  }, [to, now, tick]);
  const shown = left <= 0 ? over : text({ time: timeLeft(left, locale) });
  return shown === undefined ? null : <span className="font-semibold text-ink">{shown}</span>;
}
