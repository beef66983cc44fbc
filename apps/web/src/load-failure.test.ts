/** What browsers say when a page's file cannot be fetched. */
import { expect, test } from 'vitest';
import { isLoadFailure } from './load-failure.ts';

test.each([
  'Failed to fetch dynamically imported module: https://example.org/assets/a.js',
  'error loading dynamically imported module: https://example.org/assets/a.js',
  'Importing a module script failed.',
])('"%s" is a failure to load', (message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true);
});

test('anything else is a bug of the page', () => {
  expect(isLoadFailure(new TypeError('x is not a function'))).toBe(false);
  expect(isLoadFailure('Importing a module script failed.')).toBe(false);
  expect(isLoadFailure(null)).toBe(false);
});
