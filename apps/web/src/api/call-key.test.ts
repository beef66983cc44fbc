import { expect, test } from 'vitest';
import { createCallKeys } from './call-key.ts';

test('R66 R67 a call keeps its key until it is answered; another call, and the same once more, get another', () => {
  const keys = createCallKeys();
  const first = keys.keyOf('100 tickets');
  expect(keys.keyOf('100 tickets')).toBe(first);
  const other = keys.keyOf('200 tickets');
  expect(other).not.toBe(first);
  keys.answered();
  expect(keys.keyOf('200 tickets')).not.toBe(other);
});
