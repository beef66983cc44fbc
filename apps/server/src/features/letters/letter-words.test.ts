/** The words of letters where they depend on what the raffle is like (R51). */
import { expect, it } from 'vitest';
import { writeLetter } from '../../mail/letter.ts';
import { joinedLetter, type LetterFacts, resultLetter } from './letters.ts';

const FACTS: LetterFacts = {
  title: 'Summer party',
  description: '',
  hostName: 'Hanna Host',
  deadlineAt: null,
  hasPassphrase: false,
  name: null,
  joinUrl: null,
  watchUrl: 'https://raffles.example.org/draw/1',
  resultsUrl: 'https://raffles.example.org/results/1',
};

it('R51 a letter speaks of the calendar file only where one is attached', () => {
  const words = (deadlineAt: number | null) =>
    joinedLetter({ ...FACTS, deadlineAt }, 12).paragraphs.join(' ');
  expect(words(null)).toContain('Your receipt is attached.');
  expect(words(null)).not.toContain('calendar');
  expect(words(1_800_000_000_000)).toMatch(/The attached calendar file .* Your receipt is attached too\./);
});

it('R51 the place among the winners is told only where there are several', () => {
  const words = (of: number) =>
    resultLetter(FACTS, 12, { kind: 'winner', place: 1, of }).paragraphs.join(' ');
  expect(words(1)).toContain('won the raffle “Summer party”.');
  expect(words(3)).toContain('winner 1 of 3');
});

it('R51 the number stands large in letters that are about it, and in the words for whoever cannot see it', () => {
  const { html, text } = writeLetter({
    title: 'You are in',
    paragraphs: ['Number 12'],
    entryNumber: 12,
    closing: [],
  });
  expect(html).toMatch(/aria-hidden="true"[^>]*>.*#.*12<\/p>/);
  expect(text).not.toContain('#');
  expect(joinedLetter(FACTS, 12)).toMatchObject({ entryNumber: 12 });
  expect(joinedLetter(FACTS, 12).paragraphs.join(' ')).toContain('number 12');
});
