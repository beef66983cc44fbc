/** Random texts come from one pool of bytes: none may come twice, and none may be what the pool holds before it is filled. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { neighbourId, randomText } from './random.ts';

test('I4 texts have the bytes that were asked for, and none comes twice however often the pool is filled', () => {
  const texts = Array.from({ length: 5000 }, (_, n) => randomText(n % 2 === 0 ? 16 : 32, 'hex'));
  expect(texts.slice(0, 2).map((text) => text.length)).toEqual([32, 64]);
  const halves = texts.flatMap((text) => text.match(/.{32}/g) ?? []);
  expect(halves).toHaveLength(7500);
  expect(new Set(halves).size).toBe(7500);
});

test('I4 ids of one turn begin alike and differ by 128 bits; those of the next begin in another way', async () => {
  const together = Array.from({ length: 1000 }, neighbourId);
  await nextTurn();
  await nextTurn();
  const later = neighbourId();
  expect(new Set(together.map((id) => id.slice(0, 4))).size).toBe(1);
  expect(new Set(together.map((id) => id.slice(4))).size).toBe(1000);
  for (const id of [...together, later]) expect(id).toMatch(/^[A-Za-z0-9_-]{26}$/);
  expect(later.slice(0, 4)).not.toBe(together[0]?.slice(0, 4));
});
