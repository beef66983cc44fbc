import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  JOINED_BATCH_MS,
  MAX_RETRY_AFTER_MS,
  nextTryAt,
  numbersInRanges,
  PAUSE_FAILING_AFTER_MS,
  pausesReceiver,
  readRetryAfter,
  WEBHOOK_TRIES,
  withNumbers,
} from './webhooks.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 26, 12);

/** Times of all tries of a delivery that never arrives, from 0 on, ms. */
function triesOf(chance: () => number): number[] {
  const times = [0];
  for (;;) {
    const next = nextTryAt({
      tries: times.length,
      now: times.at(-1) ?? 0,
      retryAfterMs: null,
      chance: chance(),
    });
    if (next === null) return times;
    times.push(next);
  }
}

describe('R85 tries of a delivery', () => {
  test('R85 there are ten, over most of a day and never more than one', () => {
    expect(WEBHOOK_TRIES).toBe(10);
    const [soonest, latest] = [triesOf(() => 0), triesOf(() => 1)];
    expect([soonest.length, latest.length]).toEqual([10, 10]);
    expect(soonest.at(-1)).toBeGreaterThan(21 * HOUR_MS);
    expect(latest.at(-1)).toBeLessThanOrEqual(24 * HOUR_MS);
  });

  test('R85 each wait is longer than the one before, whatever chance adds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
        (chances) => {
          const times = triesOf(() => chances.pop() ?? 0);
          const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
          expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
        },
      ),
    );
  });

  test('R85 a receiver may ask for more time, up to a day, and never for less', () => {
    const at = (asked: number | null): number =>
      (nextTryAt({ tries: 1, now: NOW, retryAfterMs: asked, chance: 0 }) ?? 0) - NOW;
    expect([at(null), at(0), at(-5), at(1000)]).toEqual([15_000, 15_000, 15_000, 15_000]);
    expect(at(90_000)).toBe(90_000);
    expect(at(10 * MAX_RETRY_AFTER_MS)).toBe(MAX_RETRY_AFTER_MS);
  });

  test.each([
    ['120', 120_000],
    [' 1.5 ', 1500],
    ['0', 0],
    [new Date(NOW + 60_000).toUTCString(), 60_000],
    [new Date(NOW - 60_000).toUTCString(), 0],
    ['soon', null],
    ['-3', null],
    ['2026', 2_026_000],
    ['', null],
    [null, null],
  ])('R85 Retry-After %j', (header, wanted) => {
    expect(readRetryAfter(header, NOW)).toBe(wanted);
  });

  test('R85 a receiver that took nothing for three days is paused', () => {
    expect(pausesReceiver(null, NOW)).toBe(false);
    expect(pausesReceiver(NOW - PAUSE_FAILING_AFTER_MS + 1, NOW)).toBe(false);
    expect(pausesReceiver(NOW - PAUSE_FAILING_AFTER_MS, NOW)).toBe(true);
  });
});

describe('R85 joined in batches', () => {
  test('R85 of ten seconds', () => expect(JOINED_BATCH_MS).toBe(10_000));

  test('R85 numbers that follow each other are one range', () => {
    expect(withNumbers([], [1, 2, 3])).toEqual([[1, 3]]);
    expect(withNumbers([[1, 3]], [4, 9, 8])).toEqual([
      [1, 4],
      [8, 9],
    ]);
    expect(withNumbers([[1, 3]], [2])).toEqual([[1, 3]]);
  });

  test('R85 ranges hold exactly the numbers that were added, ascending and apart', () => {
    const numbers = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }), { maxLength: 5 });
    fc.assert(
      fc.property(numbers, (batches) => {
        let ranges = withNumbers([], []);
        for (const batch of batches) ranges = withNumbers(ranges, batch);
        const held = ranges.flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        expect(held).toEqual([...new Set(batches.flat())].toSorted((a, b) => a - b));
        expect(numbersInRanges(ranges)).toBe(held.length);
        const isApart = ranges.every(
          ([first], index) => index === 0 || first > (ranges[index - 1]?.[1] ?? 0) + 1,
        );
        expect(isApart).toBe(true);
      }),
    );
  });
});
