import { expect, test } from 'vitest';
import { numbersWithTickets, participantsOf } from './entrants.ts';

test("R22 who left or was removed is not on stage, and takes nobody else's place", () => {
  expect(numbersWithTickets(5, [])).toEqual([1, 2, 3, 4, 5]);
  expect(numbersWithTickets(5, [2, 5])).toEqual([1, 3, 4]);
  const many = numbersWithTickets(6_000, [1, 2, 3], 5_000);
  expect([many.length, many[0], many.at(-1)]).toEqual([5_000, 4, 5_003]);
});

test('R22 participants of a draw are those who hold a ticket', () => {
  expect(participantsOf({ total_entries: 31, without_tickets: [30] })).toBe(30);
});
