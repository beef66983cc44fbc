import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { alternatesFor, plannedAlternates } from './draw-plan.ts';

test.each([
  [{ winners: 1, entries: 100 }, 3],
  [{ winners: 3, entries: 100 }, 3],
  [{ winners: 10, entries: 100 }, 10],
  [{ winners: 10, entries: 14 }, 4],
  [{ winners: 3, entries: 3 }, 0],
  [{ winners: 5, entries: 1 }, 0],
])('R21 %o gives %i alternates', (plan, alternates) => {
  expect(alternatesFor(plan)).toBe(alternates);
});

test('R21 a plan has as many alternates as winners, and at least 3, however many enter', () => {
  expect([1, 3, 4, 100].map(plannedAlternates)).toEqual([3, 3, 4, 100]);
});

test('R21 winners and alternates together never exceed the entries, unless the winners alone do', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.nat({ max: 300 }), (winners, entries) => {
      const alternates = alternatesFor({ winners, entries });
      expect(alternates).toBeGreaterThanOrEqual(0);
      expect(winners + alternates).toBeLessThanOrEqual(Math.max(winners, entries));
    }),
  );
});
