/**
 * What prizes are called, and in which order they are shown (R61, R65). Prizes stand in the plan's order. Of a raffle with one
 * unnamed prize there are none here: only places tell its winners apart.
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

export interface RowsOfPrize<Row> {
  prize: number;
  rows: Row[];
}

/** Rows by prize, in the order in which they stand: those of one prize stand together. */
export function groupsInOrder<Row extends Pick<ResultRow, 'prize'>>(
  rows: readonly Row[],
): RowsOfPrize<Row>[] {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.prize);
    if (group === undefined) groups.set(row.prize, [row]);
    else group.push(row);
  }
  return [...groups].map(([prize, shown]) => ({ prize, rows: shown }));
}

/** Rows by prize, in the order of revealing; prizes without a row are left out. */
export function groupByPrize<Row extends Pick<ResultRow, 'prize'>>(
  rows: readonly Row[],
  order: RevealOrder,
): RowsOfPrize<Row>[] {
  const groups = new Map(groupsInOrder(rows).map((group) => [group.prize, group.rows]));
  return revealSequence(Math.max(0, ...groups.keys()), order).flatMap((prize) => {
    const group = groups.get(prize);
    return group === undefined ? [] : { prize, rows: group };
  });
}
