/** The draw's driver as a hook. A replay (R34) is a draw whose clock starts when the visitor presses play. */
import type { DrawClock, DrawMoment } from '@glassdrum/raffle-rules';
import { useLayoutEffect, useState } from 'react';
import { driveDraw, markPhase, shownMoment } from './draw-driver.ts';

/**
 * The moment that everybody sees now; null without a draw. Renders only when the phase, step, number or count changes;
 * a scene reads the time itself.
 * @param beaconAt null while the beacon is missing
 * @param options.speed how fast `now` runs: 1 live, 0 in a replay that was stopped
 * @param options.begins milliseconds after T0 before which it is 'before': LIVE_BEGINS_MS where many watch the same draw
 */
export function useDrawMoment(
  t0: number | null,
  beaconAt: number | null,
  now: () => number,
  { speed = 1, begins = 0 }: { speed?: number; begins?: number } = {},
): DrawMoment | null {
  const [moment, setMoment] = useState<DrawMoment | null>(() =>
    t0 === null ? null : shownMoment({ t0, beaconAt }, now(), begins),
  );
  useLayoutEffect(() => {
    if (t0 === null) return;
    const clock: DrawClock = { t0, beaconAt };
    return driveDraw({ clock, now, tell: setMoment, speed, begins });
  }, [t0, beaconAt, now, speed, begins]);
  useLayoutEffect(() => () => markPhase(null), []);
  return t0 === null ? null : moment;
}
