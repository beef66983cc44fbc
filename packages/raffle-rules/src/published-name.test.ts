/** How much of a name is published (R78), and how names are shortened (R43). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptDisplayName } from './names.ts';
import {
  acceptNamePublications,
  decideLowerName,
  decideNamePublication,
  lowerPublications,
  type NamePublication,
  namePublications,
  publicShortName,
  publishedName,
} from './published-name.ts';

const entry = (display_name: string | null, name_publication: NamePublication) => ({
  entry_number: 12,
  display_name,
  name_publication,
});

describe('R43 R78 first name and initial', () => {
  test.each([
    ['Anna Maria Berg', 'Anna B.'],
    ['Ludwig van Beethoven', 'Ludwig B.'],
    ['Dr. Anna Berg', 'Anna B.'],
    ['Prof. Dr. Anna Berg', 'Anna B.'],
    ['Frau Berg', 'Frau B.'],
    ['Anna', 'Anna'],
    ['Jean-Luc Picard', 'Jean-Luc P.'],
    ["Ann O'Neil", 'Ann O.'],
    ['Ann “Bo” (Smith)', 'Ann S.'],
    ['Anna !!!', 'Anna'],
    // What a reader takes for one letter stays together.
    ['Zoë E\u0301clair', 'Zoë É.'.normalize('NFD')],
    ['रवि किशन', 'रवि कि.'],
    ['สมชาย ก้อง', 'สมชาย ก้.'],
    ['Łukasz Żółć', 'Łukasz Ż.'],
    // From right to left.
    ['محمد العربي', 'محمد ا.'],
    ['דוד כהן', 'דוד כ.'],
    // Without spaces a word may be the whole name.
    ['王小明', '王**'],
    ['田中さくら', '田****'],
    ['김민수', '김**'],
    ['王 小明', '王 小.'],
    ['Ticket 151', 'Ticket 151'],
    ['Number 12', 'Number 12'],
  ])('%s is shortened to %s', (name, short) => {
    expect(publicShortName(name).normalize('NFC')).toBe(short.normalize('NFC'));
  });

  test('what was shortened once stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (raw) => {
        const accepted = acceptDisplayName(raw);
        fc.pre(accepted.ok);
        const short = publicShortName(accepted.value);
        expect(short).not.toBe('');
        expect(publicShortName(short)).toBe(short);
      }),
    );
  });
});

describe('R78 the published name', () => {
  test('is the whole name, first name and initial, or the number', () => {
    expect(publishedName(entry('Anna Berg', 'full'))).toBe('Anna Berg');
    expect(publishedName(entry('Anna Berg', 'initial'))).toBe('Anna B.');
    expect(publishedName(entry('Anna Berg', 'number'))).toBe('Number 12');
  });

  test('an erased name stays erased, in each form', () => {
    for (const form of namePublications) expect(publishedName(entry(null, form))).toBeNull();
  });

  test('by number only nothing of the name is left', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        expect(publishedName(entry(name, 'number'))).toBe(publishedName(entry('other', 'number')));
      }),
    );
  });

  test('nobody can be called like an entry without a name', () => {
    expect(acceptDisplayName('Number 12')).toEqual({ ok: false, refusal: 'name_reserved' });
    expect(acceptDisplayName('number  7')).toEqual({ ok: false, refusal: 'name_reserved' });
    expect(acceptDisplayName('Number Twelve')).toMatchObject({ ok: true });
  });
});

describe('R78 what a raffle allows, and what people choose', () => {
  const forms = fc.constantFrom(...namePublications);

  test('at least one form, each once, the fullest first', () => {
    expect(acceptNamePublications([])).toEqual({ ok: false, refusal: 'name_publication_missing' });
    expect(acceptNamePublications(['number', 'full', 'number'])).toEqual({
      ok: true,
      value: ['full', 'number'],
    });
  });

  test('without a choice it is the fullest form that is allowed', () => {
    expect(decideNamePublication(['initial', 'number'], undefined)).toEqual({ ok: true, value: 'initial' });
    expect(decideNamePublication(['full'], 'number')).toEqual({
      ok: false,
      refusal: 'name_publication_not_allowed',
    });
  });

  test('less can be published, but never more again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(forms, { minLength: 1 }), forms, forms, (allowed, current, wanted) => {
        const decision = decideLowerName(
          { status: 'open', drawStarted: false },
          { allowed, current },
          wanted,
        );
        const isLess = namePublications.indexOf(wanted) > namePublications.indexOf(current);
        expect(decision.ok).toBe(wanted === current || (isLess && allowed.includes(wanted)));
        expect(lowerPublications(allowed, current).includes(wanted)).toBe(isLess && allowed.includes(wanted));
      }),
    );
  });

  test('not while a draw runs, and again after it', () => {
    const form = { allowed: [...namePublications], current: 'full' as const };
    expect(decideLowerName({ status: 'closed', drawStarted: true }, form, 'number')).toEqual({
      ok: false,
      refusal: 'name_fixed_while_drawing',
    });
    expect(decideLowerName({ status: 'drawn', drawStarted: true }, form, 'number')).toMatchObject({
      ok: true,
    });
  });
});
