import type { LiveResult, PrizeStatus, ResultRow } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { NO_CLAIM } from './places.ts';
import { ownOutcome, ownPrizes, prizesText } from './own-prizes.ts';
import type { PrizeName } from './prize-names.ts';

const row = (position: number, entryNumber: number, prize = 1): ResultRow => ({
  id: `${prize} ${position}`,
  prize,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});
const UNCLAIMED = { state: 'drawn' as const, claim: NO_CLAIM };
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
      text: null,
      claim: NO_CLAIM,
      late: false,
    },
  ],
  current_winners: [
    { ...row(1, 5), moved_up: true, ...UNCLAIMED },
    { ...row(2, 3), moved_up: false, ...UNCLAIMED },
  ],
};
const PRIZES: readonly PrizeName[] = [
  { name: 'Bicycle', quantity: 1 },
  { name: 'Bottle of wine', quantity: 3 },
];

test('R14 a winner holds the prize until passed over, and the one who moves up holds it then', () => {
  expect(ownPrizes(7, RESULT, null)).toMatchObject([{ position: 1, moved_up: false }]);
  expect(ownPrizes(7, RESULT, MOVED)).toEqual([]);
  expect(ownPrizes(5, RESULT, null)).toEqual([]);
  expect(ownPrizes(5, RESULT, MOVED)).toMatchObject([
    { position: 1, moved_up: true, display_name: 'Person 5' },
  ]);
  expect(ownPrizes(3, RESULT, MOVED)).toMatchObject([{ position: 2, moved_up: false }]);
});

test('R14 with one unnamed prize the holder is told the place', () => {
  expect(ownOutcome(7, [], RESULT, null)).toEqual({ text: 'You won! Place 1.', isGood: true });
  expect(ownOutcome(7, [], RESULT, MOVED)).toEqual({
    text: 'Your prize went on to the next in line: not there.',
    isGood: false,
  });
  expect(ownOutcome(5, [], RESULT, MOVED)).toEqual({
    text: 'You moved up: place 1 is yours!',
    isGood: true,
  });
  expect(ownOutcome(5, [], RESULT, null).text).toBe('You are alternate 1.');
  expect(ownOutcome(9, [], RESULT, null).text).toBe('Your entry #9 was not drawn this time.');
});

test('R63 R65 where several prizes can be won, the holder is told all of them by name', () => {
  const result: LiveResult = {
    winners: [row(1, 7), row(1, 7, 2), row(2, 3, 2)],
    alternates: [row(2, 5), row(1, 5, 2), row(2, 8, 2)],
  };
  expect(ownOutcome(7, PRIZES, result, null)).toEqual({
    text: 'You won: Bicycle, Bottle of wine.',
    isGood: true,
  });
  const status: PrizeStatus = {
    passed_over: MOVED.passed_over,
    current_winners: [
      { ...row(1, 5), moved_up: true, ...UNCLAIMED },
      { ...row(1, 7, 2), moved_up: false, ...UNCLAIMED },
      { ...row(2, 3, 2), moved_up: false, ...UNCLAIMED },
    ],
  };
  expect(ownOutcome(7, PRIZES, result, status)).toEqual({
    text: 'You won: Bottle of wine. Bicycle went on to the next in line: not there.',
    isGood: true,
  });
  expect(ownOutcome(5, PRIZES, result, status).text).toBe('You moved up. Yours now: Bicycle.');
  expect(ownOutcome(8, PRIZES, result, null).text).toBe('You are alternate 2 for Bottle of wine.');
  expect(ownOutcome(5, PRIZES, result, null).text).toBe('You are an alternate for Bicycle, Bottle of wine.');
});

test('R63 very many prizes are counted', () => {
  const prizes = Array.from({ length: 8 }, (_, index) => ({ name: `P${index + 1}`, quantity: 1 }));
  const rows = prizes.map((_, index) => ({ prize: index + 1 }));
  expect(prizesText(prizes, rows)).toBe('P1, P2, P3, P4, P5 and 3 more');
});
