import type { PrizeStatus, LiveResult, ResultRow } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { ownPrize } from './winners.ts';

const row = (position: number, entryNumber: number): ResultRow => ({
  id: `${position}`,
  prize: 1,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});
const RESULT: LiveResult = { winners: [row(1, 7), row(2, 3)], alternates: [row(1, 5)] };
const MOVED: PrizeStatus = {
  passed_over: [
    {
      prize: 1,
      position: 1,
      entry_number: 7,
      display_name: 'Person 7',
      reason: 'absent',
      at: 0,
      moved_up: { entry_number: 5, display_name: 'Person 5' },
    },
  ],
  current_winners: [
    { ...row(1, 5), moved_up: true },
    { ...row(2, 3), moved_up: false },
  ],
};

test('R14 a winner holds the prize until passed over, and the one who moves up holds it then', () => {
  expect(ownPrize(7, RESULT, null)).toMatchObject({ position: 1, moved_up: false });
  expect(ownPrize(7, RESULT, MOVED)).toBeNull();
  expect(ownPrize(5, RESULT, null)).toBeNull();
  expect(ownPrize(5, RESULT, MOVED)).toMatchObject({ position: 1, moved_up: true, display_name: 'Person 5' });
  expect(ownPrize(3, RESULT, MOVED)).toMatchObject({ position: 2, moved_up: false });
});

test('R4 nobody holds a prize before there is a result, and a visitor never does', () => {
  expect(ownPrize(7, null, null)).toBeNull();
  expect(ownPrize(null, RESULT, MOVED)).toBeNull();
});
