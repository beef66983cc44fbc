import type { ResultRow } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { isBroughtOut } from './brought-out.ts';
import { NO_CLAIM } from './places.ts';
import type { Reveal } from './reveal.ts';

const row = (position: number, entryNumber: number, prize = 1): ResultRow => ({
  id: `${prize} ${position}`,
  prize,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});

test('R4 R35 a win is celebrated when its winner is on the screen, and moving up after the show', () => {
  const reveal: Reveal = {
    first: [row(1, 3, 2), row(2, 4, 2)],
    pages: [
      { prize: 1, rows: [], isDense: false, ms: 2500 },
      { prize: 1, rows: [row(1, 7)], isDense: false, ms: 6000 },
    ],
  };
  const second = { ...row(2, 4, 2), moved_up: false, state: 'drawn' as const, claim: NO_CLAIM };
  const grand = { ...row(1, 7), moved_up: false, state: 'drawn' as const, claim: NO_CLAIM };
  const reveals = (visibleWinners: 1 | 2) =>
    ({ phase: 'reveal', visibleWinners, progress: 0, sinceReveal: 0 }) as const;
  const complete = { phase: 'complete' } as const;
  expect(isBroughtOut(second, reveal, { phase: 'countdown', number: 3, progress: 0 }, null)).toBe(false);
  expect(isBroughtOut(second, reveal, reveals(1), null)).toBe(false);
  expect(isBroughtOut(second, reveal, reveals(2), null)).toBe(true);
  expect(isBroughtOut(second, reveal, complete, 0)).toBe(true);
  expect(isBroughtOut(grand, reveal, complete, 0)).toBe(false);
  expect(isBroughtOut(grand, reveal, complete, 1)).toBe(true);
  expect(isBroughtOut({ ...grand, moved_up: true }, reveal, complete, 1)).toBe(false);
  expect(isBroughtOut({ ...grand, moved_up: true }, reveal, complete, null)).toBe(true);
});
