/**
 * The winners as the show brings them out: the first with the machine, then page by page until the complete list. It follows
 * from plan and result alone, so that all screens show the same (R35). With one unnamed prize: three grand winners, and six of
 * the others on each page. Else prize by prize in the order of revealing (R65):
 *
 * 1. The machine brings out up to three winners; not those of a grand prize that comes last, while there are others.
 * 2. All prizes follow on pages: small ones together, the large ones and those with many winners on pages of their own.
 * 3. A large prize whose winners are not out yet is shown alone first. The grand prize stays longest.
 */
import type { DrawPlan, ResultRow } from '@glassdrum/contract';
import type { TimedPage } from '../live/winner-pages.ts';
import { groupByPrize, prizesOfPlan, type RowsOfPrize } from './prize-names.ts';

export interface WinnerPage extends TimedPage {
  /** Whose winners alone the page shows. */
  prize: number | null;
  /** None: the prize alone. */
  rows: readonly ResultRow[];
}

export interface Reveal {
  /** The machine brings out the first three of them. */
  first: readonly ResultRow[];
  pages: readonly WinnerPage[];
}

export type RevealPlan = Pick<DrawPlan, 'records' | 'reveal_order' | 'winners'>;

export const GRAND_WINNERS = 3;
const PLACES_ON_PAGE = 6;
/** Winners of several small prizes, each with the prize's image. */
export const CARDS_ON_PAGE = 4;
/** Winners of one prize. */
const WINNERS_ON_PAGE = 10;
/** The first prizes of the list are the large ones. */
const LARGE_PRIZES = 3;

/** Six names, read without haste. */
export const PAGE_MS = 4000;
const ALONE_MS = 2500;
const GRAND_MS = 6000;
/** Of very many winners the pages turn faster. */
const ALL_PAGES_MS = 180_000;
const SHORTEST_MS = 2000;

export function revealOf(plan: RevealPlan, winners: readonly ResultRow[]): Reveal {
  if (prizesOfPlan(plan).length === 0) return { first: winners, pages: placePages(winners) };
  const groups = groupByPrize(winners, plan.reveal_order);
  const isHeldBack = groups.length > 1 && plan.reveal_order === 'grand_last';
  const first = groups
    .slice(0, isHeldBack ? -1 : groups.length)
    .flatMap(({ rows }) => rows)
    .slice(0, GRAND_WINNERS);
  return { first, pages: prizePages(groups, new Set(first)) };
}

/** How many winners the machine has to bring out, at most, as the plan tells it before there is a result. */
export function machineWinners({ records, reveal_order, winners }: RevealPlan): number {
  const [grand, ...others] = records?.plan.prizes ?? [];
  const isHeldBack = grand !== undefined && others.length > 0 && reveal_order === 'grand_last';
  return isHeldBack ? Math.max(1, winners - grand.quantity) : winners;
}

function placePages(winners: readonly ResultRow[]): WinnerPage[] {
  const pages = inPages(winners.slice(GRAND_WINNERS), PLACES_ON_PAGE);
  return inTime(pages.map((rows) => ({ prize: null, rows, ms: PAGE_MS })));
}

function prizePages(groups: readonly RowsOfPrize<ResultRow>[], out: ReadonlySet<ResultRow>): WinnerPage[] {
  const pages: WinnerPage[] = [];
  let together: ResultRow[] = [];
  const closePage = (): void => {
    if (together.length > 0) pages.push({ prize: null, rows: together, ms: PAGE_MS });
    together = [];
  };
  for (const { prize, rows } of groups) {
    const isNew = !rows.some((row) => out.has(row));
    const isLarge = isNew && prize <= LARGE_PRIZES;
    if (!isLarge && rows.length <= CARDS_ON_PAGE) {
      if (together.length + rows.length > CARDS_ON_PAGE) closePage();
      together.push(...rows);
      continue;
    }
    closePage();
    if (isLarge) pages.push({ prize, rows: [], ms: ALONE_MS });
    const perPage = Math.ceil(rows.length / Math.ceil(rows.length / WINNERS_ON_PAGE));
    const ms = prize === 1 ? GRAND_MS : PAGE_MS;
    pages.push(...inPages(rows, perPage).map((shown) => ({ prize, rows: shown, ms })));
  }
  closePage();
  return inTime(pages);
}

function inPages<Row>(rows: readonly Row[], perPage: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_, page) =>
    rows.slice(page * perPage, (page + 1) * perPage),
  );
}

function inTime(pages: readonly WinnerPage[]): WinnerPage[] {
  const share = ALL_PAGES_MS / pages.reduce((sum, { ms }) => sum + ms, 0);
  return pages.map((page) => ({
    ...page,
    ms: Math.max(SHORTEST_MS, Math.round(page.ms * Math.min(1, share))),
  }));
}
