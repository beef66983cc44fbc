import type { ResultRow } from '@glassdrum/contract';
import type { RevealOrder } from '@glassdrum/raffle-rules';
import { describe, expect, it } from 'vitest';
import { pagesMs } from '../live/winner-pages.ts';
import {
  CARDS_ON_PAGE,
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
    ['200 prizes', ones(200)],
    ['1,000 winners', [...ones(100), 900]],
    ['200 prizes with five winners each', ones(200).map(() => 5)],
  ])('R35 R61 %s: everybody is shown once, the grand prize last, in a few minutes', (_, quantities) => {
    const { pages } = shownBy(quantities);
    const shown = pages.flatMap(({ rows }) => ids(rows));
    expect(shown.toSorted()).toEqual(ids(winnersOf(quantities)).toSorted());
    expect(shown.at(-1)).toMatch(/^1-/);
    expect(pagesMs(pages)).toBeLessThan(8 * 60_000);
  });

  it('R65 where only the grand prize was won, the machine brings it out', () => {
    const { first, pages } = revealOf(planOf([2, 5]), winnersOf([2]));
    expect(ids(first)).toEqual(['1-1', '1-2']);
    expect(pages.flatMap(({ rows }) => ids(rows))).toEqual(['1-1', '1-2']);
  });
});
