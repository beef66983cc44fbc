import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);
const TEN_MINUTES = 600_000;

describe('the machine’s clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('D5: notices within a second that it was set forward over the time that is waited for', () => {
    const task = vi.fn<() => void>();
    systemClock().at(START + TEN_MINUTES, task);
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(START + TEN_MINUTES + 5_000);
    vi.advanceTimersByTime(1_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('D5: waits on when it was set back', () => {
    const task = vi.fn<() => void>();
    systemClock().at(START + 20_000, task);
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(START + 5_000 - TEN_MINUTES);
    vi.advanceTimersByTime(TEN_MINUTES);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(16_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('D5: spans of time pass whatever it is set to', () => {
    const task = vi.fn<() => void>();
    systemClock().after(20_000, task);
    vi.setSystemTime(START - TEN_MINUTES);
    vi.advanceTimersByTime(19_999);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('runs nothing that was cancelled', () => {
    const task = vi.fn<() => void>();
    const { at, after } = systemClock();
    for (const cancel of [at(START + 2_500, task), after(2_500, task)]) cancel();
    vi.advanceTimersByTime(10_000);
    expect(task).not.toHaveBeenCalled();
  });
});
