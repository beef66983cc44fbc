/** R66: rows of a table as people, judged as the server does. */
import { describe, expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import { guessColumns } from './columns.ts';
import { judgePeople, rowsOfTable } from './list-rows.ts';

const LIST = { hostName: 'Hanna Host', maxTickets: 5 };
const judge = (rows: string[][], list: Partial<typeof LIST> | { maxTickets: null } = {}) =>
  judgePeople(rowsOfTable(rows, guessColumns(rows)), { ...LIST, ...list });
const sent = (people: string): unknown[] =>
  people
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));

describe('R66 rows of a table', () => {
  it('R66 have the lines that a spreadsheet shows; headings and blank rows are nobody', () => {
    const rows = [
      ['', ''],
      ['Last name', 'First name', 'Tickets', 'Groups', 'Note', 'Email'],
      ['Lovelace', 'Ada', '3', 'VIP; Crew', 'table 4', 'ada@example.org'],
      ['', '', ''],
      ['Hopper', 'Grace', '', '', '', ''],
    ];
    const { good, bad, people } = judge(rows);
    expect([good, bad]).toEqual([2, []]);
    expect(sent(people)).toEqual([
      {
        line: 3,
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        tickets: 3,
        groups: ['VIP', 'Crew'],
        notes: 'table 4',
      },
      { line: 5, name: 'Grace Hopper' },
    ]);
  });

  it('R66 each bad row is told by its line, with what is wrong', () => {
    const rows = [
      ['Name', 'Email', 'Tickets'],
      ['Ada', 'ada@example.org', '1'],
      ['Hanna Host', '', ''],
      ['Bob', 'not an address', ''],
      ['Cem', 'ADA@example.org', ''],
      ['Dan', '', '6'],
      ['', 'x@example.org', ''],
    ];
    const { good, bad } = judge(rows);
    expect(good).toBe(1);
    expect(bad.map(({ line, message }) => [line, message])).toEqual([
      [3, expect.stringContaining('could be mistaken')],
      [4, 'Please enter a valid email address.'],
      [5, 'This email address is already on line 2.'],
      [6, expect.stringContaining('more than the most tickets')],
      [7, 'Please enter a name.'],
    ]);
    expect(bad[1]?.text).toBe('Bob, not an address');
  });

  it('R66 who is invited holds no tickets yet, so that column says nothing', () => {
    const { good, people } = judge(
      [
        ['Name', 'Tickets'],
        ['Ada', 'many'],
      ],
      { maxTickets: null },
    );
    expect([good, sent(people)]).toEqual([1, [{ line: 2, name: 'Ada' }]]);
  });

  it('points at a name that comes twice without an address, and adds it all the same', () => {
    const { good, doubles } = judge([['Name'], ['Ada  Lovelace'], ['Bob'], ['ada lovelace']]);
    expect([good, doubles.map(({ line }) => line)]).toEqual([3, [4]]);
  });

  test('R66 every row is either sent or told, once', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('Ada', 'ada@example.org', '2', 'Name', ''));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 20 }), (rows) => {
        const table = rowsOfTable(rows, { hasHeadings: false, roles: ['name', 'email', 'tickets'] });
        const { good, bad, people } = judgePeople(table, LIST);
        const lines = sent(people).map((row) => (row as { line: number }).line);
        expect(good).toBe(lines.length);
        expect([...lines, ...bad.map(({ line }) => line)].toSorted((a, b) => a - b)).toEqual(
          table.map(({ line }) => line),
        );
      }),
    );
  });
});
