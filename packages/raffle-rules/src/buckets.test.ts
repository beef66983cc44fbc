import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPrizes } from '@glassdrum/fair-draw';
import {
  BUCKET_POOLS,
  type BucketState,
  decideBuckets,
  decidePlacement,
  emptied,
  placementWithin,
  unplaced,
} from './buckets.ts';
import { decidePrizes, weightsIn } from './prizes.ts';
import type { RaffleFacts } from './status.ts';

const draft: RaffleFacts = {
  status: 'draft',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 0,
  ticketTotal: 0,
  maxTickets: 20,
  allowPublicJoin: true,
};
const open = { ...draft, status: 'open' } as const;
const NOW = 1_700_000_000_000;
const states = (...some: BucketState[]): BucketState[] =>
  BUCKET_POOLS.map((_, index) => some[index] ?? 'free');
const weights = (...some: number[]): number[] => BUCKET_POOLS.map((_, index) => some[index] ?? 0);
const prize = (bucket: number | null, ...groups: string[]) => ({ quantity: 1, groups, bucket });
const refused = (refusal: string) => ({ ok: false, refusal });

describe('R64 the buckets of prizes', () => {
  it('stay with their prizes, and a new prize takes the lowest that is free', () => {
    const prizes = [prize(3), prize(null), prize(1), prize(null)];
    expect(decideBuckets(open, prizes, { buckets: true })).toEqual({
      ok: true,
      value: { pools: BUCKET_POOLS, poolOfPrize: [3, 2, 1, 4], wins: 4 },
    });
  });

  it('are for at most 20 prizes, without groups, and come and go only with a draft', () => {
    const many = (count: number) => Array.from({ length: count }, () => prize(null));
    expect(decideBuckets(draft, many(20), { buckets: false }).ok).toBe(true);
    expect(decideBuckets(draft, many(21), { buckets: false })).toEqual(refused('too_many_buckets'));
    expect(decideBuckets(draft, [prize(null, 'Members')], { buckets: false })).toEqual(
      refused('buckets_without_groups'),
    );
    expect(decideBuckets(open, many(1), { buckets: false })).toEqual(refused('buckets_fixed'));
    expect(decideBuckets({ ...open, drawStarted: true }, many(1), { buckets: true })).toEqual(
      refused('draw_started'),
    );
    const plain = [{ quantity: 1, groups: [] }];
    const present = { pools: BUCKET_POOLS, fixed: false };
    expect(decidePrizes(open, plain, present)).toEqual(refused('buckets_fixed'));
    expect(decidePrizes(draft, plain, present)).toMatchObject({ ok: true, value: { pools: [[]] } });
  });

  it('are empty for a new entry', () => {
    expect(weightsIn(BUCKET_POOLS, ['Members'], 7)).toEqual(weights());
  });
});

describe('R64 placing tickets', () => {
  const entry = { tickets: 5, weights: weights(2, 1) };
  const place = (
    wanted: { bucket: number; tickets: number }[],
    of: BucketState[] = states('open', 'open'),
    facts: RaffleFacts = open,
  ) => decidePlacement(facts, NOW, wanted, { states: of, entry });

  it('takes the whole allocation, never more than are held', () => {
    expect(place([{ bucket: 2, tickets: 5 }])).toEqual({ ok: true, value: weights(0, 5) });
    expect(place([])).toEqual({ ok: true, value: weights() });
    const over = [
      { bucket: 1, tickets: 3 },
      { bucket: 2, tickets: 3 },
    ];
    expect(place(over)).toEqual(refused('too_many_placed'));
  });

  it('refuses a bucket that is named twice, that does not exist, and half a ticket', () => {
    const twice = [
      { bucket: 1, tickets: 0 },
      { bucket: 1, tickets: 2 },
    ];
    expect(place(twice)).toEqual(refused('placement_invalid'));
    expect(place([{ bucket: 21, tickets: 1 }])).toEqual(refused('placement_invalid'));
    expect(place([{ bucket: 1, tickets: 0.5 }])).toEqual(refused('placement_invalid'));
    expect(place([{ bucket: 3, tickets: 1 }])).toEqual(refused('bucket_closed'));
  });

  it('leaves what was drawn, and only takes tickets out of what was skipped', () => {
    const both = (one: number, other: number) => [
      { bucket: 1, tickets: one },
      { bucket: 2, tickets: other },
    ];
    expect(place(both(2, 3), states('drawn', 'open'))).toEqual({ ok: true, value: weights(2, 3) });
    expect(place(both(1, 3), states('drawn', 'open'))).toEqual(refused('bucket_closed'));
    expect(place(both(3, 1), states('drawn', 'open'))).toEqual(refused('bucket_closed'));
    expect(place(both(0, 3), states('skipped', 'open')).ok).toBe(true);
    expect(place(both(3, 0), states('skipped', 'open'))).toEqual(refused('bucket_closed'));
  });

  it('ends with the close', () => {
    const some = [{ bucket: 1, tickets: 1 }];
    const refusal = (facts: RaffleFacts) => place(some, states('open', 'open'), facts);
    expect(refusal({ ...open, status: 'closed' })).toEqual(refused('placing_closed'));
    expect(refusal({ ...open, deadlineAt: NOW })).toEqual(refused('placing_closed'));
    expect(refusal({ ...open, drawStarted: true })).toEqual(refused('draw_started'));
    expect(refusal({ ...open, status: 'drawn' })).toEqual(refused('already_drawn'));
  });

  it('with fewer tickets keeps what fits: first those in no bucket go, then from the fullest, of equal ones the last', () => {
    expect(placementWithin(weights(3, 1, 3), 9)).toEqual(weights(3, 1, 3));
    expect(placementWithin(weights(3, 1, 3), 6)).toEqual(weights(3, 1, 2));
    expect(placementWithin(weights(3, 1, 3), 2)).toEqual(weights(1, 1));
    expect(placementWithin(weights(3, 1, 3), 0)).toEqual(weights());
    expect(placementWithin(weights(5, 1), 3, new Set([1]))).toEqual(weights(3));
    expect(placementWithin(weights(5, 1), 5, new Set([1]))).toEqual(weights(5));
  });
});

describe('R64 properties', () => {
  const aBucket = fc.integer({ min: 1, max: 6 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('place' as const),
      placed: fc.array(fc.record({ bucket: aBucket, tickets: fc.integer({ min: 0, max: 12 }) }), {
        maxLength: 6,
      }),
    }),
    fc.record({ kind: fc.constant('hold' as const), tickets: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ kind: fc.constant('remove' as const), bucket: aBucket }),
  );

  it('whatever happens, nobody places more than they hold, and what is placed and left adds up', () => {
    const six = states(...Array.from({ length: 6 }, () => 'open' as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let entry = { tickets: 10, weights: weights() };
        for (const one of steps) {
          if (one.kind === 'place') {
            const decided = decidePlacement(open, NOW, one.placed, { states: six, entry });
            if (!decided.ok) continue;
            entry = { tickets: entry.tickets, weights: decided.value };
            for (const { bucket, tickets } of one.placed) {
              expect(entry.weights[bucket - 1]).toBe(tickets);
            }
          } else if (one.kind === 'hold') {
            const before = entry.weights;
            entry = { tickets: one.tickets, weights: placementWithin(before, one.tickets) };
            expect(entry.weights.every((weight, index) => weight <= (before[index] ?? 0))).toBe(true);
          } else {
            entry = { tickets: entry.tickets, weights: emptied(entry.weights, new Set([one.bucket])) };
          }
          const placed = entry.weights.reduce((sum, weight) => sum + weight, 0);
          expect(placed + unplaced(entry)).toBe(entry.tickets);
          expect(entry.weights.every((weight) => weight >= 0)).toBe(true);
        }
      }),
    );
  });

  it('an entry without a ticket in the bucket of a prize never wins it', () => {
    const entries = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(entries, fc.constantFrom('once', 'again'), fc.nat(), (rows, policy, seed) => {
        const list = rows.map((row) => weights(...row));
        const prizes = [1, 2, 3].map((pool) => ({
          quantity: 2,
          alternates: 3,
          pool,
        }));
        const combinedSeed = seed.toString(16).padStart(64, '0');
        const drawn = drawPrizes({ combinedSeed, plan: { policy, pools: 20, prizes }, weights: list });
        for (const { prize: number, entryNumber } of [...drawn.winners, ...drawn.alternates]) {
          expect(list[entryNumber - 1]?.[number - 1]).toBeGreaterThan(0);
        }
      }),
    );
  });
});
