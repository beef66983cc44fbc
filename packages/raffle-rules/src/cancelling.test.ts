/** Cancelling (R79): when it is possible, and that nothing can be done with a raffle afterwards. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from './decision.ts';
import { decideApproval, decideConfirmation } from './joining.ts';
import { atDeadline, decidePostpone } from './schedule.ts';
import {
  decideCancel,
  decideClose,
  decideDraw,
  decideEnter,
  decideInviteeChange,
  decideJoin,
  decideLeave,
  decideRemoveParticipant,
  decideReopen,
  decideReplan,
  decideTicketChange,
  isForgotten,
  isTypedTitle,
  type RaffleFacts,
} from './status.ts';
import { votingState } from './votes.ts';

const NOW = 1_795_000_000_000;
const DAY_MS = 24 * 3_600_000;

const open: RaffleFacts & { title: string } = {
  title: 'Summer raffle',
  status: 'open',
  deadlineAt: NOW + DAY_MS,
  drawStarted: false,
  maxEntries: null,
  entryCount: 5,
  ticketTotal: 7,
  maxTickets: 3,
  allowPublicJoin: true,
};
const typed = { drawsHeld: 0, typedTitle: 'Summer raffle' };
const codeOf = (decision: Decision<unknown>): string => (decision.ok ? 'yes' : decision.refusal);

describe('R79 cancelling', () => {
  test.each([
    ['open', open, typed, 'yes'],
    ['closed', { ...open, status: 'closed' as const }, typed, 'yes'],
    ['a draft', { ...open, status: 'draft' as const }, typed, 'raffle_still_draft'],
    ['running', { ...open, drawStarted: true }, typed, 'draw_started'],
    ['drawn', { ...open, status: 'drawn' as const, drawStarted: true }, typed, 'already_drawn'],
    ['cancelled before', { ...open, cancelled: true }, typed, 'raffle_cancelled'],
    ['after a draw', open, { ...typed, drawsHeld: 1 }, 'draws_held'],
    ['with another title', open, { ...typed, typedTitle: 'Winter raffle' }, 'title_not_typed'],
    ['without a title', open, { ...typed, typedTitle: '' }, 'title_not_typed'],
  ])('%s', (_name, facts, input, expected) => {
    expect(codeOf(decideCancel(facts, input))).toBe(expected);
  });

  test('the title counts, not how it is typed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (title) => {
        fc.pre(title.trim() !== '');
        expect(isTypedTitle(title, `  ${title.replaceAll(' ', '   ')} `)).toBe(true);
        expect(isTypedTitle(title, `${title}x`)).toBe(false);
      }),
    );
  });

  test('nothing can be done with a cancelled raffle, whatever else is true of it', () => {
    const facts = fc.record({
      status: fc.constantFrom('open' as const, 'closed' as const),
      deadlineAt: fc.option(fc.integer({ min: NOW - DAY_MS, max: NOW + DAY_MS })),
      drawStarted: fc.boolean(),
      maxEntries: fc.option(fc.integer({ min: 1, max: 9 })),
      entryCount: fc.nat(9),
      ticketTotal: fc.nat(9),
      maxTickets: fc.constant(3),
      allowPublicJoin: fc.constant(true),
      cancelled: fc.constant(true),
    });
    fc.assert(
      fc.property(facts, (raffle) => {
        const input = { deadlineAt: NOW + 2 * DAY_MS, closedAtSeconds: null };
        const decisions: Decision<unknown>[] = [
          decideJoin(raffle, NOW, 'public'),
          decideJoin(raffle, NOW, 'invite'),
          decideEnter(raffle, NOW, 1),
          decideApproval(raffle, NOW),
          decideConfirmation(raffle, NOW),
          decideClose(raffle, NOW),
          decideReopen(raffle, NOW),
          decideDraw(raffle, NOW),
          decideReplan(raffle),
          decideTicketChange(raffle, 2),
          decideRemoveParticipant(raffle),
          decideInviteeChange(raffle),
          decideLeave(raffle, NOW),
          decidePostpone(raffle, input, NOW),
        ];
        expect(new Set(decisions.map(codeOf))).toEqual(new Set(['raffle_cancelled']));
        const beacon = { reachable: true, policy: 'wait' as const, waitsSince: null };
        expect(atDeadline({ ...raffle, autoDraw: true, nobodyPresent: false }, beacon, NOW)).toEqual({
          step: 'nothing',
        });
        expect(votingState({ votingEnabled: true, drawStarted: false, cancelled: true })).toBe(
          'voting_closed',
        );
      }),
    );
  });
});

describe('R79 raffles that were forgotten', () => {
  const forgotten = (more: Partial<RaffleFacts>, days: number): boolean =>
    isForgotten({ ...open, deadlineAt: null, ...more }, NOW - days * DAY_MS, NOW);

  test('90 days after the last activity, or after a later deadline', () => {
    expect(forgotten({}, 89)).toBe(false);
    expect(forgotten({}, 90)).toBe(true);
    expect(forgotten({ deadlineAt: NOW - 89 * DAY_MS }, 200)).toBe(false);
    expect(forgotten({ deadlineAt: NOW - 90 * DAY_MS }, 200)).toBe(true);
    expect(forgotten({ deadlineAt: NOW + DAY_MS }, 200)).toBe(false);
  });

  test('no draft, and none that is over', () => {
    expect(forgotten({ status: 'draft' }, 200)).toBe(false);
    expect(forgotten({ status: 'drawn', drawStarted: true }, 200)).toBe(false);
    expect(forgotten({ status: 'closed', drawStarted: true }, 200)).toBe(false);
    expect(forgotten({ status: 'closed', cancelled: true }, 200)).toBe(false);
    expect(forgotten({ status: 'closed' }, 200)).toBe(true);
  });
});
