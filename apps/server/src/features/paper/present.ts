/** The answer of a sale, with neighbouring numbers together. */
import type { SaleAnswer } from '@glassdrum/contract';
import type { SaleResult } from '@glassdrum/raffle-rules';

/** @param results in ascending order of numbers */
export function presentResults(
  results: readonly { number: number; result: SaleResult }[],
): SaleAnswer['results'] {
  const ranges: SaleAnswer['results'] = [];
  for (const { number, result } of results) {
    const current = ranges.at(-1);
    if (current !== undefined && current.result === result && current.last === number - 1) {
      current.last = number;
    } else {
      ranges.push({ first: number, last: number, result });
    }
  }
  return ranges;
}
