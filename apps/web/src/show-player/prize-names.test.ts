import type { DrawPlan } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { groupByPrize, namedPrizes, prizesOfPlan, prizeTitle } from './prize-names.ts';

const PRIZES = [
  { name: 'Bicycle', quantity: 1 },
  { name: null, quantity: 1 },
];

function planOf(...names: string[]): Pick<DrawPlan, 'records'> {
  const prizes = names.map((name) => ({ name, quantity: 1, alternates: 0, pool: 1, claim_window: '-' }));
  return { records: { plan: { prizes } } } as unknown as Pick<DrawPlan, 'records'>;
}

test('R61 a prize has its name, or its number where others have names', () => {
  expect(prizeTitle(PRIZES, 1)).toBe('Bicycle');
  expect(prizeTitle(PRIZES, 2)).toBe('Prize 2');
});

test('R61 one unnamed prize is not called anything', () => {
  expect(namedPrizes([{ name: null, quantity: 5 }])).toEqual([]);
  expect(namedPrizes(undefined)).toEqual([]);
  expect(namedPrizes([{ name: 'Bicycle', quantity: 1 }])).toHaveLength(1);
  expect(prizesOfPlan(planOf('-'))).toEqual([]);
  expect(prizesOfPlan({ records: null })).toEqual([]);
  expect(prizesOfPlan(planOf('-', 'Wine'))).toEqual([
    { name: null, quantity: 1 },
    { name: 'Wine', quantity: 1 },
  ]);
});

test('R65 rows are grouped by prize in the order of revealing, without prizes that have none', () => {
  const rows = [
    { prize: 1, entry: 4 },
    { prize: 3, entry: 9 },
    { prize: 3, entry: 2 },
  ];
  const [first, second, third] = rows;
  expect(groupByPrize(rows, 'list')).toEqual([
    { prize: 1, rows: [first] },
    { prize: 3, rows: [second, third] },
  ]);
  expect(groupByPrize(rows, 'grand_last').map(({ prize }) => prize)).toEqual([3, 1]);
  expect(groupByPrize([], 'list')).toEqual([]);
});
