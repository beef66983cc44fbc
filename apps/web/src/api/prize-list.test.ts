import type { PrizeList } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { prizesOfDraw } from './prize-list.ts';

const LIST = {
  prizes: [
    { prize: 1, name: 'Bicycle', draw: 2 },
    { prize: 2, name: 'Wine', draw: 1 },
    { prize: 3, name: 'Ham', draw: 2 },
  ],
  draws: [
    { number: 1, draw_id: 'dinner' },
    { number: 2, draw_id: 'midnight' },
  ],
} as unknown as PrizeList;

test('R65 R69 the prizes of one of several draws are numbered as in its plan', () => {
  const named = (drawId: string) => prizesOfDraw(LIST, drawId).map(({ prize, name }) => [prize, name]);
  expect(named('dinner')).toEqual([[1, 'Wine']]);
  expect(named('midnight')).toEqual([
    [1, 'Bicycle'],
    [2, 'Ham'],
  ]);
  expect(named('another')).toEqual([]);
});
