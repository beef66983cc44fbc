import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import type { RaffleFacts } from '../status.ts';
import {
  decideKeepTicket,
  decidePaperRun,
  decidePaperSales,
  isSaleMade,
  isTypedCode,
  type PaperTicket,
  paperName,
  paperStatus,
  resultOfSale,
} from './paper-tickets.ts';

const NOW = 1_800_000_000_000;

const open: RaffleFacts = {
  status: 'open',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 40,
  ticketTotal: 40,
  maxTickets: 1,
  allowPublicJoin: true,
};
const printed: PaperTicket = { state: 'in', tickets: 0, isKept: false, isListed: false, tookPart: false };
const sold: PaperTicket = { ...printed, tickets: 1 };

const run = (facts: Partial<RaffleFacts>, input: { size: number; printed?: number }) => {
  const decision = decidePaperRun({ ...open, ...facts }, { printed: 0, ...input }, NOW);
  return decision.ok ? decision.value : decision.refusal;
};

describe('a run of paper tickets', () => {
  it('R67: continues the entry numbers', () => {
    expect(run({}, { size: 600 })).toEqual({ first: 41, last: 640 });
    expect(run({ entryCount: 0 }, { size: 1 })).toEqual({ first: 1, last: 1 });
  });

  it.each([
    ['a draft', { status: 'draft' }, 'paper_not_open'],
    ['a closed raffle', { status: 'closed' }, 'paper_not_open'],
    ['one whose deadline has passed', { deadlineAt: NOW }, 'paper_not_open'],
    ['a running draw', { drawStarted: true, status: 'closed' }, 'draw_started'],
    ['a drawn raffle', { drawStarted: true, status: 'drawn' }, 'already_drawn'],
  ] as const)('R67: is refused for %s', (_what, facts, refusal) => {
    expect(run(facts, { size: 10 })).toBe(refusal);
  });

  it.each([0, -1, 601, 1.5, Number.NaN, Infinity])('R67: has no size of %d', (size) => {
    expect(run({}, { size })).toBe('paper_run_size');
  });

  it('R67: all runs together have at most 2,000 tickets', () => {
    expect(run({}, { size: 200, printed: 1800 })).toEqual({ first: 41, last: 240 });
    expect(run({}, { size: 201, printed: 1800 })).toBe('too_many_paper_tickets');
  });

  it('R23, R67: fits the places that are left', () => {
    expect(run({ maxEntries: 50 }, { size: 10 })).toEqual({ first: 41, last: 50 });
    expect(run({ maxEntries: 50 }, { size: 11 })).toBe('paper_run_over_places');
    expect(run({ entryCount: LIMITS.maxEntries.max - 5 }, { size: 6 })).toBe('paper_run_over_places');
  });
});

const withTickets = (ticket: PaperTicket, tickets: number): PaperTicket => ({ ...ticket, tickets });

describe('selling', () => {
  it('R67: is possible until the list of a draw closes, and after the raffle closed too', () => {
    const refusalOf = (facts: Partial<RaffleFacts>) => {
      const decision = decidePaperSales({ ...open, ...facts });
      return decision.ok ? null : decision.refusal;
    };
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ status: 'closed' })).toBeNull();
    expect(refusalOf({ deadlineAt: 0 })).toBeNull();
    expect(refusalOf({ status: 'closed', drawStarted: true })).toBe('draw_started');
    expect(refusalOf({ status: 'drawn', drawStarted: true })).toBe('already_drawn');
    expect(refusalOf({ status: 'draft' })).toBe('raffle_still_draft');
  });

  it('R67: twice changes nothing, and neither does taking back what is not sold', () => {
    expect(resultOfSale('sell', printed)).toBe('sold');
    expect(resultOfSale('sell', sold)).toBe('already_sold');
    expect(resultOfSale('unsell', sold)).toBe('unsold');
    expect(resultOfSale('unsell', printed)).toBe('already_unsold');
    expect(resultOfSale('unsell', { ...sold, isKept: true })).toBe('unsold');
    // More tickets of the host's are taken back with it.
    expect(resultOfSale('unsell', { ...sold, tickets: 3 })).toBe('unsold');
  });

  it('R67: a ticket that took part in a draw is not taken back, and one that was not sold by then is sold and taken back as before', () => {
    expect(resultOfSale('unsell', { ...sold, isListed: true, tookPart: true })).toBe('listed');
    expect(resultOfSale('sell', { ...printed, isListed: true })).toBe('sold');
    expect(resultOfSale('unsell', { ...sold, isListed: true })).toBe('unsold');
  });

  it.each(['withdrawn', 'removed'] as const)('R67: a %s ticket stays gone', (state) => {
    for (const action of ['sell', 'unsell'] as const) {
      expect(resultOfSale(action, { ...printed, state })).toBe('gone');
    }
    expect(paperStatus({ state, tickets: 0 })).toBe('gone');
  });

  it('R67: random sales leave each ticket as the last one that changed it says', () => {
    const action = fc.constantFrom('sell', 'unsell');
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        let ticket = printed;
        for (const one of actions) {
          const result = resultOfSale(one, ticket);
          const before = paperStatus(ticket);
          if (isSaleMade(result)) ticket = withTickets(ticket, one === 'sell' ? 1 : 0);
          expect(paperStatus(ticket)).toBe(one === 'sell' ? 'sold' : 'unsold');
          expect(isSaleMade(result)).toBe(before !== paperStatus(ticket));
          // Once more: nothing.
          expect(isSaleMade(resultOfSale(one, ticket))).toBe(false);
        }
      }),
    );
  });
});

describe('keeping a ticket on a phone', () => {
  const keep = (ticket: Partial<PaperTicket>, facts: Partial<RaffleFacts> = {}) => {
    const decision = decideKeepTicket({ ...open, ...facts }, { ...sold, ...ticket });
    return decision.ok ? decision.value : decision.refusal;
  };

  it('R67: is for a sold ticket, once, until the draw', () => {
    expect(keep({})).toEqual({ takesName: true });
    expect(keep({}, { status: 'closed' })).toEqual({ takesName: true });
    expect(keep({ tickets: 0 })).toBe('paper_ticket_unsold');
    expect(keep({ isKept: true })).toBe('paper_ticket_kept');
    expect(keep({ state: 'removed', tickets: 0 })).toBe('paper_ticket_gone');
    expect(keep({}, { drawStarted: true })).toBe('draw_started');
    expect(keep({}, { status: 'drawn', drawStarted: true })).toBe('already_drawn');
  });

  it('R67, R69: after a draw the ticket keeps the name that it was drawn under', () => {
    expect(keep({ isListed: true })).toEqual({ takesName: false });
  });
});

it('R67: a ticket is named by its number', () => {
  expect(paperName(151)).toBe('Ticket 151');
});

it('R67: tells a typed code from typed numbers', () => {
  for (const typed of ['K7M 2XQ', ' k7']) expect(isTypedCode(typed)).toBe(true);
  for (const typed of ['151–200', '#151', '', '7K']) expect(isTypedCode(typed)).toBe(false);
});
