/** R66: rows of a list of people, and when they can be entered. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { type ListRow, groupsInCell, readListRow } from './people-list.ts';
import { type RaffleFacts, decideEnter, decideJoin } from './status.ts';

const CONTEXT = { hostName: 'Hanna Host', maxTickets: 5 };
const row = (more: Partial<ListRow> = {}): ListRow => ({
  name: 'Ada',
  email: '',
  tickets: '',
  groups: [],
  notes: '',
  ...more,
});
const read = (more: Partial<ListRow>) => readListRow(row(more), CONTEXT);
const refusalOf = (more: Partial<ListRow>): string | null => {
  const decision = read(more);
  return decision.ok ? null : decision.refusal;
};

describe('R66 rows of a list of people', () => {
  it('R66 a row of a name alone is a person with one ticket', () => {
    expect(read({})).toEqual({
      ok: true,
      value: { displayName: 'Ada', email: null, emailFold: null, tickets: 1, groups: [], notes: null },
    });
  });

  it('R66 R24 R63 everything a row says is trimmed and put on one line', () => {
    const all = {
      name: ' Ada  ',
      email: ' Ada@Example.org ',
      tickets: ' 3 ',
      groups: ['VIP ', 'vip', '', 'Table\n 4'],
      notes: ' at the\r\n window ',
    };
    expect(read(all)).toEqual({
      ok: true,
      value: {
        displayName: 'Ada',
        email: 'Ada@Example.org',
        emailFold: 'ada@example.org',
        tickets: 3,
        groups: ['VIP', 'Table 4'],
        notes: 'at the window',
      },
    });
  });

  it.each([
    [{ name: ' ' }, 'name_blank'],
    [{ name: 'hanna host' }, 'name_reserved'],
    [{ name: 'System' }, 'name_reserved'],
    [{ email: 'ada@example' }, 'email_invalid'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'email_invalid'],
    [{ tickets: 'two' }, 'tickets_invalid'],
    [{ tickets: '2.5' }, 'tickets_invalid'],
    [{ tickets: '-1' }, 'tickets_invalid'],
    [{ tickets: '0' }, 'tickets_invalid'],
    [{ tickets: '1e1' }, 'tickets_invalid'],
    [{ tickets: '6' }, 'tickets_over_limit'],
    [{ tickets: '9'.repeat(400) }, 'tickets_over_limit'],
    [{ groups: Array.from({ length: 11 }, (_, n) => `Group ${n}`) }, 'too_many_groups'],
    [{ groups: ['x'.repeat(41)] }, 'group_too_long'],
    [{ notes: 'ü'.repeat(501) }, 'notes_too_long'],
  ])('R9 R20 R24 R63 refuses %j', (more, refusal) => {
    expect(refusalOf(more)).toBe(refusal);
  });

  it('R66 takes everything up to its limit', () => {
    const limits = {
      tickets: '5',
      groups: Array.from({ length: 10 }, (_, n) => String(n).repeat(40)),
      notes: '😀'.repeat(500),
    };
    expect(refusalOf(limits)).toBeNull();
  });

  it('R66 a list that gives no tickets takes any cell, and means one ticket', () => {
    const decision = readListRow(row({ tickets: 'lots' }), { ...CONTEXT, maxTickets: null });
    expect(decision).toMatchObject({ ok: true, value: { tickets: 1 } });
  });

  test('R66 whatever the cells hold, a person is within every limit', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('ada@example.org'));
    const anyRow = fc.record({
      name: text,
      email: fc.oneof(fc.constant(''), text),
      tickets: fc.oneof(fc.constant(''), fc.nat({ max: 9 }).map(String), text),
      groups: fc.array(text, { maxLength: 12 }),
      notes: text,
    });
    fc.assert(
      fc.property(anyRow, (cells) => {
        const decision = readListRow(cells, CONTEXT);
        if (!decision.ok) return;
        const { displayName, tickets, groups, notes } = decision.value;
        expect(displayName.trim()).not.toBe('');
        expect(tickets).toBeGreaterThanOrEqual(1);
        expect(tickets).toBeLessThanOrEqual(CONTEXT.maxTickets);
        expect(Number.isInteger(tickets)).toBe(true);
        expect(groups.length).toBeLessThanOrEqual(LIMITS.groupsOfEntry.max);
        expect(`${groups.join('')}${notes ?? ''}`).not.toMatch(/[\r\n]/u);
        // What was read is read the same again.
        const again = readListRow(
          {
            name: displayName,
            email: decision.value.email ?? '',
            tickets: String(tickets),
            groups,
            notes: notes ?? '',
          },
          CONTEXT,
        );
        expect(again).toEqual(decision);
      }),
    );
  });
});

describe('R63 R66 groups in a cell', () => {
  it.each([
    ['', []],
    ['VIP', ['VIP']],
    ['VIP, Table 4;Crew | vip', ['VIP', 'Table 4', 'Crew']],
    ['Table 4\nCrew', ['Table 4', 'Crew']],
    [' , ;', []],
  ])('reads %j', (cell, labels) => {
    expect(groupsInCell(cell)).toEqual(labels);
  });
});

const open: RaffleFacts = {
  status: 'open',
  deadlineAt: 1000,
  drawStarted: false,
  maxEntries: 10,
  entryCount: 7,
  ticketTotal: 7,
  maxTickets: 1,
  allowPublicJoin: false,
};
const NOW = 999;
const refusalOfEntering = (facts: RaffleFacts, people = 1, now = NOW): string | null => {
  const decision = decideEnter(facts, now, people);
  return decision.ok ? null : decision.refusal;
};

describe('R66 R23 entering people', () => {
  it('R66 R23 takes as many as there are places, and none of one more', () => {
    expect(refusalOfEntering(open, 3)).toBeNull();
    expect(refusalOfEntering(open, 4)).toBe('too_few_places');
    expect(refusalOfEntering({ ...open, entryCount: 10 }, 1)).toBe('raffle_full');
    const unlimited = { ...open, maxEntries: null, entryCount: 0 };
    expect(refusalOfEntering(unlimited, LIMITS.maxEntries.max)).toBeNull();
    expect(refusalOfEntering(unlimited, LIMITS.maxEntries.max + 1)).toBe('too_few_places');
  });

  it('R66 R12 is possible only while people can join', () => {
    expect(refusalOfEntering({ ...open, status: 'draft' })).toBe('raffle_still_draft');
    expect(refusalOfEntering({ ...open, status: 'closed' })).toBe('entering_closed');
    expect(refusalOfEntering(open, 1, 1000)).toBe('deadline_passed');
    expect(refusalOfEntering({ ...open, drawStarted: true })).toBe('draw_started');
    expect(refusalOfEntering({ ...open, status: 'drawn' })).toBe('already_drawn');
  });

  test('R66 whenever one person may be entered, one may join by invitation', () => {
    const facts = fc.record({
      status: fc.constantFrom('draft', 'open', 'closed', 'drawn'),
      deadlineAt: fc.option(fc.nat({ max: 20 })),
      drawStarted: fc.boolean(),
      maxEntries: fc.option(fc.integer({ min: 1, max: 5 })),
      entryCount: fc.nat({ max: 6 }),
      ticketTotal: fc.constant(0),
      maxTickets: fc.constant(1),
      allowPublicJoin: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, fc.nat({ max: 20 }), (one, now) => {
        expect(decideEnter(one as RaffleFacts, now, 1).ok).toBe(
          decideJoin(one as RaffleFacts, now, 'invite').ok,
        );
      }),
    );
  });
});
