import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countNumbers, numbersIn, rangesOf, readNumberRanges, shownRanges } from './number-ranges.ts';

const read = (typed: string): string => {
  const found = readNumberRanges(typed);
  return found.ok ? shownRanges(found.value) : found.refusal;
};

describe('numbers of tickets as people type them', () => {
  it.each([
    ['151', '151'],
    ['151–200', '151–200'],
    ['151-200, 205', '151–200, 205'],
    [' #151 - #153;7 ', '7, 151–153'],
    ['5\n1..3 9', '1–3, 5, 9'],
    ['151—152', '151–152'],
    ['3,2,1', '1, 2, 3'],
    ['7-7', '7'],
    ['1-600', '1–600'],
  ])('R67: reads %j', (typed, shown) => {
    expect(read(typed)).toBe(shown);
  });

  it.each([
    ['', 'numbers_unreadable'],
    ['  ,;', 'numbers_unreadable'],
    ['a', 'numbers_unreadable'],
    ['1-2-3', 'numbers_unreadable'],
    ['-5', 'numbers_unreadable'],
    ['0', 'numbers_unreadable'],
    ['0-5', 'numbers_unreadable'],
    ['1.5', 'numbers_unreadable'],
    ['1e3', 'numbers_unreadable'],
    ['٣', 'numbers_unreadable'],
    ['1234567890', 'numbers_unreadable'],
    ['1,'.repeat(5000), 'numbers_unreadable'],
    ['200-151', 'range_reversed'],
    ['151-5', 'range_reversed'],
    ['5, 5', 'ranges_overlap'],
    ['1-10, 10', 'ranges_overlap'],
    ['20-30, 1-25', 'ranges_overlap'],
    ['5, 1-10, 3', 'ranges_overlap'],
    ['1-601', 'too_many_numbers'],
    ['1-300, 1000-1300', 'too_many_numbers'],
    ['1-999999999', 'too_many_numbers'],
  ])('R67: refuses %j', (typed, refusal) => {
    expect(read(typed)).toBe(refusal);
  });

  it('R67: what it shows of any numbers is read as these numbers', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 300 }),
        (numbers) => {
          const sorted = numbers.toSorted((a, b) => a - b);
          const ranges = rangesOf(sorted);
          expect(numbersIn(ranges)).toEqual(sorted);
          expect(countNumbers(ranges)).toBe(sorted.length);
          expect(readNumberRanges(shownRanges(ranges))).toEqual({ ok: true, value: ranges });
        },
      ),
    );
  });

  it('R67: whatever is typed, the numbers ascend, each once, and are few enough for one sale', () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 50 }).map(String),
      fc
        .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 700 }))
        .map(([a, b]) => `${a}–${b}`),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom(',', ' ', ';\n'), (parts, separator) => {
        const found = readNumberRanges(parts.join(separator));
        if (!found.ok) return;
        const numbers = numbersIn(found.value);
        expect(numbers.length).toBeGreaterThan(0);
        expect(numbers.length).toBeLessThanOrEqual(600);
        for (const [index, number] of numbers.entries())
          expect(number).toBeGreaterThan(numbers[index - 1] ?? 0);
      }),
    );
  });
});
