import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { winChance } from './chance.ts';

test.each([
  { tickets: 1, ticketTotal: 48, participants: 48, winners: 3, chance: 3 / 48 },
  { tickets: 5, ticketTotal: 20, participants: 10, winners: 1, chance: 5 / 20 },
  { tickets: 1, ticketTotal: 2, participants: 2, winners: 3, chance: 1 },
  { tickets: 1, ticketTotal: 1, participants: 1, winners: 1, chance: 1 },
  { tickets: 0, ticketTotal: 12, participants: 12, winners: 2, chance: 0 },
  // Two of three entries with 2, 1 and 1 tickets: missed only if the others come first and second.
  { tickets: 2, ticketTotal: 4, participants: 3, winners: 2, chance: 1 - (2 / 4) * (1 / 3) },
])('C: the chance of $tickets of $ticketTotal tickets for $winners prizes', ({ chance, ...input }) => {
  expect(winChance(input)).toBeCloseTo(chance, 12);
});

test('C: a chance is between 0 and 1, and more tickets never mean less of it', () => {
  const input = fc.record({
    tickets: fc.integer({ min: 1, max: 1000 }),
    others: fc.integer({ min: 0, max: 10_000 }),
    each: fc.integer({ min: 1, max: 1000 }),
    winners: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(input, ({ tickets, others, each, winners }) => {
      const chanceOf = (own: number): number =>
        winChance({ tickets: own, ticketTotal: own + others * each, participants: others + 1, winners });
      expect(chanceOf(tickets)).toBeGreaterThan(0);
      expect(chanceOf(tickets)).toBeLessThanOrEqual(1);
      expect(chanceOf(tickets + 1)).toBeGreaterThanOrEqual(chanceOf(tickets) - 1e-12);
    }),
  );
});
