import type { ResultRow } from '@glassdrum/contract';
import type { RevealOrder } from '@glassdrum/raffle-rules';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesMs } from '../live/winner-pages.ts';
import {
  CARDS_ON_PAGE,
  DENSE_LINES,
  DENSE_ROWS,
  GRAND_WINNERS,
  machineWinners,
  PAGE_MS,
  revealOf,
  type RevealPlan,
} from './reveal.ts';

/** One prize for each number: how often it is given. */
function planOf(
  quantities: readonly number[],
  order: RevealOrder = 'grand_last',
  name = 'Prize',
): RevealPlan {
  const prizes = quantities.map((quantity) => ({ quantity, name }));
  return {
    winners: quantities.reduce((sum, quantity) => sum + quantity, 0),
    reveal_order: order,
    records: { plan: { prizes } } as unknown as RevealPlan['records'],
  };
}

/** As drawn: everything is given. */
function winnersOf(quantities: readonly number[]): ResultRow[] {
  return quantities.flatMap((quantity, index) =>
    Array.from({ length: quantity }, (_, place) => ({
      id: `${index + 1}-${place + 1}`,
      prize: index + 1,
      position: place + 1,
      display_name: null,
      entry_number: 1,
      selection_index: '0',
    })),
  );
}

const shownBy = (quantities: readonly number[], order?: RevealOrder) =>
  revealOf(planOf(quantities, order), winnersOf(quantities));
const ids = (rows: readonly ResultRow[]): string[] => rows.map(({ id }) => id);
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('one unnamed prize', () => {
  const unnamed = (winners: number) => revealOf(planOf([winners], 'grand_last', '-'), winnersOf([winners]));

  it.each([1, 2, 3])('R30 has no pages for %i winners', (winners) => {
    expect(unnamed(winners).pages).toEqual([]);
  });

  it.each([4, 9, 10, 47, 100])('R30 shows each of %i winners once, in order, six on a page', (winners) => {
    const { first, pages } = unnamed(winners);
    const shown = [...first.slice(0, GRAND_WINNERS), ...pages.flatMap(({ rows }) => rows)];
    expect(ids(shown)).toEqual(ids(winnersOf([winners])));
    expect(Math.max(...pages.map(({ rows }) => rows.length))).toBeLessThanOrEqual(6);
    expect(pagesMs(pages)).toBe(Math.ceil((winners - 3) / 6) * PAGE_MS);
    expect(machineWinners(planOf([winners], 'grand_last', '-'))).toBe(winners);
  });
});

describe('named prizes', () => {
  it('R65 the machine brings out the small ones, and the grand prize comes last, first alone', () => {
    const { first, pages } = shownBy([1, 1, 1]);
    expect(ids(first)).toEqual(['3-1', '2-1']);
    expect(machineWinners(planOf([1, 1, 1]))).toBe(2);
    expect(pages.map(({ prize, rows }) => [prize, ids(rows)])).toEqual([
      [null, ['3-1', '2-1']],
      [1, []],
      [1, ['1-1']],
    ]);
    expect(pages.at(-1)?.ms).toBeGreaterThan(PAGE_MS);
  });

  it('R65 as listed, the grand prize is the first to come out', () => {
    const { first, pages } = shownBy([1, 1, 1, 1], 'list');
    expect(ids(first)).toEqual(['1-1', '2-1', '3-1']);
    expect(machineWinners(planOf([1, 1, 1, 1], 'list'))).toBe(4);
    expect(pages.flatMap(({ rows }) => ids(rows))).toEqual(['1-1', '2-1', '3-1', '4-1']);
  });

  it('R65 a single named prize is not held back', () => {
    const { first, pages } = shownBy([1]);
    expect(ids(first)).toEqual(['1-1']);
    expect(machineWinners(planOf([1]))).toBe(1);
    expect(pages.map(({ rows }) => ids(rows))).toEqual([['1-1']]);
  });

  it('R65 many winners of one prize come on pages of their own, evenly filled', () => {
    const { pages } = shownBy([1, 1, 1, 23]);
    const own = pages.filter(({ prize }) => prize === 4);
    expect(own.map(({ rows }) => rows.length)).toEqual([8, 8, 7]);
    expect(own.flatMap(({ rows }) => rows.map(({ position }) => position))).toEqual(
      Array.from({ length: 23 }, (_, index) => index + 1),
    );
  });

  it('R65 small prizes share a page, and no prize is cut in two for that', () => {
    const { pages } = shownBy([1, 1, 1, 2, 2, 1, 3, 1, 1, 1]);
    const shared = pages.filter(({ prize }) => prize === null);
    for (const { rows } of shared) expect(rows.length).toBeLessThanOrEqual(CARDS_ON_PAGE);
    expect(shared.map(({ rows }) => rows.map(({ prize }) => prize))).toEqual([
      [10, 9, 8],
      [7, 7, 7, 6],
      [5, 5, 4, 4],
    ]);
  });

  it.each([
    ['one prize', [1]],
    ['three prizes', ones(3)],
    ['20 prizes', ones(20)],
    ['20 prizes, 50 winners', [1, 1, 3, 1, 12, ...ones(14), 18]],
  ])('R65 %s: nobody is hurried, and every page has room for large names', (_, quantities) => {
    const { pages } = shownBy(quantities);
    expect(pages.some(({ isDense }) => isDense)).toBe(false);
    expect(pages.filter(({ rows }) => rows.length > 0).every(({ ms }) => ms >= PAGE_MS)).toBe(true);
  });

  it('R65 of 1,000 winners of one prize many share a page, by entry number, for a minute and a half', () => {
    const winners = winnersOf([1000]).map((row, index) => ({
      ...row,
      entry_number: ((index * 7) % 1009) + 1,
    }));
    const { pages } = revealOf(planOf([1000]), winners);
    expect(pages).toHaveLength(28);
    expect(pages.every(({ isDense, prize }) => isDense && prize === 1)).toBe(true);
    const numbers = pages.flatMap(({ rows }) => rows.map(({ entry_number: number }) => number));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(pagesMs(pages)).toBeLessThanOrEqual(90_100);
  });

  it('R65 small prizes with few winners share dense pages of twelve with their images', () => {
    const { pages } = shownBy(ones(200));
    const shared = pages.filter(({ isDense }) => isDense);
    expect(Math.max(...shared.map(({ rows }) => rows.length))).toBe(12);
    expect(pagesMs(pages)).toBeLessThanOrEqual(90_100);
    expect(pages.slice(-2).map(({ prize, isDense, ms }) => [prize, isDense, ms])).toEqual([
      [1, false, 2500],
      [1, false, 6000],
    ]);
  });

  it('R65 where only the grand prize was won, the machine brings it out', () => {
    const { first, pages } = revealOf(planOf([2, 5]), winnersOf([2]));
    expect(ids(first)).toEqual(['1-1', '1-2']);
    expect(pages.flatMap(({ rows }) => ids(rows))).toEqual(['1-1', '1-2']);
  });
});

/** 1 to 200 prizes with 1,000 wins at most, any of them not fully given. */
const drawings = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.integer({ min: 1, max: 1000 })),
    {
      minLength: 1,
      maxLength: 200,
    },
  )
  .map((quantities) => {
    let left = 1000;
    return quantities.flatMap((quantity) => {
      const given = Math.min(quantity, left);
      left -= given;
      return given === 0 ? [] : given;
    });
  });

it('R35 R65 any draw: everybody is shown once, in readable pages, within a hundred seconds', () => {
  fc.assert(
    fc.property(
      drawings,
      fc.constantFrom<RevealOrder>('grand_last', 'list'),
      fc.boolean(),
      (given, order, isNamed) => {
        const name = isNamed || given.length > 1 ? 'Prize' : '-';
        const winners = winnersOf(given);
        const { first, pages } = revealOf(planOf(given, order, name), winners);
        const shown = pages.flatMap(({ rows }) => ids(rows));
        const before = name === '-' ? ids(first.slice(0, GRAND_WINNERS)) : [];
        expect([...before, ...shown].toSorted()).toEqual(ids(winners).toSorted());
        expect(pagesMs(pages)).toBeLessThanOrEqual(100_000);
        for (const { rows, isDense, ms } of pages) {
          expect(ms).toBeGreaterThanOrEqual(isDense || rows.length === 0 ? 2000 : 2500);
          expect(rows.length).toBeLessThanOrEqual(isDense ? DENSE_ROWS : 10);
          const prizes = new Set(rows.map(({ prize }) => prize)).size;
          if (isDense) expect(rows.length + 3.5 * prizes).toBeLessThanOrEqual(DENSE_LINES);
        }
        if (given.length < 2) return;
        const grand = pages.findIndex(({ rows }) => rows.some(({ prize }) => prize === 1));
        const after = pages.slice(grand).flatMap(({ rows }) => rows);
        if (order === 'grand_last') expect(after.every(({ prize }) => prize === 1)).toBe(true);
        else expect(pages[0]?.rows.every(({ prize }) => prize === 1) || first[0]?.prize === 1).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});
