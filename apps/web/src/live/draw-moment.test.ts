import { drawMoment } from '@glassdrum/raffle-rules';
import { describe, expect, it } from 'vitest';
import { momentKey, nextBoundary } from './draw-moment.ts';

const T0 = 1_700_000_000_123;

describe('nextBoundary', () => {
  it.each([
    ['in time', T0 + 23_400],
    ['late by 7.5 s (R30)', T0 + 32_500],
  ])('R35: names every instant at which the picture changes, with a beacon %s', (_when, beaconAt) => {
    const clock = { t0: T0, beaconAt };
    const changes: number[] = [];
    let key = momentKey(drawMoment(clock, T0 - 1));
    for (let now = T0; now < T0 + 60_000; now += 1) {
      const here = momentKey(drawMoment(clock, now));
      if (here !== key) changes.push(now);
      key = here;
    }
    const named: number[] = [];
    for (let at = nextBoundary(clock, T0 - 1); at !== null; at = nextBoundary(clock, at)) named.push(at);
    // The pause turns into "waiting" at T0 + 25 s only when the beacon is late; naming it always is harmless.
    expect(named.filter((at) => changes.includes(at))).toEqual(changes);
    expect(named.length - changes.length).toBeLessThanOrEqual(1);
  });

  it('R30: has nothing to name while the beacon is missing', () => {
    expect(nextBoundary({ t0: T0, beaconAt: null }, T0 + 25_000)).toBeNull();
  });
});
