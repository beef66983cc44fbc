import { describe, expect, it } from 'vitest';
import { cellCount, isUnsoldNumber, lastGiven, takenNames } from './taken-numbers.ts';

const taken = (entry_number: number, display_name: string) => ({ entry_number, display_name });

describe('takenNames', () => {
  it('R44: joins the list and what came live', () => {
    const names = takenNames([taken(1, 'Ada L.'), taken(2, 'Bea')], [taken(2, 'Bea Lowe'), taken(3, 'Cem')]);
    expect([...names]).toEqual([
      [1, 'Ada L.'],
      [2, 'Bea Lowe'],
      [3, 'Cem'],
    ]);
  });
});

const first = (count: number) =>
  takenNames(
    Array.from({ length: count }, (_, i) => taken(i + 1, 'x')),
    [],
  );
const given = (entry_count: number, unsold_count = 0) => ({ entry_count, unsold_count });

describe('cellCount', () => {
  it('shows at least 50 cells, or ten more than were given out', () => {
    expect(cellCount(first(0), given(0))).toBe(50);
    expect(cellCount(first(40), given(40))).toBe(50);
    expect(cellCount(first(41), given(41))).toBe(51);
  });

  it('has a cell for every number, even when list or raffle is behind', () => {
    expect(cellCount(takenNames([taken(90, 'x')], []), given(3))).toBe(100);
    expect(cellCount(first(2), given(600))).toBe(610);
  });

  it('R67: has cells for paper tickets that are not sold, and the next number follows them', () => {
    expect(cellCount(first(4), given(64, 60))).toBe(74);
    expect(lastGiven(first(4), given(64, 60))).toBe(64);
  });
});

describe('isUnsoldNumber', () => {
  it('R67: is what was given out and is nobody’s, where the raffle has unsold paper tickets', () => {
    const names = takenNames([taken(1, 'Ada'), taken(2, 'Ticket 2'), taken(5, 'Bob')], []);
    const unsold = [1, 2, 3, 4, 5, 6].filter((number) => isUnsoldNumber(number, names, given(5, 2)));
    expect(unsold).toEqual([3, 4]);
    // All were sold, or the list is behind: somebody has them.
    expect(isUnsoldNumber(3, names, given(5))).toBe(false);
  });
});
