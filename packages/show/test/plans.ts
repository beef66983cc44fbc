/** Plans and results for the tests. */
import type { Entrant, ShowPlan, ShowResult } from '../src/plan.ts';

function people(count: number): Entrant[] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, name: `Person ${index + 1}` }));
}

export function planOf(count: number, changes: Partial<ShowPlan> = {}): ShowPlan {
  return {
    seedHex: '5f1d3ab09c2e77d4a1b6c8e0f2439587',
    entrants: people(count),
    ownNumber: null,
    totalEntries: count,
    winnerCount: 3,
    ...changes,
  };
}

export function resultOf(...numbers: number[]): ShowResult {
  return { winners: numbers.map((number) => ({ number, name: `Person ${number}` })) };
}
