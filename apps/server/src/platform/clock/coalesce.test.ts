import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';
import { manualClock } from './manual-clock.ts';

const fail = (error: unknown): void => expect.fail(String(error));
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('coalesce', () => {
  it('runs at once, and once more at the end of the span for all that was asked meanwhile', async () => {
    const clock = manualClock(1_000_000);
    const runs: number[] = [];
    const { trigger } = coalesce(clock, 250, async () => void runs.push(clock.now() - 1_000_000), fail);
    trigger();
    trigger();
    await clock.advance(100);
    trigger();
    await clock.advance(1000);
    trigger();
    await settled();
    expect(runs).toEqual([0, 250, 1100]);
  });

  it('asks for the span anew at the beginning of each', async () => {
    const clock = manualClock(0);
    const runs: number[] = [];
    let span = 100;
    const { trigger } = coalesce(
      clock,
      () => span,
      async () => void runs.push(clock.now()),
      fail,
    );
    trigger();
    span = 1000;
    trigger();
    await clock.advance(100);
    trigger();
    await clock.advance(1000);
    expect(runs).toEqual([0, 100, 1100]);
  });

  it('D1: runs a task that failed again, after pauses that grow, until it succeeds', async () => {
    const clock = manualClock(0);
    const runs: number[] = [];
    const reported: unknown[] = [];
    const { trigger } = coalesce(
      clock,
      0,
      async () => {
        runs.push(clock.now());
        if (runs.length < 4) throw new Error('away');
      },
      (error) => reported.push(error),
    );
    trigger();
    await settled();
    await clock.advance(60_000);
    expect(runs).toEqual([0, 250, 750, 1750]);
    expect(reported).toHaveLength(3);
  });

  it('D5: is not held up by a clock that is set back', async () => {
    const clock = manualClock(1_000_000);
    let runs = 0;
    const { trigger } = coalesce(clock, 250, async () => void (runs += 1), fail);
    trigger();
    trigger();
    await clock.jump(-600_000);
    await clock.advance(250);
    expect(runs).toBe(2);
  });

  it('runs nothing more once it is stopped', async () => {
    const clock = manualClock(0);
    let runs = 0;
    const { trigger, stop } = coalesce(clock, 250, async () => void (runs += 1), fail);
    trigger();
    trigger();
    stop();
    await clock.advance(1000);
    expect(runs).toBe(1);
  });
});
