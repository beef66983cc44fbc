/** The words of emails where they depend on what the raffle is like (R51). */
import { expect, it } from 'vitest';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { enteredEmail, joinedEmail, type EmailFacts, movedUpEmail, resultEmail } from './email-words.ts';

const FACTS: EmailFacts = {
  title: 'Summer party',
  description: '',
  hostName: 'Hanna Host',
  hostAddress: null,
  deadlineAt: null,
  hasPassphrase: false,
  name: null,
  isEntered: false,
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

it('R66 H10 somebody who was entered is told by whom, which number, how to leave, and who is behind the name', () => {
  const facts = { ...FACTS, name: 'Ada', isEntered: true, hostAddress: 'hanna@example.org' };
  const entryUrl = 'https://raffles.example.org/r/token';
  const email = enteredEmail(facts, { entryNumber: 12, entryUrl });
  const text = email.paragraphs.join(' ');
  expect(email.subject).toBe('You are entered: number 12 in “Summer party”');
  expect(text).toContain('Hanna Host entered you in the raffle “Summer party”. You have entry number 12.');
  expect(text).toContain('leave the raffle, or tell Hanna Host');
  expect(text).toContain('hanna@example.org');
  expect(email.action).toEqual({ label: 'Open my entry', url: entryUrl });
  expect(email.because).toContain('entered somebody with this address');
  const opened = enteredEmail(facts, { entryNumber: 12, entryUrl: null });
  expect(opened.action.url).toBe(FACTS.watchUrl);
  expect(opened.paragraphs.join(' ')).not.toContain('link works once');
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
