/** The words of emails where they depend on what the raffle is like (R51). */
import { expect, it } from 'vitest';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { joinedEmail, type EmailFacts, movedUpEmail, resultEmail } from './email-words.ts';

const FACTS: EmailFacts = {
  title: 'Summer party',
  description: '',
  hostName: 'Hanna Host',
  hostAddress: null,
  deadlineAt: null,
  hasPassphrase: false,
  name: null,
  joinUrl: null,
  watchUrl: 'https://raffles.example.org/draw/1',
  resultsUrl: 'https://raffles.example.org/results/1',
};

it('R51 an email mentions the calendar file only where one is attached', () => {
  const words = (deadlineAt: number | null) => joinedEmail({ ...FACTS, deadlineAt }, 12).paragraphs.join(' ');
  expect(words(null)).toContain('Your receipt is attached.');
  expect(words(null)).not.toContain('calendar');
  expect(words(1_800_000_000_000)).toMatch(/The attached calendar file .* Your receipt is attached too\./);
});

it('R51 the place among the winners is named only where there are several', () => {
  const words = (of: number) =>
    resultEmail(FACTS, 12, { kind: 'winner', places: [{ prize: null, place: 1, of }] }).paragraphs.join(' ');
  expect(words(1)).toContain('won the raffle “Summer party”.');
  expect(words(3)).toContain('winner 1 of 3');
});

it('R65 a winner is told which prizes it won, and many are counted', () => {
  const words = (names: string[]) => {
    const places = names.map((prize, index) => ({ prize, place: index + 1, of: 2 }));
    return resultEmail(FACTS, 12, { kind: 'winner', places }).paragraphs.join(' ');
  };
  expect(words(['Bicycle'])).toContain('won Bicycle in the raffle “Summer party”.');
  expect(words(['Bicycle', 'Wine', 'Cake'])).toContain('won Bicycle, Wine, and Cake in');
  expect(words(Array.from({ length: 14 }, (_, index) => `P${index + 1}`))).toContain('P10, and 4 more in');
  const alternate = resultEmail(FACTS, 12, {
    kind: 'alternate',
    places: [{ prize: 'Bicycle', place: 2, of: 3 }],
  });
  expect(alternate.paragraphs.join(' ')).toContain('alternate 2 for Bicycle in the raffle');
  expect(movedUpEmail(FACTS, 12, 'Bicycle').paragraphs.join(' ')).toContain('did not take Bicycle, and your');
  expect(movedUpEmail(FACTS, 12, null).paragraphs.join(' ')).toContain('did not take the prize, and your');
});

it('R51 the number is large in emails about it, and in the text for people who cannot see it', () => {
  const { html, text } = renderEmail({
    title: 'You are in',
    paragraphs: ['Number 12'],
    entryNumber: 12,
    closing: [],
  });
  expect(html).toMatch(/aria-hidden="true"[^>]*>.*#.*12<\/p>/);
  expect(text).not.toContain('#');
  expect(joinedEmail(FACTS, 12)).toMatchObject({ entryNumber: 12 });
  expect(joinedEmail(FACTS, 12).paragraphs.join(' ')).toContain('number 12');
});
