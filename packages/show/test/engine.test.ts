/** Chance, curves, sample and quality: what every style stands on. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosTurns, heartbeat, overshoot, sinTurns, smooth, smoother } from '../src/engine/curves.ts';
import { makeQuality } from '../src/engine/quality.ts';
import { randomFrom } from '../src/engine/random.ts';
import { onStage } from '../src/on-stage.ts';
import { spelled } from '../src/styles/fireworks/digits.ts';
import { planOf } from './plans.ts';

describe('chance', () => {
  test('R35 the same seed and purpose give the same numbers, others give others', () => {
    const draw = (seed: string, purpose: string): number[] => {
      const random = randomFrom(seed, purpose);
      return Array.from({ length: 8 }, () => random());
    };
    expect(draw('ab', 'x')).toEqual(draw('ab', 'x'));
    expect(draw('ab', 'x')).not.toEqual(draw('ab', 'y'));
    expect(draw('ab', 'x')).not.toEqual(draw('ac', 'x'));
  });

  test('numbers fill 0 to 1 evenly', () => {
    const random = randomFrom('5f1d3ab09c2e77d4', 'even');
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 20_000; index += 1) {
      const tenth = Math.floor(random() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const found of tenths) expect(Math.abs(found - 2000)).toBeLessThan(220);
  });
});

describe('curves', () => {
  test('sine and cosine of turns are right without any engine’s own sine', () => {
    fc.assert(
      fc.property(fc.double({ min: -500, max: 500, noNaN: true }), (turns) => {
        expect(sinTurns(turns)).toBeCloseTo(Math.sin(2 * Math.PI * turns), 5);
        expect(cosTurns(turns)).toBeCloseTo(Math.cos(2 * Math.PI * turns), 5);
      }),
    );
  });

  test('ramps begin at 0 and end at 1', () => {
    for (const curve of [smooth, smoother, overshoot]) {
      expect(curve(1, 2, 3)).toBeCloseTo(0, 12);
      expect(curve(4, 2, 3)).toBe(1);
    }
    expect(heartbeat(0, 1)).toBe(0);
    expect(heartbeat(3, 1)).toBe(0);
  });
});

describe('sample', () => {
  test.each([1, 5, 48, 60, 5000, 200_000])('%i entrants: everybody or a sample without doubles', (count) => {
    const sample = onStage(planOf(count), 60);
    expect(sample).toHaveLength(Math.min(count, 60));
    expect(new Set(sample.map(({ number }) => number)).size).toBe(sample.length);
  });

  test('the own entry is always there, once, and displaces one at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (own) => {
        const everyone = onStage(planOf(5000), 60);
        const mine = onStage(planOf(5000, { ownNumber: own }), 60);
        expect(mine.filter((entrant) => entrant.own).map(({ number }) => number)).toEqual([own]);
        const others = new Set(everyone.map(({ number }) => number));
        expect(mine.filter(({ number }) => !others.has(number)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  test('few entrants stand there several times, all equally often', () => {
    const sample = onStage(planOf(5), 60, 28);
    expect(sample).toHaveLength(30);
    for (let number = 1; number <= 5; number += 1) {
      expect(sample.filter((entrant) => entrant.number === number)).toHaveLength(6);
    }
    expect(onStage(planOf(0), 60, 28)).toEqual([]);
  });
});

describe('quality', () => {
  const watch = (
    quality: ReturnType<typeof makeQuality>,
    frames: number,
    work: number,
    gap: number,
  ): void => {
    for (let frame = 0; frame < frames; frame += 1) quality.watch(work, gap);
  };

  test('steps down before frames are lost for long, and not for a single slow one', () => {
    const quality = makeQuality('auto');
    watch(quality, 200, 3, 16.7);
    quality.watch(60, 60);
    expect(quality.level).toBe(0);
    watch(quality, 90, 14, 33);
    expect(quality.level).toBeGreaterThan(0);
    watch(quality, 900, 14, 33);
    expect(quality.level).toBe(3);
  });

  test('never draws more than two texture pixels for each CSS pixel, and keeps a fixed level', () => {
    const fixed = makeQuality(1);
    watch(fixed, 900, 40, 60);
    expect(fixed.level).toBe(1);
    expect(makeQuality('auto').pixelRatio(3.5)).toBe(2);
    expect(makeQuality(3).pixelRatio(1)).toBeLessThan(1);
  });
});

test('every number is spelled in one piece of sky, in as many places as its digits need', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (number) => {
      const places = spelled(number, 0.082);
      const wide = String(number).length * 0.4;
      expect(places.length).toBeGreaterThan(5);
      for (const [x, y] of places) {
        expect(Math.abs(x)).toBeLessThanOrEqual(wide + 1e-9);
        expect(Math.abs(y)).toBeLessThanOrEqual(0.5 + 1e-9);
      }
    }),
  );
});
