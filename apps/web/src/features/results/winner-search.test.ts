import { expect, test } from 'vitest';
import { winnerMatcher } from './winner-search.ts';

const ROWS = [
  { display_name: 'Étienne Garnier', entry_number: 12 },
  { display_name: 'Ada Lovelace', entry_number: 120 },
  { display_name: 'Room 12 Together', entry_number: 7 },
  { display_name: null, entry_number: 3 },
];
const found = (words: string) => {
  const matches = winnerMatcher(words);
  return matches === null ? null : ROWS.filter(matches).map(({ entry_number: number }) => number);
};

test('R65 winners are found by name, whatever its accents and the order of its words', () => {
  expect(found('etienne')).toEqual([12]);
  expect(found('  LOVELACE ada ')).toEqual([120]);
  expect(found('grace')).toEqual([]);
});

test('R65 winners are found by the beginning of their entry number, and names may contain digits', () => {
  expect(found('12')).toEqual([12, 120, 7]);
  expect(found('#120')).toEqual([120]);
  expect(found('3')).toEqual([3]);
});

test('R65 nothing is looked for without words', () => {
  expect(found('   ')).toBeNull();
});
