/** R9, R24, R25: lines and rows of an invitee list as the host sees them judged. */
import { emailAddress } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { delimiterOf, findInRows } from './invitee-columns.ts';
import { countInvitees, doublesOf, findInLines, judgeInvitees } from './invitee-lines.ts';

const judge = (text: string) =>
  judgeInvitees(
    findInLines(text, () => ['Berg, Anna', 'anna@example.org']),
    'Hanna Host',
  );

describe('lines of an invitee list', () => {
  it.each([
    ['', 0],
    ['Ada,ada@example.org', 1],
    ['Ada\r\n\r\n  \r\nBob\rCy\n', 3],
  ])('counts the lines of %j that are not blank', (text, count) => {
    expect(countInvitees(text)).toBe(count);
  });

  it('takes names with and without an address, and quotes a name with a comma', () => {
    expect(judge('Ada Lovelace , ada@example.org\n\nGrace\n"Berg, Anna",anna@example.org')).toEqual({
      good: ['Ada Lovelace,ada@example.org', 'Grace', '"Berg, Anna",anna@example.org'],
      bad: [],
      doubles: [],
    });
  });

  it('B16: takes a note behind name and address, in quotes where it has a comma, up to 500 characters', () => {
    const rows = [
      ['Name', 'Notes', 'Email'],
      ['Ada', 'table 4,\n at the window', ''],
      ['Bob', 'x'.repeat(501), 'bob@example.org'],
    ];
    expect(judgeInvitees(findInRows(rows), 'Hanna Host')).toMatchObject({
      good: ['Ada,,"table 4, at the window"'],
      bad: [{ line: 3, message: 'A note has at most 500 characters. Please shorten it.' }],
    });
    expect(judge('Ada,ada@example.org,vegetarian').good).toEqual(['Ada,ada@example.org,vegetarian']);
  });

  it('C: points at a name that is on the list twice without an address, and adds it all the same', () => {
    const { good, bad, doubles } = judge('Ada  Lovelace\nBob,bob@example.org\nBob\nada lovelace');
    expect([good.length, bad]).toEqual([4, []]);
    expect(doubles.map(({ line, message }) => [line, message])).toEqual([
      [4, 'The same name is on line 1, and neither has an email address.'],
    ]);
    const listed = (invitee_id: string, display_name: string, more: object = {}) =>
      ({ invitee_id, display_name, email: null, state: 'invited', ...more }) as const;
    expect(
      doublesOf([
        listed('1', 'Ada'),
        listed('2', 'ada'),
        listed('3', 'Ada', { email: 'ada@example.org' }),
        listed('4', 'Bob'),
        listed('5', 'Bob', { state: 'revoked' }),
      ]),
    ).toEqual(new Set(['1', '2']));
  });

  it('names each line that needs fixing, by its number', () => {
    const { good, bad } = judge(
      'Ada,ada@example\n\nBob,bob@example.org\nBobby,BOB@example.org\n,x@example.org\na,,c,d',
    );
    expect(good).toEqual(['Bob,bob@example.org']);
    expect(bad.map(({ line, message }) => [line, message])).toEqual([
      [1, 'Please enter a valid email address.'],
      [4, 'This email address is already on line 3.'],
      [5, 'Please enter a name.'],
      [
        6,
        'Only a name, an email address and a note fit on a line. Put a name or note with a comma in quotes.',
      ],
    ]);
  });

  it("R9: refuses names that look like the host's", () => {
    expect(judge('hanna h0st').bad).toHaveLength(1);
    expect(judge('Hannah Most').bad).toHaveLength(0);
  });

  it.each([
    'a@b.co',
    'first.last+tag@sub.example.org',
    "o'neil@example.org",
    'a@b',
    '.a@b.co',
    'a..b@c.de',
    'a b@c.de',
    'a@-b.co',
    'ä@example.org',
  ])('judges the address %s as the server does', (email) => {
    expect(judge(`Ada,${email}`).bad.length === 0).toBe(emailAddress.safeParse(email).success);
  });
});

describe('rows of a file', () => {
  it.each([
    ['Email;Name\na@b.co;Ada\n', ';'],
    ['\nName,Email\nAda;x,a@b.co', ','],
    ['"Berg; Anna","x;y",z', ','],
    ['Name\tEmail', '\t'],
    ['Ada', ','],
    ['', ','],
  ])('finds what divides %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  it.each([[['Name', 'E-Mail']], [['display_name', 'email']], [['Full name', 'Email address']]])(
    'finds the columns of %j',
    (headings) => {
      expect(findInRows([headings, ['Ada', 'ada@example.org']])).toMatchObject([
        { line: 2, name: 'Ada', email: 'ada@example.org' },
      ]);
    },
  );

  it('finds columns in any order, beside others, and joins first and last names', () => {
    const rows = [
      ['Team', 'E-mail', 'Last name', 'First name'],
      ['Red', 'ada@example.org', 'Lovelace', 'Ada'],
      ['', '', '', ''],
      ['Blue', '', 'Hopper', 'Grace'],
    ];
    expect(findInRows(rows).map(({ line, name, email }) => [line, name, email])).toEqual([
      [2, 'Ada Lovelace', 'ada@example.org'],
      [4, 'Grace Hopper', ''],
    ]);
  });

  it('takes a table without headings as name and address, its first row included', () => {
    expect(findInRows([['Ada', 'ada@example.org'], ['Grace']])).toMatchObject([
      { line: 1, name: 'Ada', email: 'ada@example.org' },
      { line: 2, name: 'Grace', email: '' },
    ]);
  });
});
