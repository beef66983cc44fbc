/** Rows from numbers: the same as striking out by hand, prize by prize (draw protocol §6). */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DrawnRow,
  type DrawPlan,
  drawPrizes,
  nextInOrder,
  type Prize,
  prizeOrder,
  sha256Hex,
} from '../src/index.ts';
import { createWeightTree } from '../src/weight-tree.ts';

type Role = 'w' | 'a';
interface Input {
  combinedSeed: string;
  plan: DrawPlan;
  weights: number[][];
}

/** A stream's numbers as the rule reads, with big integers. */
function wordsOf(
  combinedSeed: string,
  role: Role,
  prize: number,
): (n: bigint) => { r: bigint; block: string } {
  let counter = 0;
  return (n) => {
    for (;;) {
      const block = createHmac('sha256', Buffer.from(combinedSeed, 'hex'))
        .update(`draw.rng.v2|${role}|${prize}|${counter}`)
        .digest();
      counter += 1;
      const word = BigInt(block.readUIntBE(0, 6));
      if (word < 2n ** 48n - (2n ** 48n % n)) return { r: word % n, block: block.toString('hex') };
    }
  };
}

/** The rule read aloud: for each row add up all candidates, in O(entries × rows). */
function rowsByHand(
  i: Input,
  role: Role,
  prize: number,
  count: number,
  excluded: ReadonlySet<number>,
): DrawnRow[] {
  const below = wordsOf(i.combinedSeed, role, prize);
  const pool = (i.plan.prizes[prize - 1]?.pool ?? 0) - 1;
  const out = new Set(excluded);
  const rows: DrawnRow[] = [];
  while (rows.length < count) {
    const left = i.weights.map((own, index) => (out.has(index + 1) ? 0n : BigInt(own[pool] ?? 0)));
    const remaining = left.reduce((sum, weight) => sum + weight, 0n);
    if (remaining === 0n) break;
    const { r, block } = below(remaining);
    let sum = 0n;
    const entryNumber = left.findIndex((weight) => (sum += weight) > r) + 1;
    out.add(entryNumber);
    const position = rows.length + 1;
    rows.push({ prize, position, entryNumber, selectionIndex: `${r}/${remaining}:${block}` });
  }
  return rows;
}

const numbersOf = (rows: readonly DrawnRow[]): number[] => rows.map(({ entryNumber }) => entryNumber);

function byHand(i: Input): { winners: DrawnRow[]; alternates: DrawnRow[] } {
  const winners: DrawnRow[] = [];
  for (const [index, { quantity }] of i.plan.prizes.entries()) {
    const excluded = new Set(i.plan.policy === 'once' ? numbersOf(winners) : []);
    winners.push(...rowsByHand(i, 'w', index + 1, quantity, excluded));
  }
  const alternates = i.plan.prizes.flatMap(({ alternates: count }, index) =>
    rowsByHand(i, 'a', index + 1, count, excludedFromOrder(i, winners, index + 1)),
  );
  return { winners, alternates };
}

function excludedFromOrder(i: Input, winners: readonly DrawnRow[], prize: number): Set<number> {
  return new Set(numbersOf(winners.filter((row) => i.plan.policy === 'once' || row.prize === prize)));
}

const weight = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(1000) },
  { weight: 1, arbitrary: fc.nat(60_000_000) },
);
const inputs: fc.Arbitrary<Input> = fc.integer({ min: 1, max: 3 }).chain((pools) => {
  const prize: fc.Arbitrary<Prize> = fc.record({
    quantity: fc.integer({ min: 1, max: 6 }),
    alternates: fc.nat(6),
    pool: fc.integer({ min: 1, max: pools }),
    claimWindow: fc.constant(null),
    name: fc.constant(null),
  });
  return fc.record({
    combinedSeed: fc.integer().map((n) => sha256Hex(`seed ${n}`)),
    weights: fc.array(fc.array(weight, { minLength: pools, maxLength: pools }), {
      minLength: 1,
      maxLength: 40,
    }),
    plan: fc.record({
      policy: fc.constantFrom('once', 'again'),
      earlierWinners: fc.constant('in'),
      pools: fc.constant(pools),
      prizes: fc.array(prize, { minLength: 1, maxLength: 5 }),
    }),
  });
});

test('agrees with striking out by hand', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      expect(drawPrizes(input)).toEqual(byHand(input));
    }),
    { numRuns: 300, seed: 6 },
  );
});

test('under once an entry wins at most once and no winner is an alternate; under again at most once each', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { winners, alternates } = drawPrizes(input);
      const key = ({ prize, entryNumber }: DrawnRow): string =>
        input.plan.policy === 'once' ? String(entryNumber) : `${prize}/${entryNumber}`;
      const won = winners.map(key);
      expect(new Set(won).size).toBe(won.length);
      expect(alternates.filter((row) => won.includes(key(row)))).toEqual([]);
      const each = alternates.map(({ prize, entryNumber }) => `${prize}/${entryNumber}`);
      expect(new Set(each).size).toBe(each.length);
      for (const { prize, entryNumber } of [...winners, ...alternates]) {
        const pool = input.plan.prizes[prize - 1]?.pool ?? 0;
        expect(input.weights[entryNumber - 1]?.[pool - 1]).toBeGreaterThan(0);
      }
    }),
    { seed: 7 },
  );
});

test('the order of a prize begins with its alternates and goes on to everyone who is left', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { winners, alternates } = drawPrizes(input);
      for (const [index, { pool }] of input.plan.prizes.entries()) {
        const prize = index + 1;
        const order = [...prizeOrder({ ...input, prize, winners })];
        const listed = alternates.filter((row) => row.prize === prize);
        expect(order.slice(0, listed.length)).toEqual(listed);
        const excluded = excludedFromOrder(input, winners, prize);
        expect(order).toEqual(rowsByHand(input, 'a', prize, Infinity, excluded));
        const left = input.weights.flatMap((own, at) =>
          (own[pool - 1] ?? 0) > 0 && !excluded.has(at + 1) ? [at + 1] : [],
        );
        expect(numbersOf(order).toSorted((a, b) => a - b)).toEqual(left);
      }
    }),
    { numRuns: 60, seed: 8 },
  );
});

test('an entry that cannot win moves nobody else', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const numbered = input.weights.map((own, index) => ({ own, number: index + 1 }));
      const kept = numbered.filter(({ own }) => own.some((one) => one > 0));
      const without = drawPrizes({ ...input, weights: kept.map(({ own }) => own) });
      const renamed = (rows: readonly DrawnRow[]): unknown =>
        rows.map((row) => ({ ...row, entryNumber: kept[row.entryNumber - 1]?.number }));
      const whole = drawPrizes(input);
      expect([whole.winners, whole.alternates]).toEqual([
        renamed(without.winners),
        renamed(without.alternates),
      ]);
    }),
    { seed: 9 },
  );
});

describe('edges', () => {
  const combinedSeed = sha256Hex('edges');
  const prize = (changes: Partial<Prize> = {}): Prize => ({
    quantity: 1,
    alternates: 0,
    pool: 1,
    claimWindow: null,
    name: null,
    ...changes,
  });
  const plan = (...prizes: Prize[]): DrawPlan => ({ policy: 'once', earlierWinners: 'in', pools: 2, prizes });

  test('one entry, one very heavy entry, the largest total', () => {
    expect(
      drawPrizes({ combinedSeed, plan: plan(prize({ quantity: 3 })), weights: [[7, 0]] }).winners,
    ).toHaveLength(1);
    const heavy = { combinedSeed, plan: plan(prize({ quantity: 3 })), weights: [[1], [2 ** 32 - 3], [1]] };
    const { winners } = drawPrizes(heavy);
    expect(winners).toEqual(byHand(heavy).winners);
    expect(winners[0]?.entryNumber).toBe(2);
    expect(winners[0]?.selectionIndex).toMatch(/^\d+\/4294967295:[0-9a-f]{64}$/);
  });

  test('a pool without weights gives no row, and the others are drawn', () => {
    const { winners, alternates } = drawPrizes({
      combinedSeed,
      plan: plan(prize({ pool: 2, alternates: 2 }), prize()),
      weights: [
        [1, 0],
        [1, 0],
      ],
    });
    expect(winners.map((row) => row.prize)).toEqual([2]);
    expect(alternates).toEqual([]);
  });

  test.each([
    [
      'weights of 2^32 in a pool',
      [
        [2 ** 32 - 1, 0],
        [1, 0],
      ],
    ],
    [
      'weights of 2^32 in a pool without a prize',
      [
        [1, 2 ** 32 - 1],
        [0, 1],
      ],
    ],
    [
      'a weight below 0',
      [
        [2, 0],
        [-1, 0],
      ],
    ],
    [
      'half a weight',
      [
        [0.5, 0],
        [1, 0],
      ],
    ],
  ])('%s cannot be drawn from', (_, weights) => {
    expect(() => drawPrizes({ combinedSeed, plan: plan(prize()), weights })).toThrow(RangeError);
  });

  test('a prize that the plan does not have has no order', () => {
    const input = { combinedSeed, plan: plan(prize()), weights: [[1, 1]], winners: [] };
    expect(() => [...prizeOrder({ ...input, prize: 2 })]).toThrow(RangeError);
    expect([...prizeOrder({ ...input, prize: 1 })]).toHaveLength(1);
  });

  test('200 prizes for 100,000 entries in 20 pools are drawn', () => {
    const weights = Array.from({ length: 100_000 }, (_, index) =>
      Array.from({ length: 20 }, (__, p) => (index + p) % 5),
    );
    const prizes = Array.from({ length: 200 }, (_, index) =>
      prize({ quantity: 5, alternates: 10, pool: 1 + (index % 20) }),
    );
    const drawn = drawPrizes({ combinedSeed, plan: { ...plan(...prizes), pools: 20 }, weights });
    expect(drawn.winners).toHaveLength(1000);
    expect(drawn.alternates).toHaveLength(2000);
  });
});

describe('moving up', () => {
  const order = [4, 2, 7, 1].map((entryNumber) => ({ entryNumber }));
  test.each<[string, number[], number[], number | null]>([
    ['the first in line', [], [], 4],
    ['not one who ever held a prize of the draw', [4, 2], [], 7],
    ['not one who holds a prize elsewhere', [], [4], 2],
    ['the first to whom neither applies', [4], [2, 7], 1],
    ['nobody, where there is no such entry', [4, 2], [7, 1], null],
  ])('%s', (_, ever, elsewhere, expected) => {
    expect(nextInOrder(order, new Set(ever), new Set(elsewhere))).toBe(expected);
  });
});

test('the tree finds the owner of every ticket, also after strikes and restoring', () => {
  const weights = [0, 3, 0, 1, 2, 0, 4];
  const tree = createWeightTree(Float64Array.from(weights));
  const left = [...weights];
  const steps: [(entry: number) => void, number, number][] = [
    [tree.strike, 4, 0],
    [tree.strike, 1, 0],
    [tree.strike, 1, 0],
    [tree.restore, 4, 2],
    [tree.restore, 4, 2],
    [tree.strike, 99, 0],
  ];
  for (const [change, entry, now] of steps) {
    change(entry);
    if (entry < left.length) left[entry] = now;
    const owners = left.flatMap((count, index) => Array.from({ length: count }, () => index));
    expect(tree.remaining).toBe(owners.length);
    expect(owners.map((_, ticket) => tree.find(ticket))).toEqual(owners);
  }
});
