/** When the page says that it is cut off. */
import { expect, test } from 'vitest';
import { reachabilityOf } from './reachability.ts';

test('no network is told apart from a silent server, and hides it', () => {
  expect(reachabilityOf(true, true)).toBe('reachable');
  expect(reachabilityOf(true, false)).toBe('silent');
  expect(reachabilityOf(false, true)).toBe('offline');
  expect(reachabilityOf(false, false)).toBe('offline');
});
