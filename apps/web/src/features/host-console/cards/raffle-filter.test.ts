/** Finding and ordering raffles and entries, and the words of a deadline that comes near. */
import type { HostRaffle, ParticipantRow } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { matchingEntries, sortedEntries } from '../entries/sort-entries.ts';
import { timeLeft } from '../../../ui/time-left.ts';
import { NO_FILTER, filteredRaffles } from './raffle-filter.ts';

const raffle = (id: string, more: Partial<HostRaffle>): HostRaffle =>
  ({
    id,
    title: id,
    description: '',
    status: 'draft',
    created_at: 0,
    deadline_at: null,
    joined_count: 0,
    ...more,
  }) as HostRaffle;

const RAFFLES = [
  raffle('a', { title: 'Summer party', created_at: 1, joined_count: 4 }),
  raffle('b', {
    title: 'Raffle 10',
    description: 'for the summer team',
    status: 'open',
    created_at: 2,
    deadline_at: 50,
  }),
  raffle('c', { title: 'Raffle 9', status: 'open', created_at: 3, deadline_at: 20, joined_count: 9 }),
];
const ids = (filter: Partial<typeof NO_FILTER>) =>
  filteredRaffles(RAFFLES, { ...NO_FILTER, ...filter })
    .map(({ id }) => id)
    .join('');

describe('raffles of a filter', () => {
  it('are found by all words, in title and description', () => {
    expect(ids({ words: 'summer' })).toBe('ba');
    expect(ids({ words: ' TEAM  raffle ' })).toBe('b');
    expect(ids({ words: 'winter' })).toBe('');
  });

  it('are filtered by status and ordered', () => {
    expect(ids({ status: 'open' })).toBe('cb');
    expect(ids({ order: 'oldest' })).toBe('abc');
    expect(ids({ order: 'title' })).toBe('cba');
    expect(ids({ order: 'deadline' })).toBe('cba');
    expect(ids({ order: 'joined' })).toBe('cab');
  });
});

describe('entries', () => {
  const row = (
    entry_number: number,
    display_name: string,
    email: string | null,
    tickets = 1,
  ): ParticipantRow => ({
    invitee_id: `invitee-${entry_number}`,
    entry_number,
    display_name,
    name_publication: 'full',
    rules_accepted_at: null,
    email,
    joined_at: entry_number,
    tickets,
    state: 'in',
    source: 'self',
    groups: [],
    sits_out: false,
    check_ins: [],
    absent_in: [],
  });
  const rows = [row(1, 'Cy', null, 3), row(2, 'ada', 'b@x.org'), row(12, 'Bob', 'a@x.org', 3)];
  const numbers = (found: readonly ParticipantRow[]) => found.map(({ entry_number: number }) => number);

  it('are found by number, name or address', () => {
    expect(numbers(matchingEntries(rows, '#2'))).toEqual([2]);
    expect(numbers(matchingEntries(rows, 'AD'))).toEqual([2]);
    expect(numbers(matchingEntries(rows, 'a@x'))).toEqual([12]);
    expect(numbers(matchingEntries(rows, ' '))).toEqual([1, 2, 12]);
  });

  it('are ordered by a column, those without an address last either way', () => {
    const order = (column: 'display_name' | 'email' | 'tickets', descending: boolean) =>
      numbers(sortedEntries(rows, { column, descending }));
    expect(order('display_name', false)).toEqual([2, 12, 1]);
    expect(order('email', false)).toEqual([12, 2, 1]);
    expect(order('email', true)).toEqual([2, 12, 1]);
    expect(order('tickets', true)).toEqual([1, 12, 2]);
  });
});

describe('time left', () => {
  it.each([
    [3 * 86_400_000, 'in 3 days'],
    [47 * 3_600_000, 'in 47 hours'],
    [119 * 60_000, 'in 119 minutes'],
    [90_500, 'in 91 seconds'],
    [0, 'in 0 seconds'],
  ])('says %i ms in its largest fitting unit', (ms, text) => {
    expect(timeLeft(ms)).toBe(text);
  });
});
