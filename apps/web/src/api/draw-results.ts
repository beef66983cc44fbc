/** What became of a raffle's draws that are over (R69): their results, for pages of somebody with an entry. */
import type { PlannedDraw, PublicRaffle, ResultsAnswer } from '@glassdrum/contract';
import { useQueries } from '@tanstack/react-query';
import { call } from './call.ts';
import { usePrizeList } from './prize-list.ts';

/** A winner who is passed over between two draws takes part again. */
const LOOK_AGAIN_MS = 60_000;

export interface HeldDraw {
  draw: PlannedDraw;
  /** Null while it is on its way, and for a draw without one: still to come, running or skipped. */
  results: ResultsAnswer | null;
}

/** In their order; none for a raffle with a single draw, and while the draws are on their way. */
export function useDrawResults(
  raffle: Pick<PublicRaffle, 'id' | 'draws' | 'prizes_revision'>,
  isWanted: boolean,
): readonly HeldDraw[] {
  const isSeries = raffle.draws.total > 1 && isWanted;
  const revision = raffle.prizes_revision + raffle.draws.left / 100;
  const draws = usePrizeList(isSeries ? raffle.id : '', revision).data?.draws ?? [];
  const answers = useQueries({
    queries: draws.map(({ draw_id: id, state }) => {
      const path = `/api/raffles/${raffle.id}/results?draw_id=${id ?? ''}`;
      return {
        queryKey: [path],
        enabled: isSeries && state === 'drawn',
        queryFn: () => call<ResultsAnswer>('GET', path),
        refetchInterval: raffle.draws.left > 0 ? LOOK_AGAIN_MS : (false as const),
      };
    }),
  });
  return isSeries ? draws.map((draw, index) => ({ draw, results: answers[index]?.data ?? null })) : [];
}

/** Whether an entry holds a prize of a draw that is over, and so sits the later ones out where each person wins one (R70). */
export function sitsOut(draws: readonly HeldDraw[], number: number): boolean {
  return draws.some(
    ({ results }) =>
      results?.policy === 'once' && results.current_winners.some((row) => row.entry_number === number),
  );
}
