/** Are rows drawn in proportion to tickets? Chi-square over many seeded draws (draw protocol §5, §6). */
import { describe, expect, test } from 'vitest';
import { createGenerator } from '../src/generator.ts';
import { drawPrizes, sha256Hex } from '../src/index.ts';

/** How often a fair draw may fail such a test: the seeds are fixed, so it either does so always or never. */
const FALSE_ALARM = 1e-6;

/** P(a, x), the regularised lower gamma function: x^a e^-x / Γ(a+1) · (1 + x/(a+1) + x²/((a+1)(a+2)) + …), for a = k/2. */
function lowerGamma(a: number, x: number): number {
  // ln Γ(a + 1) by the product from 1 or 1/2 upwards, which is exact enough for degrees of freedom below 100.
  let logGamma = a % 1 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let factor = a % 1 === 0 ? 1 : 0.5; factor <= a; factor += 1) logGamma += Math.log(factor);
  let term = Math.exp(a * Math.log(x) - x - logGamma);
  let sum = term;
  for (let i = 1; i < 10_000 && term > sum * 1e-17; i += 1) {
    term *= x / (a + i);
    sum += term;
  }
  return sum;
}

/** The chi-square value that chance exceeds with probability FALSE_ALARM. */
function threshold(degreesOfFreedom: number): number {
  let [low, high] = [0, 1000];
  for (let i = 0; i < 100; i += 1) {
    const middle = (low + high) / 2;
    if (1 - lowerGamma(degreesOfFreedom / 2, middle / 2) > FALSE_ALARM) low = middle;
    else high = middle;
  }
  return high;
}

/** @param probabilities of each cell; they add up to 1 */
function chiSquare(observed: readonly number[], probabilities: readonly number[]): number {
  const total = observed.reduce((sum, count) => sum + count, 0);
  return probabilities.reduce((sum, probability, cell) => {
    const expected = total * probability;
    return sum + ((observed[cell] ?? 0) - expected) ** 2 / expected;
  }, 0);
}

/** How often each ordered pair of entries became the first two rows, and each entry the first. */
function countRows(
  label: string,
  tickets: readonly number[],
  draws: number,
): { first: number[]; pairs: number[] } {
  const size = tickets.length;
  const first = tickets.map(() => 0);
  const pairs = Array.from({ length: size * size }, () => 0);
  for (let i = 0; i < draws; i += 1) {
    const { winners } = drawPrizes({
      combinedSeed: sha256Hex(`${label} ${i}`),
      plan: { policy: 'once', pools: 1, prizes: [{ quantity: 2, alternates: 0, pool: 1 }] },
      weights: tickets.map((count) => [count]),
    });
    const [a, b] = winners.map(({ entryNumber }) => entryNumber - 1);
    if (a === undefined || b === undefined) throw new Error('Two rows were to be drawn.');
    first[a] = (first[a] ?? 0) + 1;
    pairs[a * size + b] = (pairs[a * size + b] ?? 0) + 1;
  }
  return { first, pairs };
}

describe('the threshold', () => {
  // Published quantiles of the chi-square distribution for 0.95.
  test.each([
    [1, 3.841],
    [9, 16.919],
    [50, 67.505],
  ])('of %i degrees of freedom', (k, quantile) =>
    expect(lowerGamma(k / 2, quantile / 2)).toBeCloseTo(0.95, 4),
  );
});

describe.each([
  ['one ticket each', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
  ['weights', [1, 2, 3, 10, 4, 1]],
  ['weights that do not divide 2^48', [700_000_001, 1_300_000_003, 1_000_000_007]],
])('%s', (label, tickets) => {
  const total = tickets.reduce((sum, count) => sum + count, 0);
  const { first, pairs } = countRows(label, tickets, 40_000);

  test('the first row is drawn in proportion to tickets', () => {
    const probabilities = tickets.map((count) => count / total);
    expect(chiSquare(first, probabilities)).toBeLessThan(threshold(tickets.length - 1));
  });

  test('the second row is drawn in proportion to the tickets that are left', () => {
    const cells = tickets.flatMap((a, i) =>
      tickets.flatMap((b, j) =>
        i === j
          ? []
          : [{ seen: pairs[i * tickets.length + j] ?? 0, chance: (a / total) * (b / (total - a)) }],
      ),
    );
    expect(cells.reduce((sum, { seen }) => sum + seen, 0)).toBe(40_000);
    const value = chiSquare(
      cells.map(({ seen }) => seen),
      cells.map(({ chance }) => chance),
    );
    expect(value).toBeLessThan(threshold(cells.length - 1));
  });
});

describe('one prize for {a, b} and one for {a, b, c}', () => {
  const DRAWS = 20_000;
  const counts = new Map<string, number>();
  for (let i = 0; i < DRAWS; i += 1) {
    const { winners } = drawPrizes({
      combinedSeed: sha256Hex(`two pools ${i}`),
      plan: {
        policy: 'once',
        pools: 2,
        prizes: [
          { quantity: 1, alternates: 0, pool: 1 },
          { quantity: 1, alternates: 0, pool: 2 },
        ],
      },
      weights: [
        [1, 1],
        [1, 1],
        [0, 1],
      ],
    });
    const key = winners.map(({ entryNumber }) => entryNumber).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  test('c wins the second with probability 1/2, not with the 2/3 of one filtered order', () => {
    const pairs = ['1 2', '1 3', '2 1', '2 3'];
    const observed = pairs.map((pair) => counts.get(pair) ?? 0);
    expect(observed.reduce((sum, count) => sum + count, 0)).toBe(DRAWS);
    expect(chiSquare(observed, [0.25, 0.25, 0.25, 0.25])).toBeLessThan(threshold(3));
    const filtered = [1 / 6, 1 / 3, 1 / 6, 1 / 3];
    expect(chiSquare(observed, filtered)).toBeGreaterThan(threshold(3));
  });
});

describe('the generator', () => {
  test.each([6, 10, 97])('is uniform below %i', (n) => {
    const stream = createGenerator(sha256Hex(`below ${n}`))('w', 1);
    const counts = Array.from({ length: n }, () => 0);
    for (let i = 0; i < 100_000; i += 1) {
      const { value } = stream.below(n);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(
      chiSquare(
        counts,
        counts.map(() => 1 / n),
      ),
    ).toBeLessThan(threshold(n - 1));
  });
});

test('a remainder of one byte, which favours small numbers, is noticed', () => {
  const counts = Array.from({ length: 100 }, () => 0);
  for (let i = 0; i < 40_000; i += 1) {
    const value = Number.parseInt(sha256Hex(`biased ${i}`).slice(0, 2), 16) % 100;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  expect(
    chiSquare(
      counts,
      counts.map(() => 0.01),
    ),
  ).toBeGreaterThan(threshold(99));
});
