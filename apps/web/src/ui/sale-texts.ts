/** Answered sales in words (R67). */
import type { SaleAnswer } from '@glassdrum/contract';
import { shownRanges } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';

type Result = SaleAnswer['results'][number]['result'];

const RESULTS: Record<Result, (input: { numbers: string }) => string> = {
  sold: m.desk_result_sold,
  already_sold: m.desk_result_already_sold,
  unsold: m.desk_result_unsold,
  already_unsold: m.desk_result_already_unsold,
  gone: m.desk_result_gone,
  listed: m.desk_result_listed,
};

/** A sentence for each kind of result. */
export function sentencesOf({ results }: SaleAnswer): string[] {
  return (Object.keys(RESULTS) as Result[]).flatMap((kind) => {
    const ranges = results.filter(({ result }) => result === kind);
    return ranges.length === 0 ? [] : [RESULTS[kind]({ numbers: shownRanges(ranges) })];
  });
}
