/**
 * The winners as the show brings them out: the first with the machine, then page by page until the complete list. It follows
 * from plan and result alone, so that all screens show the same (R35). With one unnamed prize: three grand winners, and six of
 * the others on each page. Else prize by prize in the order of revealing (R65):
 *
 * 1. The machine brings out up to three winners; not those of a grand prize that comes last, while there are others.
 * 2. All prizes follow on pages: small ones together, the large ones and those with many winners on pages of their own.
 * 3. A large prize whose winners are not out yet is shown alone first. The grand prize stays longest.
 * 4. Where that would take longer than a hall listens, the pages become dense: many more winners on each, those of one prize
 *    by entry number so that they are found at a glance, and each page as short as finding oneself allows.
 */
import type { DrawPlan, ResultRow } from '@glassdrum/contract';
import { pagesMs, type TimedPage } from '../live/winner-pages.ts';
import { groupByPrize, prizesOfPlan, type RowsOfPrize } from './prize-names.ts';

export interface WinnerPage extends TimedPage {
  /** Whose winners alone the page shows. */
  prize: number | null;
  /** None: the prize alone. */
  rows: readonly ResultRow[];
  /** Many winners in small rows, for draws with very many. */
  isDense: boolean;
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

/** The most on a dense page: as many rows as are found at a glance, and as many lines as a hall still reads. */
export const DENSE_ROWS = 36;
export const DENSE_LINES = 54;
/** What a prize's image and name take of a dense page, in lines. */
const HEADING_LINES = 3.5;
/** A prize is cut in two between dense pages only where both have at least so many of its winners. */
const LEAST_PART = 6;
/** So many winners of one prize are looked up by entry number. */
const SORTED_FROM = 11;

/** Six names, read without haste. */
export const PAGE_MS = 4000;
const ALONE_MS = 2500;
const GRAND_MS = 6000;
const DENSE_MS = 5000;
/** How long the pages may take together; of very many winners they turn as fast as `Timed.least` allows. */
const ALL_PAGES_MS = 90_000;
const LEAST_ALONE_MS = 2000;
const LEAST_PAGE_MS = 2500;
const LEAST_DENSE_MS = 2250;

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

/** A page, and the shortest that it can be shown. */
interface Planned extends WinnerPage {
  least: number;
}

const alone = (prize: number): Planned => ({
  prize,
  rows: [],
  isDense: false,
  ms: ALONE_MS,
  least: prize === 1 ? ALONE_MS : LEAST_ALONE_MS,
});
const spacious = (prize: number | null, rows: readonly ResultRow[]): Planned => ({
  prize,
  rows,
  isDense: false,
  ...(prize === 1 ? { ms: GRAND_MS, least: GRAND_MS } : { ms: PAGE_MS, least: LEAST_PAGE_MS }),
});
const dense = (rows: readonly ResultRow[], prize: number | null = onlyPrizeOf(rows)): Planned => ({
  prize,
  rows,
  isDense: true,
  ms: DENSE_MS,
  least: LEAST_DENSE_MS,
});

function placePages(winners: readonly ResultRow[]): WinnerPage[] {
  const others = winners.slice(GRAND_WINNERS);
  const pages = inPages(others, PLACES_ON_PAGE).map((rows) => spacious(null, rows));
  return inTime(
    isTooLong(pages) ? inEvenPages(byNumber(others), DENSE_ROWS).map((rows) => dense(rows, null)) : pages,
  );
}

function prizePages(groups: readonly RowsOfPrize<ResultRow>[], out: ReadonlySet<ResultRow>): WinnerPage[] {
  const pages = spaciousPages(groups, out);
  return inTime(isTooLong(pages) ? densePages(groups, out) : pages);
}

/** The first prizes of the list get a moment of their own, unless the machine has brought out their winners already. */
function isLarge({ prize, rows }: RowsOfPrize<ResultRow>, out: ReadonlySet<ResultRow>): boolean {
  return prize <= LARGE_PRIZES && !rows.some((row) => out.has(row));
}

function spaciousPages(groups: readonly RowsOfPrize<ResultRow>[], out: ReadonlySet<ResultRow>): Planned[] {
  const pages: Planned[] = [];
  let together: ResultRow[] = [];
  const closePage = (): void => {
    if (together.length > 0) pages.push(spacious(null, together));
    together = [];
  };
  for (const group of groups) {
    const { prize, rows } = group;
    const isOneOfTheLarge = isLarge(group, out);
    if (!isOneOfTheLarge && rows.length <= CARDS_ON_PAGE) {
      if (together.length + rows.length > CARDS_ON_PAGE) closePage();
      together.push(...rows);
      continue;
    }
    closePage();
    if (isOneOfTheLarge) pages.push(alone(prize));
    pages.push(...inEvenPages(rows, WINNERS_ON_PAGE).map((shown) => spacious(prize, shown)));
  }
  closePage();
  return pages;
}

function densePages(groups: readonly RowsOfPrize<ResultRow>[], out: ReadonlySet<ResultRow>): Planned[] {
  const pages: Planned[] = [];
  let together: ResultRow[] = [];
  let lines = 0;
  const closePage = (): void => {
    if (together.length > 0) pages.push(dense(together));
    together = [];
    lines = 0;
  };
  for (const group of groups) {
    const { prize, rows } = group;
    if (isLarge(group, out)) {
      closePage();
      pages.push(alone(prize));
      pages.push(
        ...(rows.length <= WINNERS_ON_PAGE
          ? [spacious(prize, rows)]
          : inEvenPages(byNumber(rows), DENSE_ROWS).map((shown) => dense(shown))),
      );
      continue;
    }
    let left = rows.length < SORTED_FROM ? rows : byNumber(rows);
    while (left.length > 0) {
      const room = Math.floor(Math.min(DENSE_ROWS - together.length, DENSE_LINES - lines - HEADING_LINES));
      const isWhole = left.length <= room;
      if (!isWhole && together.length > 0 && Math.min(room, left.length - room) < LEAST_PART) {
        closePage();
        continue;
      }
      const shown = isWhole ? left : left.slice(0, room);
      together.push(...shown);
      lines += HEADING_LINES + shown.length;
      left = left.slice(shown.length);
      if (!isWhole) closePage();
    }
  }
  closePage();
  return pages;
}

/** Very many winners in turn, after the show: by prize in the order of the list. @param isNamed whether prizes have names */
export function turnsOf(rows: readonly ResultRow[], isNamed: boolean): WinnerPage[] {
  return isNamed
    ? densePages(groupByPrize(rows, 'list'), new Set(rows))
    : inEvenPages(byNumber(rows), DENSE_ROWS).map((shown) => dense(shown, null));
}

function onlyPrizeOf([first, ...others]: readonly ResultRow[]): number | null {
  return first !== undefined && others.every(({ prize }) => prize === first.prize) ? first.prize : null;
}

function byNumber(rows: readonly ResultRow[]): ResultRow[] {
  return rows.toSorted((one, other) => one.entry_number - other.entry_number);
}

function inPages<Row>(rows: readonly Row[], perPage: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / perPage) }, (_, page) =>
    rows.slice(page * perPage, (page + 1) * perPage),
  );
}

function inEvenPages<Row>(rows: readonly Row[], most: number): Row[][] {
  return inPages(rows, Math.ceil(rows.length / Math.ceil(rows.length / most)));
}

function isTooLong(pages: readonly Planned[]): boolean {
  return pagesMs(pages) > ALL_PAGES_MS;
}

/** All pages give up the same share of what each can spare. */
function inTime(pages: readonly Planned[]): WinnerPage[] {
  const tooLong = Math.max(0, pagesMs(pages) - ALL_PAGES_MS);
  const spare = pages.reduce((sum, { ms, least }) => sum + ms - least, 0);
  const share = spare === 0 ? 0 : Math.min(1, tooLong / spare);
  return pages.map(({ least, ms, ...page }) => ({ ...page, ms: Math.round(ms - (ms - least) * share) }));
}
