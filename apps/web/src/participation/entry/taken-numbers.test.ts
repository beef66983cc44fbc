import { describe, expect, it } from 'vitest';
import { cellCount, takenNames } from './taken-numbers.ts';

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

describe('cellCount', () => {
  const first = (count: number) =>
    takenNames(
      Array.from({ length: count }, (_, i) => taken(i + 1, 'x')),
      [],
    );

  it('shows at least 50 cells, or ten more than are taken', () => {
    expect(cellCount(first(0))).toBe(50);
    expect(cellCount(first(40))).toBe(50);
    expect(cellCount(first(41))).toBe(51);
  });

  it('has a cell for every number, even when the list is behind', () => {
    expect(cellCount(takenNames([taken(90, 'x')], []))).toBe(100);
  });
});
