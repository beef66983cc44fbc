import type { PrizeStatus, ResultRow } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { NO_CLAIM, passedOverText, placeOf, placesOf, placeWithin } from './places.ts';
import { announcementOf } from './winners.ts';

const row = (prize: number, position: number, entryNumber: number): ResultRow => ({
  id: `${prize} ${position}`,
  prize,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});
const WINNERS = [row(1, 1, 7), row(2, 1, 3), row(2, 2, 4)];
const PRIZES = [
  { name: 'Bicycle', quantity: 1 },
  { name: 'Bottle of wine', quantity: 2 },
];
const PASSED: PrizeStatus['passed_over'][number] = {
  prize: 2,
  position: 1,
  entry_number: 3,
  display_name: 'Person 3',
  reason: 'absent',
  at: 0,
  moved_up: null,
  text: null,
  claim: NO_CLAIM,
  late: false,
};
const UNCLAIMED = { moved_up: false, state: 'drawn' as const, claim: NO_CLAIM };

test('R14 a place is told apart from the same place of another prize', () => {
  const status: PrizeStatus = {
    passed_over: [PASSED],
    current_winners: [
      { ...row(1, 1, 7), ...UNCLAIMED },
      { ...row(2, 2, 4), ...UNCLAIMED },
    ],
  };
  expect(placesOf({ winners: WINNERS }, null).map(({ holder }) => holder?.entry_number)).toEqual([7, 3, 4]);
  expect(placesOf({ winners: WINNERS }, status).map(({ holder }) => holder?.entry_number ?? null)).toEqual([
    7,
    null,
    4,
  ]);
});

test('R61 what is read out and what is said of a prize that went on names the prize, or the place', () => {
  expect(announcementOf([], row(1, 2, 7))).toBe('Place 2: Person 7, entry 7');
  expect(announcementOf(PRIZES, row(1, 1, 7))).toBe('Bicycle: Person 7, entry 7');
  expect(passedOverText([], { ...PASSED, prize: 1 })).toBe(
    'Place 1: Person 3 (entry #3) was passed over: not there. Nobody was left to move up.',
  );
  expect(passedOverText(PRIZES, PASSED)).toBe(
    'Bottle of wine, 1st of 2: Person 3 (entry #3) was passed over: not there. Nobody was left to move up.',
  );
});

const MANY = [
  { name: 'Bicycle', quantity: 1 },
  { name: null, quantity: 1 },
  { name: 'Bottle of wine', quantity: 22 },
];

test('R61 of a prize that is given several times, a row says which one', () => {
  expect(placeWithin(MANY, { prize: 1, position: 1 })).toBeNull();
  expect([1, 2, 3, 4, 11, 21, 22].map((position) => placeWithin(MANY, { prize: 3, position }))).toEqual([
    '1st of 22',
    '2nd of 22',
    '3rd of 22',
    '4th of 22',
    '11th of 22',
    '21st of 22',
    '22nd of 22',
  ]);
  expect(placeOf(MANY, { prize: 1, position: 1 })).toBe('Bicycle');
  expect(placeOf(MANY, { prize: 3, position: 2 })).toBe('Bottle of wine, 2nd of 22');
  expect(placeOf([], { prize: 1, position: 2 })).toBe('Place 2');
});
