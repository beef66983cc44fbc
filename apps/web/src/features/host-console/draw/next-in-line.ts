/** R14: who moves up when a winner is passed over, as far as the alternates of the draw reach (draw protocol §6). */
import type { ResultsAnswer } from '@glassdrum/contract';

type Alternate = ResultsAnswer['alternates'][number];

/**
 * The first alternate of the prize who never held one: of the whole draw where everyone wins at most one, else this one.
 *
 * @returns undefined when the same order has to be computed further
 */
export function nextInLine(
  results: Pick<ResultsAnswer, 'alternates' | 'current_winners' | 'passed_over' | 'policy'>,
  prize: number,
): Alternate | undefined {
  const held = [...results.current_winners, ...results.passed_over].filter(
    (row) => results.policy === 'once' || row.prize === prize,
  );
  const holders = new Set(held.map((row) => row.entry_number));
  return results.alternates.find((row) => row.prize === prize && !holders.has(row.entry_number));
}
