/** Images and sponsors of a draw's prizes; their names are in the plan already. */
import type { DrawPlan, ShownPrize } from '@glassdrum/contract';
import { useMemo } from 'react';
import { prizesOfDraw, usePrizeList } from '../api/prize-list.ts';

/** Whose prizes: without a raffle there is nobody to ask. */
export type DrawOfPrizes = Pick<DrawPlan, 'raffle_id' | 'draw_id'>;

/** Of a draw without names of prizes: nothing is asked for. */
export const NO_DRAW: DrawOfPrizes = { raffle_id: '', draw_id: '' };

/** @returns in the order of the plan; none while they are on their way, and offline */
export function usePrizesOfDraw({
  raffle_id: raffleId,
  draw_id: drawId,
}: DrawOfPrizes): readonly ShownPrize[] {
  const list = usePrizeList(raffleId, drawId).data;
  return useMemo(() => (list === undefined ? [] : prizesOfDraw(list, drawId)), [list, drawId]);
}

/** @returns what is known of a prize; null while it is on its way, and offline */
export function usePrizeDetails(draw: DrawOfPrizes): (prize: number) => ShownPrize | null {
  const prizes = usePrizesOfDraw(draw);
  return (prize) => prizes[prize - 1] ?? null;
}
