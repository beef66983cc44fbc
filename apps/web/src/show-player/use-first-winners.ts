/** What the show's picture and its lettering have to know of prizes and winners. */
import type { DrawPlan, LiveResult, ResultRow, ShownPrize } from '@glassdrum/contract';
import { useMemo } from 'react';
import { type PrizeName, prizesOfPlan } from './prize-names.ts';
import { revealOf } from './reveal.ts';
import { NO_DRAW, usePrizesOfDraw } from './use-prize-details.ts';

interface FirstWinners {
  prizes: readonly PrizeName[];
  /** The same with their images, as soon as they are known. */
  details: readonly ShownPrize[];
  /** Who comes out first; null before the reveal (R4). */
  first: readonly ResultRow[] | null;
}

export function useFirstWinners(plan: DrawPlan, result: LiveResult | null): FirstWinners {
  const prizes = useMemo(() => prizesOfPlan(plan), [plan]);
  const details = usePrizesOfDraw(prizes.length === 0 ? NO_DRAW : plan);
  const first = useMemo(
    () => (result === null ? null : revealOf(plan, result.winners).first),
    [plan, result],
  );
  return { prizes, details, first };
}
