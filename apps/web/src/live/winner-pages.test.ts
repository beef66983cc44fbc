import { describe, expect, it } from 'vitest';
import { PAGE_MS, winnerPageAt, winnerPageCount, winnerPagesMs, winnersOnPage } from './winner-pages.ts';

describe('winner pages', () => {
  it.each([1, 2, 3])('are none for %i winners', (winners) => {
    expect(winnerPageCount(winners)).toBe(0);
    expect(winnerPageAt(winners, 0)).toBeNull();
  });

  it.each([4, 9, 10, 47, 100])('show each of %i winners once, in order', (winners) => {
    const rows = Array.from({ length: winners }, (_, i) => i + 1);
    const shown: number[] = [];
    let last = -1;
    for (let at = 0; at < winnerPagesMs(winners); at += PAGE_MS / 4) {
      const page = winnerPageAt(winners, at);
      if (page === null || page === last) continue;
      last = page;
      shown.push(...winnersOnPage(rows, page));
    }
    expect(shown).toEqual(rows.slice(3));
  });

  it('end, and have not begun before the show is over', () => {
    expect(winnerPageAt(100, -1)).toBeNull();
    expect(winnerPageAt(100, winnerPagesMs(100))).toBeNull();
    expect(winnerPageAt(100, winnerPagesMs(100) - 1)).toBe(winnerPageCount(100) - 1);
  });
});
