import { describe, expect, test } from 'vitest';
import { isProblem, listLines, readLine } from './read-invitees.ts';

const read = (text: string): unknown[] =>
  listLines(text).map((line) => {
    const result = readLine(line, 'Greta Gastgeber');
    if (isProblem(result)) return [result.line, result.message];
    const { displayName, email, notes } = result;
    return notes === null ? [displayName, email] : [displayName, email, notes];
  });

const NO_MATCH = 'The quotes of this line do not match up.';
const TOO_MANY =
  'Only a name, an email address and a note fit on a line. Put a name or note with a comma in quotes.';

describe('invitation text', () => {
  test.each([
    ['Ada,ada@example.org', ['Ada', 'ada@example.org']],
    ['  Ada Lovelace ,  Ada@Example.org  ', ['Ada Lovelace', 'Ada@Example.org']],
    ['Ada', ['Ada', null]],
    ['Ada,', ['Ada', null]],
    ['Ada,ada@example.org,,', ['Ada', 'ada@example.org']],
    ['"Lovelace, Ada",ada@example.org', ['Lovelace, Ada', 'ada@example.org']],
    ['"Ada ""the first"" Lovelace","ada@example.org"', ['Ada "the first" Lovelace', 'ada@example.org']],
    ['Ren\u0065\u0301e', ['Renée', null]],
    ['Ada,ada@example.org,vegetarian', ['Ada', 'ada@example.org', 'vegetarian']],
    ['Ada,,"table 4, at the window"', ['Ada', null, 'table 4, at the window']],
    [`Ada,,${'ü'.repeat(500)}`, ['Ada', null, 'ü'.repeat(500)]],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each([
    [',ada@example.org', 'Please enter a name.'],
    ['Ada,not an address', 'Please enter a valid email address.'],
    [`Ada,${'a'.repeat(250)}@example.org`, 'An email address has at most 254 characters.'],
    ['Lovelace, Ada, ada@example.org', 'Please enter a valid email address.'],
    ['Ada,ada@example.org,a,b', TOO_MANY],
    [`Ada,,${'x'.repeat(501)}`, 'A note has at most 500 characters. Please shorten it.'],
    ['"Lovelace, Ada', NO_MATCH],
    ['"Lovelace" Ada,ada@example.org', NO_MATCH],
    ['x'.repeat(101), 'A name has at most 100 characters. Please shorten it.'],
  ])('refuses %j', (text, message) => {
    expect(read(text)).toEqual([[1, message]]);
  });

  test.each(['System', 'ѕystem', 'HOST', 'Greta Gastgeber', 'Gretа Gastgeber'])(
    'H1 refuses the look-alike %s',
    (name) => {
      expect(read(name)).toEqual([[1, expect.stringContaining('could be mistaken')]]);
    },
  );

  test.each(['A\u200Bda', 'A\u202Eda', 'A\u0007da'])(
    'H1 R25 refuses the invisible character in %j',
    (name) => {
      expect(read(name)).toEqual([[1, expect.stringContaining('invisible or control')]]);
    },
  );

  test('counts lines as the host sees them, with any line ending, and skips blank ones', () => {
    const text = '\uFEFFAda\r\n\r\n   \nBob,\u0062ad\rCem,cem@example.org\n\n,\n';
    expect(read(text)).toEqual([
      ['Ada', null],
      [4, 'Please enter a valid email address.'],
      ['Cem', 'cem@example.org'],
      [7, 'Please enter a name.'],
    ]);
  });
});
