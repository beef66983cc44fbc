import { expect, test } from 'vitest';
import { pageAt, pagesMs } from './winner-pages.ts';

const PAGES = [{ ms: 2500 }, { ms: 6000 }, { ms: 4000 }];

test('R35 pages follow each other, each for its time', () => {
  expect(pagesMs(PAGES)).toBe(12_500);
  expect(pageAt(PAGES, 0)).toEqual({ page: 0, left: 2500 });
  expect(pageAt(PAGES, 2499)).toEqual({ page: 0, left: 1 });
  expect(pageAt(PAGES, 2500)).toEqual({ page: 1, left: 6000 });
  expect(pageAt(PAGES, 12_499)).toEqual({ page: 2, left: 1 });
});

test('R35 pages end, and have not begun before the show is over', () => {
  expect(pageAt(PAGES, -1)).toBeNull();
  expect(pageAt(PAGES, pagesMs(PAGES))).toBeNull();
  expect(pageAt([], 0)).toBeNull();
});
