/** What a check-in without a phone came to, in words (R71). */
import type { CheckInsAnswer } from '@glassdrum/contract';
import { shownRanges } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';

type Result = CheckInsAnswer['results'][number]['result'];

const RESULTS: Record<Result, (input: { numbers: string }) => string> = {
  checked_in: m.desk_result_checked_in,
  already_checked_in: m.desk_result_already_checked_in,
  taken_back: m.desk_result_check_in_taken_back,
  not_checked_in: m.desk_result_not_checked_in,
  own: m.desk_result_own,
  unsold: m.desk_result_unsold_ticket,
  gone: m.desk_result_gone,
};

/** A sentence for each kind of result. */
export function checkInSentences({ results }: CheckInsAnswer): string[] {
  return (Object.keys(RESULTS) as Result[]).flatMap((kind) => {
    const ranges = results.filter(({ result }) => result === kind);
    return ranges.length === 0 ? [] : [RESULTS[kind]({ numbers: shownRanges(ranges) })];
  });
}
