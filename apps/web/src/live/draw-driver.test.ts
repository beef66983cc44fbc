import { describe, expect, it } from 'vitest';
import { LIVE_BEGINS_MS, shownMoment } from './draw-driver.ts';

const CLOCK = { t0: 1_700_000_000_123, beaconAt: null };

describe('shownMoment', () => {
  it('R35 live screens wait for those whom the news reaches later, and then all begin', () => {
    const before = shownMoment(CLOCK, CLOCK.t0 + LIVE_BEGINS_MS - 1, LIVE_BEGINS_MS);
    expect(before).toEqual({ phase: 'before', startsIn: 1 });
    const begun = shownMoment(CLOCK, CLOCK.t0 + LIVE_BEGINS_MS, LIVE_BEGINS_MS);
    expect(begun).toEqual({ phase: 'countdown', number: 3, progress: LIVE_BEGINS_MS / 1000 });
  });

  it('R34 a replay and a rehearsal begin at once', () => {
    expect(shownMoment(CLOCK, CLOCK.t0, 0)).toEqual({ phase: 'countdown', number: 3, progress: 0 });
    expect(shownMoment(CLOCK, CLOCK.t0 - 40, 0)).toEqual({ phase: 'before', startsIn: 40 });
  });
});
