/** What the show's picture and its lettering have to know of prizes and winners. */
import type { DrawPlan, LiveResult, ResultRow } from '@glassdrum/contract';
import { useMemo } from 'react';
import { type PrizeName, prizesOfPlan } from './prize-names.ts';
import { revealOf } from './reveal.ts';

interface FirstWinners {
  prizes: readonly PrizeName[];
  /** Who comes out first; null before the reveal (R4). */
  first: readonly ResultRow[] | null;
}

export function useFirstWinners(plan: DrawPlan, result: LiveResult | null): FirstWinners {
  return useMemo(
    () => ({
      prizes: prizesOfPlan(plan),
      first: result === null ? null : revealOf(plan, result.winners).first,
    }),
    [plan, result],
  );
}
