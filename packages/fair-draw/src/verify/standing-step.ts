/** The check `standing`: was the draw followed by what its rules allow? (draw protocol §8) */
import { parseLogRecord } from '../log/log-records.ts';
import { createPrizeHolding, type PrizeHolding } from '../log/prize-holding.ts';
import { planOfProof } from '../plan.ts';
import { type DrawProof, rowOfProof } from '../proof.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

export function standingStep(proof: DrawProof): StepResult {
  const { log } = proof;
  if (log === undefined) return skip('there is no log');
  if (log.after.length === 0) return skip('nothing was recorded after the draw');
  const result = parseLogRecord(log.records[4]?.text ?? '');
  if (result?.kind !== 'result') return fail('the fifth record is not a result');

  const holding = createPrizeHolding({
    plan: planOfProof(proof.plan),
    weights: proof.entries.map((entry) => entry[2]),
    combinedSeed: proof.combined_seed,
    winners: proof.winners.map(rowOfProof),
    resultAt: result.fields.at,
  });
  let last = result.fields.at;
  let voided = false;
  let passedBy = false;
  for (const { text } of log.after) {
    if (voided) return fail('a record follows the end of the draw');
    const found = parseLogRecord(text);
    if (found === null || found.fields.drawId !== proof.draw_id) {
      return fail('there is something else than a record of this draw');
    }
    switch (found.kind) {
      case 'claim':
      case 'extend':
      case 'advance': {
        if (found.fields.freezeHash !== proof.freeze_hash) return fail('a record is of another freeze');
        const outcome = outcomeOf(holding, found);
        if (outcome.status === 'wrong') return fail(outcome.reason);
        passedBy ||= outcome.status === 'passed_by';
        break;
      }
      case 'void':
        voided = true;
        break;
      default:
        return fail('a record does not belong after a result');
    }
    if (found.fields.at < last) return fail('the times of the records decrease');
    last = found.fields.at;
  }
  return passedBy ? skip('somebody was passed by who may hold a prize of another draw') : PASS;
}

type Outcome = ReturnType<PrizeHolding['advance']>;
type AfterRecord = Extract<
  NonNullable<ReturnType<typeof parseLogRecord>>,
  { kind: 'claim' | 'extend' | 'advance' }
>;

/** Who holds prizes of other draws cannot be seen in one proof. */
function outcomeOf(holding: PrizeHolding, record: AfterRecord): Outcome {
  if (record.kind === 'advance') return holding.advance(record.fields, null);
  const reason = record.kind === 'claim' ? holding.claim(record.fields) : holding.extend(record.fields);
  return reason === null ? { status: 'right' } : { status: 'wrong', reason };
}
