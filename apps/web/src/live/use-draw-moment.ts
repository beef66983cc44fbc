/** The draw's driver as a hook. A replay (R34) is a draw whose clock starts when the visitor presses play. */
import { type DrawClock, type DrawMoment, drawMoment } from '@glassdrum/raffle-rules';
import { useLayoutEffect, useState } from 'react';
import { driveDraw, markPhase } from './draw-driver.ts';

/**
 * The moment that everybody sees now; null without a draw. Renders only when the phase, step, number or count changes;
 * a scene reads the time itself.
 * @param beaconAt null while the beacon is missing
 * @param speed how fast `now` runs: 1 live, 0 in a replay that was stopped
 */
export function useDrawMoment(
  t0: number | null,
  beaconAt: number | null,
  now: () => number,
  speed = 1,
): DrawMoment | null {
  const [moment, setMoment] = useState<DrawMoment | null>(() =>
    t0 === null ? null : drawMoment({ t0, beaconAt }, now()),
  );
  useLayoutEffect(() => {
    if (t0 === null) return;
    const clock: DrawClock = { t0, beaconAt };
    return driveDraw(clock, now, setMoment, speed);
  }, [t0, beaconAt, now, speed]);
  useLayoutEffect(() => () => markPhase(null), []);
  return t0 === null ? null : moment;
}
