/**
 * What prizes and the rows of their winners are called, and in which order they are shown (R61, R65). Prizes stand in the
 * plan's order. Of a raffle with one unnamed prize there are none here: only places tell its winners apart.
 */
import type { DrawPlan, ResultRow } from '@glassdrum/contract';
import { type RevealOrder, revealSequence } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';

export interface PrizeName {
  name: string | null;
  quantity: number;
}

/** How a committed plan writes that a prize has no name (draw protocol §3). */
const UNNAMED = '-';

type Place = Pick<ResultRow, 'prize' | 'position'>;

/** None for one unnamed prize. @param prizes undefined in an answer that an earlier version stored on this device */
export function namedPrizes<Prize extends PrizeName>(prizes: readonly Prize[] | undefined): readonly Prize[] {
  if (prizes === undefined) return [];
  return prizes.length === 1 && prizes[0]?.name === null ? [] : prizes;
}

/** As committed, so that names need no call of their own. None for a draw made before version 2 of the protocol. */
export function prizesOfPlan({ records }: Pick<DrawPlan, 'records'>): readonly PrizeName[] {
  return namedPrizes(
    records?.plan.prizes.map(({ name, quantity }) => ({ name: name === UNNAMED ? null : name, quantity })),
  );
}

/** "Bottle of wine", or "Prize 3" for an unnamed one among several. @param prize from 1 */
export function prizeTitle(prizes: readonly PrizeName[], prize: number): string {
  return prizes[prize - 1]?.name ?? m.draw_prize({ number: prize });
}

/** "2nd of 3"; null for a prize that is given once. */
export function placeWithin(prizes: readonly PrizeName[], { prize, position }: Place): string | null {
  const quantity = prizes[prize - 1]?.quantity ?? 1;
  return quantity === 1 ? null : m.draw_place_of({ position, quantity });
}

/** What a row stands for, in one line: "Place 2", "Bottle of wine", or "Bottle of wine, 2nd of 3". */
export function placeOf(prizes: readonly PrizeName[], row: Place): string {
  if (prizes.length === 0) return m.draw_own_win_place({ position: row.position });
  const title = prizeTitle(prizes, row.prize);
  const place = placeWithin(prizes, row);
  return place === null ? title : m.draw_prize_and_place({ prize: title, place });
}

export interface RowsOfPrize<Row> {
  prize: number;
  rows: Row[];
}

/** Rows by prize, in the order of revealing; prizes without a row are left out. */
export function groupByPrize<Row extends Pick<ResultRow, 'prize'>>(
  rows: readonly Row[],
  order: RevealOrder,
): RowsOfPrize<Row>[] {
  const groups: RowsOfPrize<Row>[] = [];
  for (const row of rows) {
    const group = (groups[row.prize - 1] ??= { prize: row.prize, rows: [] });
    group.rows.push(row);
  }
  return revealSequence(groups.length, order).flatMap((prize) => groups[prize - 1] ?? []);
}
