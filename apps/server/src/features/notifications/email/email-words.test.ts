/** The words of emails where they depend on what the raffle is like (R51). */
import { expect, it } from 'vitest';
import { renderEmail } from '../../../platform/mail/render-email.ts';
import { claimReminderEmail, lapsedEmail } from './claim-words.ts';
import type { EmailFacts, EmailWords } from './email-parts.ts';
import {
  enteredEmail,
  invitationEmail,
  joinedEmail,
  movedUpEmail,
  resultEmail,
  startingEmail,
} from './email-words.ts';

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
  draw: null,
  schedule: [],
  prizes: [],
  hasCalendar: false,
};

/** As the plain text has them. */
const textOf = (email: EmailWords): string =>
  renderEmail({ title: email.subject, paragraphs: email.paragraphs, closing: [] }).text;

it('R51 an email mentions the calendar file only where one is attached', () => {
  const words = (deadlineAt: number | null) =>
    textOf(joinedEmail({ ...FACTS, deadlineAt, hasCalendar: deadlineAt !== null }, 12));
  expect(words(null)).toContain('Your receipt is attached.');
  expect(words(null)).not.toContain('calendar');
  expect(words(1_800_000_000_000)).toMatch(/The attached calendar file .*\n\nYour receipt is attached too\./);
});

it('R66 H10 somebody who was entered is told by whom, which number, how to leave, and who is behind the name', () => {
  const facts = { ...FACTS, name: 'Ada', isEntered: true, hostAddress: 'hanna@example.org' };
  const entryUrl = 'https://raffles.example.org/r/token';
  const email = enteredEmail(facts, { entryNumber: 12, entryUrl });
  const text = textOf(email);
  expect(email.subject).toBe('You are entered: number 12 in “Summer party”');
  expect(text).toContain('Hanna Host entered you in the raffle “Summer party”. You have entry number 12.');
  expect(text).toContain('leave the raffle, or tell Hanna Host');
  expect(text).toContain('hanna@example.org');
  expect(email.action).toEqual({ label: 'Open my entry', url: entryUrl });
  expect(email.because).toContain('entered somebody with this address');
  const opened = enteredEmail(facts, { entryNumber: 12, entryUrl: null });
  expect(opened.action.url).toBe(FACTS.watchUrl);
  expect(textOf(opened)).not.toContain('link works once');
});

it('R51 the place among the winners is named only where there are several', () => {
  const words = (of: number) =>
    textOf(resultEmail(FACTS, 12, { kind: 'winner', places: [{ prize: null, place: 1, of }] }));
  expect(words(1)).toContain('won the raffle “Summer party”.');
  expect(words(3)).toContain('winner 1 of 3');
});

it('R65 a winner is told which prizes it won; the first of many are listed and the others counted, with a link', () => {
  const email = (names: string[]) => {
    const places = names.map((prize, index) => ({ prize, place: index + 1, of: 2 }));
    return resultEmail(FACTS, 12, { kind: 'winner', places });
  };
  expect(textOf(email(['Bicycle']))).toContain('won Bicycle in the raffle “Summer party”.');
  expect(email(['Bicycle']).subject).toBe('You won Bicycle: “Summer party”');
  expect(textOf(email(['Bicycle', 'Wine', 'Cake']))).toContain(
    'won 3 prizes in the raffle “Summer party”:\n\n- Bicycle\n- Wine\n- Cake\n\n',
  );
  const many = email(Array.from({ length: 200 }, (_, index) => `P${index + 1}`));
  expect(many.subject).toBe('You won 200 prizes: “Summer party”');
  expect(textOf(many)).toContain(`- P10\n- and 190 more: ${FACTS.resultsUrl}\n`);
  expect(textOf(many)).not.toContain('P11');
  const alternate = (names: string[]) =>
    textOf(
      resultEmail(FACTS, 12, {
        kind: 'alternate',
        places: names.map((prize, index) => ({ prize, place: index + 2, of: 3 })),
      }),
    );
  expect(alternate(['Bicycle'])).toContain('alternate 2 for Bicycle in the raffle');
  expect(alternate(['Bicycle', 'Wine'])).toContain('- Alternate 2 for Bicycle\n- Alternate 3 for Wine\n');
});

it('R14 who moved up reads which prize of which draw it is', () => {
  const draw = { number: 2, name: null };
  const email = movedUpEmail({ ...FACTS, draw }, 12, 'Bicycle');
  expect(email.subject).toBe('You moved up and won Bicycle: “Summer party”');
  expect(textOf(email)).toContain(
    'number 12 moved up and won Bicycle in draw 2 of the raffle “Summer party”.',
  );
  expect(textOf(movedUpEmail(FACTS, 12, null))).toContain('won a prize in the raffle “Summer party”.');
});

it('R75 a winner with a claim window reads until when, what happens then, and whether there is a form', () => {
  const by = Date.UTC(2035, 5, 1, 18, 30);
  const places = [{ prize: 'Bicycle', place: 1, of: 1 }];
  const won = resultEmail(FACTS, 12, { kind: 'winner', places }, { by, hasForm: true });
  expect(textOf(won)).toContain(
    'Please claim your prize on your page before Friday, 1 June 2035 at 18:30 UTC. Hanna Host asks for a few details there.',
  );
  expect(textOf(won)).toContain("If you don't claim it in time, it goes to the next in line.");
  expect(won.action).toEqual({ label: 'Claim your prize', url: FACTS.resultsUrl });
  const several = [...places, { prize: 'Wine', place: 1, of: 1 }];
  const two = textOf(
    resultEmail(FACTS, 12, { kind: 'winner', places: several }, { by: null, hasForm: true }),
  );
  expect(two).toContain('Please claim your prizes on your page. Hanna Host asks for a few details there.');
  expect(two).not.toContain('in time');
  expect(textOf(movedUpEmail(FACTS, 12, 'Bicycle', { by, hasForm: false }))).toContain(
    'Please claim your prize on your page before Friday, 1 June 2035 at 18:30 UTC.\n',
  );
  const none = resultEmail(FACTS, 12, { kind: 'winner', places });
  expect([textOf(none).includes('claim'), none.action.label]).toEqual([false, 'See and check the result']);
});

it('R75 the reminder and the end of the time to claim say which prize it is, and what to do', () => {
  const by = Date.UTC(2035, 5, 1, 18, 30);
  const reminder = claimReminderEmail(FACTS, 12, { prize: 'Bicycle', by, hasForm: true });
  expect(reminder.subject).toBe('Please claim Bicycle: “Summer party”');
  expect(textOf(reminder)).toContain(
    'won Bicycle in the raffle “Summer party”, and you have not claimed it yet.',
  );
  expect(textOf(reminder)).toContain('before Friday, 1 June 2035 at 18:30 UTC. Hanna Host asks for');
  const unnamed = claimReminderEmail(FACTS, 12, { prize: null, by, hasForm: false });
  expect([unnamed.subject, unnamed.action.label]).toEqual([
    'Please claim your prize: “Summer party”',
    'Claim your prize',
  ]);
  const lapsed = lapsedEmail(FACTS, 12, 'Bicycle');
  expect(lapsed.subject).toBe('Bicycle was not claimed in time: “Summer party”');
  expect(textOf(lapsed)).toContain('The time to claim it is over, so it goes to the next in line.');
  expect(lapsedEmail(FACTS, 12, null).subject).toBe('Your prize was not claimed in time: “Summer party”');
});

it('R65 long names of prizes are cut after a word in a subject, and whole in the text', () => {
  const long = `${'Marvellous '.repeat(8)}bicycle`;
  const email = movedUpEmail(FACTS, 12, long);
  expect(email.subject).toBe(`You moved up and won ${'Marvellous '.repeat(5)}…: “Summer party”`);
  expect(textOf(email)).toContain(long);
  expect(movedUpEmail(FACTS, 12, 'W'.repeat(100)).subject).toContain(`${'W'.repeat(60)} …`);
});

it('R61 R69 an invitation lists prizes and draws, and where the others are', () => {
  const prizes = Array.from({ length: 12 }, (_, index) => `Prize ${index + 1}`);
  const schedule = ['Dinner: Friday 1 June 2035 at 18:30 UTC', 'Dessert'];
  const email = invitationEmail({ ...FACTS, prizes, schedule }, 'https://raffles.example.org/r/token');
  const text = textOf(email);
  expect(text).toContain('The prizes:\n\n- Prize 1\n- Prize 2\n');
  expect(text).toContain('- Prize 10\n- and 2 more: https://raffles.example.org/r/token\n');
  expect(text).toContain(`The draws:\n\n- ${schedule.join('\n- ')}\n`);
  expect(textOf(invitationEmail(FACTS, 'https://raffles.example.org/r/token'))).not.toMatch(
    /The prizes:|The draws?:/,
  );
});

it('R69 of several draws the email says by its name or number which one it is about', () => {
  const facts = { ...FACTS, draw: { number: 2, name: 'Before dessert' } };
  const words = (result: Parameters<typeof resultEmail>[2], about = facts as EmailFacts) =>
    textOf(resultEmail(about, 12, result));
  const places = [{ prize: 'Wine', place: 1, of: 1 }];
  expect(words({ kind: 'winner', places })).toContain(
    'won Wine in the draw “Before dessert” of the raffle “Summer party”.',
  );
  expect(words({ kind: 'winner', places }, { ...FACTS, draw: { number: 2, name: null } })).toContain(
    'won Wine in draw 2 of the raffle “Summer party”.',
  );
  expect(words({ kind: 'alternate', places })).toContain('for Wine in the draw “Before dessert” of');
  expect(words({ kind: 'none' })).toContain('All draws of the raffle “Summer party” are over.');
  expect(textOf(startingEmail(facts, 12))).toContain(
    'The draw “Before dessert” of the raffle “Summer party” has started.',
  );
  expect(textOf(startingEmail({ ...FACTS, draw: { number: 1, name: null } }, 12))).toContain(
    'Draw 1 of the raffle “Summer party” has started.',
  );
  expect(textOf(startingEmail(FACTS, 12))).toContain('The draw of the raffle “Summer party” has started.');
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
  expect(textOf(joinedEmail(FACTS, 12))).toContain('number 12');
});
