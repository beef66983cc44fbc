import { describe, expect, it } from 'vitest';
import { addSample, clockOffset, createServerClock } from './server-clock.ts';

const sample = (sentAt: number, roundTrip: number, error = 0) => ({
  sentAt,
  receivedAt: sentAt + roundTrip,
  serverTime: sentAt + roundTrip / 2 + 5000 + error,
});

describe('clockOffset', () => {
  it('R35: takes the sample with the shortest round trip', () => {
    expect(clockOffset([sample(0, 300, 120), sample(400, 20), sample(500, 900, -400)])).toBe(5000);
  });

  it('knows nothing without a sample', () => {
    expect(clockOffset([])).toBeNull();
  });
});

describe('addSample', () => {
  it('drops what is older than ten minutes, however good it was', () => {
    const old = addSample([], sample(0, 1, 80));
    expect(addSample(old, sample(700_000, 200))).toHaveLength(1);
    expect(addSample(old, sample(60_000, 200))).toHaveLength(2);
  });

  it('refuses an answer that came before its question', () => {
    expect(addSample([], { sentAt: 10, receivedAt: 9, serverTime: 0 })).toEqual([]);
  });
});

describe('createServerClock', () => {
  it('follows the device, then the hint, then the best sample', () => {
    let local = 1000;
    const clock = createServerClock(() => local);
    expect(clock.now()).toBe(1000);
    clock.hint(9000);
    expect(clock.now()).toBe(9000);
    clock.add({ sentAt: 1000, receivedAt: 1100, serverTime: 7050 });
    local = 2000;
    expect(clock.now()).toBe(8000);
  });

  it('keeps its estimate while it measures again after a sleep', () => {
    let local = 0;
    const clock = createServerClock(() => local);
    clock.add({ sentAt: 0, receivedAt: 2, serverTime: 501 });
    clock.forget(0);
    expect(clock.now()).toBe(500);
    local = 100;
    clock.add({ sentAt: 0, receivedAt: 100, serverTime: 9050 });
    expect(clock.now()).toBe(9100);
  });
});
