import type { ChangesAnswer, EntryChange } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines.ts';

function change(number: number, more: Partial<EntryChange> = {}): EntryChange {
  return {
    number,
    entry_number: number,
    state: 'in',
    tickets: 1,
    weights: [1],
    reason_code: 'paper_ticket_sold',
    made_by: 'host',
    signature: null,
    signed_at: null,
    at: number * 1000,
    ...more,
  };
}

const answer = (more: Partial<ChangesAnswer>): ChangesAnswer => ({
  changes: [],
  total: 0,
  counted: [],
  added: { host: null, paper: null },
  ...more,
});

const textsOf = (given: ChangesAnswer) =>
  changeLines([], given).map(({ text, at, isLast, counted }) => [text, at, isLast, counted]);

describe('changeLines', () => {
  it('R67 R94: says sales in one line with the time of the last, among the others by time', () => {
    const removed = change(70, { entry_number: 7, state: 'removed', reason_code: 'removed_by_host' });
    const sold = { reason_code: 'paper_ticket_sold', changes: 66, entries: 64, last: change(69) } as const;
    expect(textsOf(answer({ changes: [removed], counted: [sold] }))).toEqual([
      ['Entry #7 was removed by the host', 70_000, false, null],
      ['64 paper tickets were sold', 69_000, true, 'paper_ticket_sold'],
    ]);
  });

  it('R67: names the ticket where it is one, and still shows each of its changes', () => {
    const once = { reason_code: 'paper_ticket_sold', changes: 1, entries: 1, last: change(5) } as const;
    expect(textsOf(answer({ counted: [once] }))).toEqual([['Paper ticket #5 was sold', 5000, false, null]]);
    const last = change(9, { entry_number: 5, tickets: 0, reason_code: 'paper_ticket_unsold' });
    const twice = { reason_code: 'paper_ticket_unsold', changes: 2, entries: 1, last } as const;
    expect(textsOf(answer({ counted: [twice] }))).toEqual([
      ['Paper ticket #5 was taken back', 9000, true, 'paper_ticket_unsold'],
    ]);
  });

  it('R66 R67: counts what the host added', () => {
    const added = { host: { count: 96, last_at: 2000 }, paper: { count: 1, last_at: 3000 } };
    expect(textsOf(answer({ added }))).toEqual([
      ['1 paper ticket was added to be sold', 3000, false, null],
      ['96 people were entered by the host', 2000, true, null],
    ]);
  });

  it('reads what an earlier version stored on this device', () => {
    expect(changeLines([], { changes: [], total: 0 } as unknown as ChangesAnswer)).toEqual([]);
  });
});
