import { describe, expect, it } from 'vitest';
import { replayPosition, seekReplay, speedReplay, startReplay, toggleReplay } from './replay-clock.ts';

const LENGTH = 33_000;
const at = (clock: ReturnType<typeof startReplay>, local: number) => replayPosition(clock, local, LENGTH);

describe('R34: the replay clock', () => {
  const start = startReplay(5000);

  it('runs from the start and stands at the end', () => {
    expect(at(start, 5000)).toBe(0);
    expect(at(start, 15_000)).toBe(10_000);
    expect(at(start, 99_000)).toBe(LENGTH);
  });

  it('stops where it is and goes on from there', () => {
    const stopped = toggleReplay(start, 15_000, LENGTH);
    expect(at(stopped, 60_000)).toBe(10_000);
    const again = toggleReplay(stopped, 60_000, LENGTH);
    expect(at(again, 61_000)).toBe(11_000);
  });

  it('changes its speed without a jump', () => {
    const fast = speedReplay(start, 15_000, 2, LENGTH);
    expect(at(fast, 15_000)).toBe(10_000);
    expect(at(fast, 16_000)).toBe(12_000);
    const slow = speedReplay(fast, 16_000, 0.5, LENGTH);
    expect(at(slow, 18_000)).toBe(13_000);
  });

  it('jumps within the show only, playing or not', () => {
    expect(at(seekReplay(start, 9000, 24_000, LENGTH), 10_000)).toBe(25_000);
    expect(at(seekReplay(start, 9000, -3, LENGTH), 9000)).toBe(0);
    expect(at(seekReplay(start, 9000, 1e9, LENGTH), 9000)).toBe(LENGTH);
    const stopped = toggleReplay(start, 15_000, LENGTH);
    expect(at(seekReplay(stopped, 20_000, 3000, LENGTH), 90_000)).toBe(3000);
  });

  it('starts over when play is pressed at the end', () => {
    expect(at(toggleReplay(start, 99_000, LENGTH), 100_000)).toBe(1000);
  });
});
