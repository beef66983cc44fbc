import type { ResultsAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { nextInLine } from './next-in-line.ts';

const row = (prize: number, position: number, entryNumber: number) => ({
  id: `${prize} ${position} ${entryNumber}`,
  prize,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});
const alternate = (prize: number, position: number, entryNumber: number) => ({
  ...row(prize, position, entryNumber),
  state: 'alternate' as const,
  moved_up_to: null,
});
const ALTERNATES = [alternate(1, 1, 5), alternate(1, 2, 6), alternate(2, 1, 5), alternate(2, 2, 8)];

const UNCLAIMED = {
  state: 'drawn' as const,
  claim: { claim_by: null, extension: null, claimed: null, handed_over_at: null },
};

const results = (policy: ResultsAnswer['policy'], holders: [prize: number, entryNumber: number][]) => ({
  policy,
  alternates: ALTERNATES,
  current_winners: holders.map(([prize, entryNumber]) => ({
    ...row(prize, 1, entryNumber),
    moved_up: false,
    ...UNCLAIMED,
  })),
  passed_over: [],
});

test('R14 the first alternate of the prize is next, not the first of another prize', () => {
  expect(nextInLine(results('once', [[1, 1]]), 1)).toMatchObject({ entry_number: 5 });
  expect(nextInLine(results('once', [[1, 1]]), 2)).toMatchObject({ entry_number: 5 });
  expect(nextInLine(results('once', []), 3)).toBeUndefined();
});

test('R63 who got a prize of the draw is not next for another, unless several can be won', () => {
  expect(nextInLine(results('once', [[1, 5]]), 2)).toMatchObject({ entry_number: 8 });
  expect(nextInLine(results('again', [[1, 5]]), 2)).toMatchObject({ entry_number: 5 });
  expect(nextInLine(results('again', [[2, 5]]), 2)).toMatchObject({ entry_number: 8 });
});

test('R14 who was passed over is not next again', () => {
  const passed = {
    ...row(1, 1, 5),
    reason: 'absent' as const,
    at: 0,
    moved_up: null,
    text: null,
    late: false,
    claim: UNCLAIMED.claim,
  };
  expect(nextInLine({ ...results('once', [[1, 6]]), passed_over: [passed] }, 1)).toBeUndefined();
});
