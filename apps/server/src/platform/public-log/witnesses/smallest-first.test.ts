import { expect, it } from 'vitest';
import { smallestFirst } from './smallest-first.ts';

it('one at a time, the smallest of those that wait first, and a failure holds up nobody', async () => {
  const inTurn = smallestFirst();
  const started: number[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const task = (size: number) =>
    inTurn(size, async () => {
      started.push(size);
      if (size === 5) await gate;
      if (size === 2) throw new Error('failed');
      return size;
    });
  const all = [5, 9, 2, 7].map(task);
  expect(started).toEqual([5]);
  open();
  const settled = await Promise.allSettled(all);
  expect(started).toEqual([5, 2, 7, 9]);
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    5,
    9,
    'failed',
    7,
  ]);
  expect(await task(1)).toBe(1);
});
