import { describe, expect, it } from 'vitest';
import { createFrameQuality } from './frame-quality.ts';

/** @returns how many times the picture got coarser */
function frames(quality: ReturnType<typeof createFrameQuality>, count: number, work: number, gap: number) {
  return Array.from({ length: count }, () => quality.watch(work, gap)).filter(Boolean).length;
}

describe('createFrameQuality', () => {
  it('keeps the device its sharpness while frames are cheap and in time', () => {
    const quality = createFrameQuality();
    expect(frames(quality, 500, 2, 16.7)).toBe(0);
    expect(quality.ratio(3)).toBe(2);
    expect(quality.ratio(1)).toBe(1);
  });

  it.each([
    ['dear', 9, 16.7],
    ['late', 1, 33],
  ])('gets coarser step by step when frames are %s, and stops at the coarsest', (_why, work, gap) => {
    const quality = createFrameQuality();
    expect(frames(quality, 24, work, gap)).toBe(1);
    expect(quality.ratio(3)).toBe(1.5);
    expect(frames(quality, 500, work, gap)).toBe(2);
    expect(quality.ratio(3)).toBe(0.75);
  });

  it('takes a hidden tab and a single hiccup for nothing', () => {
    const quality = createFrameQuality();
    expect(frames(quality, 100, 1, 1000)).toBe(0);
    for (let i = 0; i < 200; i += 1) quality.watch(i % 10 === 0 ? 20 : 2, 16.7);
    expect(quality.ratio(3)).toBe(2);
  });

  it('never gets sharper again within a show', () => {
    const quality = createFrameQuality();
    frames(quality, 24, 9, 16.7);
    frames(quality, 500, 1, 16.7);
    expect(quality.ratio(3)).toBe(1.5);
  });
});
