/** R74: the form that winners fill in, and their answers. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  checkClaimAnswers,
  type ClaimAnswer,
  claimAnswerText,
  type ClaimField,
  claimFieldKinds,
  claimFormProblems,
  cleanClaimForm,
  decideClaimForm,
  type PostalAddress,
} from './claim-form.ts';
import { countryCodes, hasPostcodes, isCountry } from './countries.ts';
import { LIMITS } from './limits.ts';
import type { RaffleFacts } from './status.ts';

const asked = (more: Partial<ClaimField> = {}): ClaimField => ({
  id: 'f1',
  kind: 'text',
  label: 'Shirt',
  required: false,
  hint: '',
  choices: [],
  ...more,
});
const CHOICES = ['Small', 'Large'];
const HOME: PostalAddress = {
  line1: '12 Harbour Road',
  line2: '',
  postcode: 'BS1 4DJ',
  city: 'Bristol',
  country: 'GB',
};

const problemsOf = (field: Partial<ClaimField>, answer?: ClaimAnswer, by: 'winner' | 'other' = 'winner') => {
  const checked = checkClaimAnswers([asked(field)], answer === undefined ? {} : { f1: answer }, by);
  return checked.ok ? {} : checked.problems;
};

describe('R74 the form', () => {
  it('R74 is stored with clean lines, ids by place, and choices only where there is a choice', () => {
    const fields = [
      asked({
        label: ' Your \u200bshirt\n size ',
        hint: '  as\tworn ',
        kind: 'choice',
        choices: [' S ', '', 'L'],
      }),
      asked({ label: 'Address', kind: 'address', choices: CHOICES }),
    ];
    expect(cleanClaimForm(fields)).toEqual([
      asked({ id: 'f1', label: 'Your shirt size', hint: 'as worn', kind: 'choice', choices: ['S', 'L'] }),
      asked({ id: 'f2', label: 'Address', kind: 'address', choices: [] }),
    ]);
    expect(claimFormProblems(fields)).toEqual({});
  });

  it.each([
    ['a blank question', { label: ' \u200b ' }, '0.label', 'Please enter what you ask for.'],
    ['a long question', { label: 'x'.repeat(81) }, '0.label', 'A question has at most 80 characters.'],
    ['a long hint', { hint: 'x'.repeat(201) }, '0.hint', 'A hint has at most 200 characters.'],
    ['no choices', { kind: 'choice' }, '0.choices', 'Please enter at least 2 choices, one a line.'],
    [
      'one choice',
      { kind: 'choice', choices: ['S', ' '] },
      '0.choices',
      'Please enter at least 2 choices, one a line.',
    ],
    [
      'too many choices',
      { kind: 'choice', choices: Array.from({ length: 21 }, (_, index) => `Size ${index}`) },
      '0.choices',
      'Please enter at most 20 choices.',
    ],
    [
      'a long choice',
      { kind: 'choice', choices: ['S', 'x'.repeat(81)] },
      '0.choices',
      'A choice has at most 80 characters.',
    ],
    [
      'equal choices',
      { kind: 'choice', choices: ['Ｓ', 's '] },
      '0.choices',
      'One of these choices is there twice.',
    ],
  ] as const)('R74 has no %s', (_name, field, path, sentence) => {
    expect(claimFormProblems([asked(field as Partial<ClaimField>)])).toEqual({ [path]: sentence });
  });

  it('R74 asks nothing twice', () => {
    const fields = [asked(), asked({ kind: 'email', label: 'Email' }), asked({ label: ' SHIRT' })];
    expect(claimFormProblems(fields)).toEqual({
      '2.label': 'Another field of this form has the same question.',
    });
  });

  it('R74 is fine with everything at its limit', () => {
    const label = '🎁'.repeat(LIMITS.claimLabel.max);
    const choices = Array.from({ length: LIMITS.claimChoices.max }, (_, index) => `Size ${index}`);
    expect(claimFormProblems([asked({ label, hint: 'x'.repeat(200), kind: 'choice', choices })])).toEqual({});
  });
});

it('R74 can be changed until a draw starts, and between two', () => {
  const open: RaffleFacts = {
    status: 'open',
    deadlineAt: null,
    drawStarted: false,
    maxEntries: null,
    entryCount: 1,
    ticketTotal: 1,
    maxTickets: 1,
    allowPublicJoin: true,
  };
  expect(decideClaimForm({ ...open, status: 'draft' }).ok).toBe(true);
  expect(decideClaimForm(open).ok).toBe(true);
  const closed = { ...open, status: 'closed' } as const;
  expect(decideClaimForm(closed).ok).toBe(true);
  expect(decideClaimForm({ ...closed, drawStarted: true })).toMatchObject({ refusal: 'draw_started' });
  expect(decideClaimForm({ ...open, status: 'drawn' })).toMatchObject({ refusal: 'already_drawn' });
});

describe('R74 answers', () => {
  it.each([
    ['text', 'Please fill this in.'],
    ['email', 'Please enter your email address.'],
    ['phone', 'Please enter your phone number.'],
    ['address', 'Please enter your postal address.'],
    ['choice', 'Please choose one.'],
    ['yes_no', 'Please choose yes or no.'],
  ] as const)(
    'R74 a required field of the kind %s is answered by the winner, not by who claims for them',
    (kind, sentence) => {
      const field = { kind, required: true, choices: kind === 'choice' ? CHOICES : [] };
      expect(problemsOf(field)).toEqual({ f1: sentence });
      expect(problemsOf(field, kind === 'yes_no' ? undefined : ' ')).toEqual({ f1: sentence });
      expect(problemsOf(field, undefined, 'other')).toEqual({});
      expect(problemsOf({ ...field, required: false })).toEqual({});
    },
  );

  it.each([
    ['text', 'x'.repeat(300)],
    ['email', 'ada@example.org'],
    ['phone', '+49 (0)30 901820'],
    ['phone', '020 7946 0958'],
    ['phone', '112 00'],
    ['choice', 'Large'],
    ['yes_no', false],
    ['yes_no', true],
    ['address', HOME],
    ['address', { ...HOME, postcode: '', country: 'HK' }],
    ['address', { ...HOME, postcode: '1010', country: 'at' }],
    ['address', { ...HOME, postcode: '〒100-0001'.slice(1), country: 'JP' }],
  ] as const)('R74 takes for %s: %j', (kind, answer) => {
    expect(problemsOf({ kind, required: true, choices: CHOICES }, answer)).toEqual({});
  });

  it.each([
    ['text', 'x'.repeat(301), 'f1'],
    ['email', 'ada@example', 'f1'],
    ['phone', '1234', 'f1'],
    ['phone', '+1234567890123456', 'f1'],
    ['phone', 'call me', 'f1'],
    ['phone', '12345 ext 6', 'f1'],
    ['choice', 'Medium', 'f1'],
    ['choice', true, 'f1'],
    ['yes_no', 'yes', 'f1'],
    ['text', HOME, 'f1'],
    ['address', '12 Harbour Road', 'f1'],
    ['address', true, 'f1'],
    ['address', { ...HOME, line1: ' ' }, 'f1.line1'],
    ['address', { ...HOME, line2: 'x'.repeat(101) }, 'f1.line2'],
    ['address', { ...HOME, city: '' }, 'f1.city'],
    ['address', { ...HOME, postcode: '' }, 'f1.postcode'],
    ['address', { ...HOME, postcode: 'BS1, 4DJ' }, 'f1.postcode'],
    ['address', { ...HOME, postcode: '1'.repeat(13) }, 'f1.postcode'],
    ['address', { ...HOME, country: '' }, 'f1.country'],
    ['address', { ...HOME, country: 'ZZ' }, 'f1.country'],
  ] as const)('R74 refuses for %s: %j', (kind, answer, path) => {
    const problems = problemsOf({ kind, choices: CHOICES }, answer, 'other');
    expect(Object.keys(problems)).toEqual([path]);
    expect(problems[path]).toMatch(/^(Please|This) .+\.|0958\.$/u);
  });

  it('R74 says everything that is wrong at once, and stores nothing of it', () => {
    const fields = [asked({ required: true }), asked({ id: 'f2', kind: 'address' })];
    const given = { f2: { ...HOME, line1: '', postcode: '' }, f7: 'x' };
    const checked = checkClaimAnswers(fields, given, 'winner');
    expect(checked.ok).toBe(false);
    expect(checked.ok ? [] : Object.keys(checked.problems).toSorted()).toEqual([
      'f1',
      'f2.line1',
      'f2.postcode',
      'f7',
    ]);
  });

  it('R74 a country alone is what the screen suggested, and no address', () => {
    const empty = { line1: '', line2: ' ', postcode: '', city: '', country: 'GB' };
    expect(checkClaimAnswers([asked({ kind: 'address' })], { f1: empty }, 'winner')).toEqual({
      ok: true,
      answers: {},
    });
    expect(problemsOf({ kind: 'address', required: true }, empty)).toEqual({
      f1: 'Please enter your postal address.',
    });
  });

  it('R74 stores clean lines, without direction marks that would turn a host’s table around', () => {
    const given = { f1: ' Ring\n twice \u202egnol ', f2: { ...HOME, postcode: ' bs1 4dj ', country: 'gb' } };
    const fields = [asked(), asked({ id: 'f2', kind: 'address' })];
    expect(checkClaimAnswers(fields, given, 'winner')).toEqual({
      ok: true,
      answers: { f1: 'Ring twice gnol', f2: HOME },
    });
  });

  it('R74 are one line of text in tables', () => {
    const name = (code: string): string => (code === 'GB' ? 'United Kingdom' : code);
    expect(claimAnswerText(HOME, name)).toBe('12 Harbour Road, BS1 4DJ Bristol, United Kingdom');
    expect([true, false, 'Large'].map((answer) => claimAnswerText(answer, name))).toEqual([
      'Yes',
      'No',
      'Large',
    ]);
  });

  const anyAnswer = fc.oneof(
    fc.string({ maxLength: 320, unit: 'binary' }),
    fc.boolean(),
    fc.record({
      line1: fc.string({ maxLength: 120 }),
      line2: fc.string({ maxLength: 120 }),
      postcode: fc.string({ maxLength: 14 }),
      city: fc.string({ maxLength: 120 }),
      country: fc.oneof(fc.constantFrom('GB', 'de', 'HK', ''), fc.string({ maxLength: 3 })),
    }),
  );

  test('R74 property: what is accepted is accepted again unchanged, and holds only fields of the form', () => {
    const anyField = fc.record({
      kind: fc.constantFrom(...claimFieldKinds),
      required: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyField, { maxLength: 6 }),
        fc.dictionary(fc.constantFrom('f1', 'f2', 'f3', 'f9'), anyAnswer),
        fc.constantFrom('winner' as const, 'other' as const),
        (kinds, given, by) => {
          const fields = kinds.map((field, index) =>
            asked({ ...field, id: `f${index + 1}`, label: `Question ${index}`, choices: CHOICES }),
          );
          const checked = checkClaimAnswers(fields, given, by);
          if (!checked.ok) {
            expect(Object.keys(checked.problems).length).toBeGreaterThan(0);
            return;
          }
          expect(checkClaimAnswers(fields, checked.answers, by)).toEqual(checked);
          for (const id of Object.keys(checked.answers))
            expect(fields.map((field) => field.id)).toContain(id);
          if (by === 'winner') {
            for (const { id, required } of fields) if (required) expect(checked.answers).toHaveProperty(id);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('R74 countries are known by their codes, each once', () => {
  const codes = countryCodes();
  expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThan(240);
  expect(['DE', 'US', 'ZZ', 'de', 'D', ''].map(isCountry)).toEqual([true, true, false, false, false, false]);
  expect(['DE', 'HK'].map(hasPostcodes)).toEqual([true, false]);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
});
