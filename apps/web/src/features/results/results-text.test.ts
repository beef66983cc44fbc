import type { ResultsAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { resultsText } from './results-text.ts';

const row = (prize: number, position: number, entryNumber: number) => ({
  id: `${prize} ${position}`,
  prize,
  position,
  display_name: `Person ${entryNumber}`,
  entry_number: entryNumber,
  selection_index: '0',
});
const prize = (name: string | null) => ({ name, quantity: 2 });

function answer(prizes: ReturnType<typeof prize>[]): ResultsAnswer {
  return {
    title: 'Summer party',
    prizes,
    winners: [
      { ...row(1, 1, 7), state: 'winner' },
      { ...row(2, 1, 3), state: 'passed_over' },
    ],
    alternates: [{ ...row(2, 1, 5), state: 'moved_up', moved_up_to: 1 }],
    current_winners: [
      { ...row(1, 1, 7), moved_up: false },
      { ...row(2, 1, 5), moved_up: true },
    ],
    passed_over: [],
    drawn_at: 0,
    protocol: 2,
  } as unknown as ResultsAnswer;
}

/** Without the time and the check, which follow. */
const rowsOf = (results: ResultsAnswer): string[] => {
  const lines = resultsText(results, 'not_checked', null).split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('Drawn')),
  );
};

test('R65 what is copied is grouped by prize, and each place names its own present holder', () => {
  expect(rowsOf(answer([prize('Bicycle'), prize(null)]))).toEqual([
    'Summer party: results',
    '',
    'Winners',
    '',
    'Bicycle',
    '1. Person 7 (entry #7)',
    '',
    'Prize 2',
    '1. Person 3 (entry #3)',
    '   Now: Person 5 (entry #5)',
    '',
    'Alternates',
    '',
    'Prize 2',
    '1. Person 5 (entry #5)',
    '',
  ]);
});

test('R61 with one unnamed prize it is one list of places', () => {
  expect(rowsOf(answer([prize(null)]))).toEqual([
    'Summer party: results',
    '',
    'Winners',
    '1. Person 7 (entry #7)',
    '1. Person 3 (entry #3)',
    '   Now: Person 5 (entry #5)',
    '',
    'Alternates',
    '1. Person 5 (entry #5)',
    '',
  ]);
});
