import { describe, expect, it } from 'vitest';
import { turnOf } from './use-turns.ts';

describe('R65, R69 what the stage shows in turn', () => {
  const items = Array.from({ length: 200 }, (_, index) => index);

  it('comes to everything, again and again, and never shows more than fits', () => {
    const seen = Array.from({ length: 50 }, (_, turn) => turnOf(items, 4, turn).shown);
    expect(seen.flat()).toEqual(items);
    expect(Math.max(...seen.map(({ length }) => length))).toBe(4);
    expect(turnOf(items, 4, 50)).toEqual({ shown: [0, 1, 2, 3], page: 1, pages: 50 });
  });

  it('is one page where everything fits, or nothing is there', () => {
    expect(turnOf([1, 2], 4, 7)).toEqual({ shown: [1, 2], page: 1, pages: 1 });
    expect(turnOf([], 4, 7)).toEqual({ shown: [], page: 1, pages: 1 });
  });
});
