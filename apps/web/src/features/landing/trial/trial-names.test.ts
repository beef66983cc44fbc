/** The names of the little drum, as they are typed. */
import { expect, test } from 'vitest';
import { MOST_NAMES, readTrialNames, slipText } from './trial-names.ts';

test('names are split by commas and lines, trimmed, and blank ones are left out', () => {
  expect(readTrialNames(' Ada, Bo\n\nChen  Li ;, \tDi\u0007va')).toEqual({
    names: ['Ada', 'Bo', 'Chen Li', 'Di va'],
    problem: null,
  });
});

test('nothing typed, too many and too long are told apart', () => {
  expect(readTrialNames(' , \n')).toEqual({ names: [], problem: 'empty' });
  const many = readTrialNames(Array.from({ length: MOST_NAMES + 1 }, (_, i) => `P${i}`).join(','));
  expect(many.problem).toBe('too_many');
  expect(many.names).toHaveLength(MOST_NAMES);
  expect(readTrialNames('x'.repeat(100)).problem).toBeNull();
  expect(readTrialNames(`Ada, ${'x'.repeat(101)}`).problem).toBe('too_long');
  // A hundred pictures of two UTF-16 units each are a hundred characters.
  expect(readTrialNames('🎟'.repeat(100)).problem).toBeNull();
});

test('a long name is cut on its slip, never inside a character', () => {
  expect(slipText('Maximilian')).toBe('Maximili…');
  expect(slipText('Beatrice')).toBe('Beatrice');
  expect(slipText('🎟'.repeat(12))).toBe(`${'🎟'.repeat(8)}…`);
});
