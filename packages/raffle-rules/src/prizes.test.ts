import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPrizes } from '@glassdrum/fair-draw';
import {
  decideGroups,
  decidePrizes,
  distinctGroups,
  ONE_POOL,
  type PlannedPrize,
  regrouped,
  rowsAtMost,
  weightsIn,
} from './prizes.ts';
import { revealSequence } from './reveal-order.ts';
import type { RaffleFacts } from './status.ts';

const draft: RaffleFacts = {
  status: 'draft',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 0,
  ticketTotal: 0,
  maxTickets: 1,
  allowPublicJoin: true,
};
const fresh = { pools: ONE_POOL, fixed: false };
const prize = (quantity: number, ...groups: string[]): PlannedPrize => ({ quantity, groups });

describe('R61, R63 prizes and their pools', () => {
  it('has one pool for everyone, and one for each combination of groups, whatever their spelling and order', () => {
    const prizes = [
      prize(1),
      prize(2, 'Members', 'Board'),
      prize(1, ' board ', 'MEMBERS'),
      prize(1, 'Board'),
    ];
    expect(decidePrizes(draft, prizes, fresh)).toEqual({
      ok: true,
      value: { pools: [[], ['board', 'members'], ['board']], poolOfPrize: [1, 2, 2, 3], wins: 5 },
    });
  });

  it('takes 1,000 wins and 20 pools, and not one more', () => {
    const groups = (count: number) => Array.from({ length: count }, (_, index) => prize(1, `Group ${index}`));
    expect(decidePrizes(draft, [prize(1000)], fresh).ok).toBe(true);
    expect(decidePrizes(draft, [prize(1000), prize(1)], fresh)).toEqual({
      ok: false,
      refusal: 'too_many_wins',
    });
    expect(decidePrizes(draft, groups(19), fresh).ok).toBe(true);
    expect(decidePrizes(draft, groups(20), fresh)).toEqual({ ok: false, refusal: 'too_many_pools' });
  });

  it('keeps the pools once somebody has entered', () => {
    const present = { pools: [[], ['members'], ['board']], fixed: true };
    const open = { ...draft, status: 'open' } as const;
    expect(decidePrizes(open, [prize(1, 'Board')], present)).toEqual({
      ok: true,
      value: { pools: present.pools, poolOfPrize: [3], wins: 1 },
    });
    expect(decidePrizes(open, [prize(1, 'Guests')], present)).toEqual({ ok: false, refusal: 'pools_fixed' });
  });

  it.each([
    ['draw_started', { status: 'closed', drawStarted: true }],
    ['already_drawn', { status: 'drawn', drawStarted: true }],
  ] as const)('R62 refuses a change after the freeze: %s', (refusal, state) => {
    expect(decidePrizes({ ...draft, ...state }, [prize(1)], fresh)).toEqual({ ok: false, refusal });
    expect(decideGroups({ ...draft, ...state }, ['Members'])).toEqual({ ok: false, refusal });
  });

  it('weighs the tickets of an entry where one of its groups may win, else 0', () => {
    const pools = [[], ['members'], ['board', 'guests']];
    expect(weightsIn(pools, [], 5)).toEqual([5, 0, 0]);
    expect(weightsIn(pools, ['MEMBERS'], 5)).toEqual([5, 5, 0]);
    expect(weightsIn(pools, ['Guests', 'members'], 5)).toEqual([5, 5, 5]);
    expect(weightsIn(pools, ['Guests'], 0)).toEqual([0, 0, 0]);
  });
});

describe('R63 groups of a person', () => {
  it('keeps labels as first written, without repetitions', () => {
    expect(distinctGroups(['Members', ' members', '', 'Board'])).toEqual(['Members', 'Board']);
    expect(regrouped(['Members', 'Board'], { add: ['Guests', 'BOARD'], remove: ['members'] })).toEqual([
      'Board',
      'Guests',
    ]);
  });

  it('takes ten and not eleven', () => {
    const labels = Array.from({ length: 11 }, (_, index) => `G${index}`);
    expect(decideGroups(draft, labels.slice(0, 10)).ok).toBe(true);
    expect(decideGroups(draft, labels)).toEqual({ ok: false, refusal: 'too_many_groups' });
  });
});

it('R63: a draw never has more rows than foretold, and exactly as many where everyone can win everything', () => {
  const plan = fc.record({
    policy: fc.constantFrom('once' as const, 'again' as const),
    prizes: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 5 }),
        alternates: fc.integer({ min: 0, max: 5 }),
        pool: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  });
  const weights = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
    { minLength: 1, maxLength: 12 },
  );
  const seed = fc.stringMatching(/^[0-9a-f]{64}$/);
  fc.assert(
    fc.property(plan, weights, seed, ({ policy, prizes }, entries, combinedSeed) => {
      const candidates = [0, 1, 2].map((pool) => entries.filter((entry) => (entry[pool] ?? 0) > 0).length);
      const rows = drawPrizes({ combinedSeed, plan: { policy, pools: 3, prizes }, weights: entries });
      const most = rowsAtMost({ policy, prizes }, candidates);
      expect(rows.winners.length).toBeLessThanOrEqual(most.winners);
      expect(rows.alternates.length).toBeLessThanOrEqual(most.alternates);
      if (policy === 'again' || new Set(prizes.map(({ pool }) => pool)).size === 1) {
        expect([rows.winners.length, rows.alternates.length]).toEqual([most.winners, most.alternates]);
      }
    }),
  );
});

it('R65 shows the grand prize last unless the list says otherwise', () => {
  expect(revealSequence(3, 'grand_last')).toEqual([3, 2, 1]);
  expect(revealSequence(3, 'list')).toEqual([1, 2, 3]);
});
