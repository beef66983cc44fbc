/** R66: columns of a list of people, by their headings and as the host chooses. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ColumnPlan, columnRoles, guessColumns, hasNames, roleOfHeading, withRole } from './columns.ts';

describe('R66 headings', () => {
  it.each([
    ['Name', 'name'],
    [' Full name ', 'name'],
    ['display_name', 'name'],
    ['First name', 'first'],
    ['LAST-NAME', 'last'],
    ['E-Mail', 'email'],
    ['Email address', 'email'],
    ['Tickets', 'tickets'],
    ['Number of tickets', 'tickets'],
    ['Group', 'groups'],
    ['Group(s)', 'groups'],
    ['Notes:', 'notes'],
    ['Attendee name', 'name'],
    ['No. of tickets', 'tickets'],
    ['Qty', 'tickets'],
    ['Anzahl Lose', 'tickets'],
    ['Bemerkung', 'notes'],
    ['Department', 'groups'],
    ['Team', null],
    ['', null],
    ['42', null],
  ])('reads %j', (heading, role) => {
    expect(roleOfHeading(heading)).toBe(role);
  });
});

describe('R66 what columns hold', () => {
  it('R66 is recognised by the headings in any order, beside others', () => {
    const rows = [
      ['', ''],
      ['Group', 'Team', 'E-Mail', 'Name', 'Tickets'],
      ['VIP', 'Red', '', 'Ada', '2'],
    ];
    expect(guessColumns(rows)).toEqual({
      hasHeadings: true,
      roles: ['groups', null, 'email', 'name', 'tickets'],
    });
  });

  it('R66 a heading that comes twice counts once', () => {
    expect(guessColumns([['Name', 'Name']])).toEqual({ hasHeadings: true, roles: ['name', null] });
  });

  it('R66 without headings, addresses are found by what they are, and names come first', () => {
    const rows = [
      ['ada@example.org', 'Ada', '3'],
      ['', 'Bob'],
      ['cem@example.org', 'Cem'],
    ];
    expect(guessColumns(rows)).toEqual({ hasHeadings: false, roles: ['email', 'name', null] });
    expect(guessColumns([['Ada Lovelace'], ['Bob']])).toEqual({ hasHeadings: false, roles: ['name'] });
    expect(guessColumns([])).toEqual({ hasHeadings: false, roles: [] });
  });

  it('R66 headings in another language are chosen by hand, and each role has one column', () => {
    const plan = guessColumns([
      ['Mitglied', 'Anschrift'],
      ['Ada', 'ada@example.org'],
    ]);
    expect(plan).toEqual({ hasHeadings: false, roles: ['name', null] });
    const changed = withRole({ ...plan, hasHeadings: true }, 1, 'name');
    expect(changed).toEqual({ hasHeadings: true, roles: [null, 'name'] });
    expect(withRole(changed, 1, null).roles).toEqual([null, null]);
    const parts: ColumnPlan = { hasHeadings: true, roles: ['first', 'last', null] };
    expect(withRole(parts, 2, 'name').roles).toEqual([null, null, 'name']);
    expect(withRole(withRole(parts, 2, 'name'), 0, 'last').roles).toEqual(['last', null, null]);
  });

  it('R66 nobody is added without a name', () => {
    expect(hasNames({ hasHeadings: true, roles: ['email', null] })).toBe(false);
    expect(hasNames({ hasHeadings: true, roles: ['email', 'last'] })).toBe(true);
  });

  test('R66 whatever a table holds and the host chooses, no role has two columns', () => {
    const cells = fc.oneof(
      fc.string(),
      fc.constantFrom('Name', 'Email', 'First name', 'ada@example.org', ''),
    );
    const tables = fc.array(fc.array(cells, { maxLength: 6 }), { maxLength: 6 });
    const choices = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.option(fc.constantFrom(...columnRoles))), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(tables, choices, (rows, chosen) => {
        let plan = guessColumns(rows);
        const count = plan.roles.length;
        for (const [column, role] of chosen) {
          plan = withRole(plan, column, role);
          if (column < count) expect(plan.roles[column]).toBe(role);
        }
        const used = plan.roles.filter((role) => role !== null);
        expect(new Set(used).size).toBe(used.length);
        expect(plan.roles).toHaveLength(count);
      }),
    );
  });
});
