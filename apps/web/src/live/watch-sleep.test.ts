import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';
import { sleptBetween } from './watch-sleep.ts';

describe('sleptBetween', () => {
  it('R40: is what the monotonic clock missed', () => {
    expect(sleptBetween({ wall: 1_000, monotonic: 50 }, { wall: 61_000, monotonic: 1_050 })).toBe(59_000);
  });

  it('is nothing while both go on, or when the wall clock is set back', () => {
    expect(sleptBetween({ wall: 1_000, monotonic: 50 }, { wall: 9_200, monotonic: 8_050 })).toBe(0);
    expect(sleptBetween({ wall: 100_000, monotonic: 50 }, { wall: 1_000, monotonic: 8_050 })).toBe(0);
  });
});

describe('a clock after a sleep', () => {
  it('R40: is right at once, before the first question is answered', () => {
    let monotonic = 1000;
    const clock = createServerClock(() => monotonic);
    clock.add({ sentAt: 990, receivedAt: 1000, serverTime: 500_995 });
    expect(clock.now()).toBe(501_000);
    // The device slept for a minute; its clock stood still.
    monotonic = 1010;
    clock.forget(60_000);
    expect(clock.now()).toBe(561_010);
  });
});
