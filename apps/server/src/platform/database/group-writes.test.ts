/** What arrives together is written together, each gets its own answer, and a failed group fails alone. */
import { expect, test } from 'vitest';
import { groupWrites } from './group-writes.ts';

test('writes of one turn share a group, those that come during it the next one, none larger than allowed', async () => {
  const groups: number[][] = [];
  const later: Promise<number>[] = [];
  const write = groupWrites<number, number>((items) => {
    groups.push([...items]);
    if (groups.length === 1) later.push(write(100), write(101));
    return Promise.resolve(items.map((item) => item * 2));
  }, 4);
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((item) => write(item)));
  expect(answers).toEqual([2, 4, 6, 8, 10, 12]);
  expect(await Promise.all(later)).toEqual([200, 202]);
  expect(groups).toEqual([
    [1, 2, 3, 4],
    [5, 6, 100, 101],
  ]);
});

test('a group that cannot be written, or is not answered, rejects all of its writes; the next one goes on', async () => {
  let turn = 0;
  const write = groupWrites<number, number>((items) => {
    turn += 1;
    if (turn === 1) return Promise.reject(new Error('no room'));
    return Promise.resolve(turn === 2 ? [] : items);
  }, 2);
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => write(item)));
  expect(settled.map((one) => (one.status === 'rejected' ? String(one.reason) : one.value))).toEqual([
    'Error: no room',
    'Error: no room',
    'Error: A group of writes got another number of answers.',
    'Error: A group of writes got another number of answers.',
    5,
  ]);
});
