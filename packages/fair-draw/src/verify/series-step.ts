/**
 * The check `series`: do this draw and the earlier ones of its raffle agree on who takes part? (draw protocol §8)
 *
 * 1. Each earlier proof is sound, of the same raffle, an earlier stage, and its entries are the same people here.
 * 2. Who holds a prize of an earlier draw follows from its winners and the advances in this proof's log.
 * 3. Under `out` exactly these sit this draw out; while an earlier stage is missing, at least these. Under `in` no one does,
 *    which is the check `holders`, so a missing stage leaves nothing open.
 */
import { type LogRecord, parseLogRecord } from '../log/log-records.ts';
import { createHolders, type Holders } from '../log/prize-holding.ts';
import { type DrawProof, rowOfProof } from '../proof.ts';
import { fail, PASS, passIf, skip, type StepResult } from './step-result.ts';

/** A proof that was given as one of an earlier draw. */
export interface EarlierProof {
  /** Null if it is malformed. */
  proof: DrawProof | null;
  /** Of the proof alone. */
  verdict: 'VERIFIED' | 'INCOMPLETE' | 'FAILED';
}

/** @param earlier undefined or empty without earlier proofs */
export function seriesStep(proof: DrawProof, earlier: readonly EarlierProof[]): StepResult {
  const { stage } = proof.open;
  if (earlier.length === 0) {
    return skip(stage === 1 ? 'the first draw of its raffle' : 'no proof of an earlier draw was given');
  }
  const sound: DrawProof[] = [];
  for (const { proof: other, verdict } of earlier) {
    if (other === null || verdict === 'FAILED') return fail('the proof of an earlier draw fails a check');
    sound.push(other);
  }
  const problem = kinshipProblem(proof, sound);
  if (problem !== null) return fail(problem);

  const records = (proof.log?.more ?? []).map(({ text }) => parseLogRecord(text));
  if (!records.every((record) => record !== null)) return fail('the log has more than records');
  const holders = holdersAfter(sound, records);
  if (holders === null) return fail('somebody is passed over in an earlier draw without holding the prize');

  if (proof.plan.earlier_winners === 'in') return PASS;
  const listed = new Set(proof.holders);
  if ([...holders].some((entryNumber) => !listed.has(entryNumber))) {
    return fail('somebody who holds a prize of an earlier draw is not among the holders');
  }
  const known = new Set([...sound.map(({ open }) => open.stage), ...voidedStages(proof, records)]);
  const missing = Array.from({ length: stage - 1 }, (_, index) => index + 1).find((one) => !known.has(one));
  if (missing !== undefined) return skip(`the proof of draw ${missing} is missing`);
  return passIf(listed.size === holders.size, 'somebody among the holders holds no prize of an earlier draw');
}

/** What is wrong with the earlier proofs beside this one. */
function kinshipProblem(proof: DrawProof, earlier: readonly DrawProof[]): string | null {
  const { open, close, entries } = proof;
  const stages = new Set(earlier.map((one) => one.open.stage));
  const ids = new Set([proof.draw_id, ...earlier.map((one) => one.draw_id)]);
  if (stages.size !== earlier.length || ids.size !== earlier.length + 1) return 'a draw is given twice';
  for (const other of earlier) {
    if (other.open.series_id !== open.series_id || other.open.host_id !== open.host_id) {
      return 'an earlier proof is of another raffle';
    }
    if (other.open.stage >= open.stage) return 'an earlier proof is not of an earlier draw';
    if (other.freeze.draw_at > close.closed_at) return 'this draw was closed before an earlier one was drawn';
    if (other.entries.length > entries.length) return 'an earlier draw has more entries';
    const changed = other.entries.findIndex(
      ([, source, , nameCommit], index) =>
        source !== entries[index]?.[1] || nameCommit !== entries[index]?.[3],
    );
    if (changed !== -1) return `entry ${changed + 1} is another in an earlier draw`;
  }
  return null;
}

/** Who holds prizes of earlier draws now; null where an advance starts from an entry that does not. */
function holdersAfter(
  earlier: readonly DrawProof[],
  records: readonly LogRecord[],
): ReadonlySet<number> | null {
  const draws = new Map<string, Holders>(
    earlier.map(({ draw_id, winners }) => [draw_id, createHolders(winners.map(rowOfProof))]),
  );
  for (const record of records) {
    if (record.kind !== 'advance') continue;
    const { drawId, prize, fromEntry, toEntry } = record.fields;
    if (draws.get(drawId)?.move(prize, fromEntry, toEntry) === false) return null;
  }
  for (const { kind, fields } of records) if (kind === 'void') draws.delete(fields.drawId);
  return new Set([...draws.values()].flatMap((holders) => holders.entryNumbers()));
}

/** Stages of this raffle that were opened and given up. */
function voidedStages({ open }: DrawProof, records: readonly LogRecord[]): number[] {
  const voided = new Set(records.filter(({ kind }) => kind === 'void').map(({ fields }) => fields.drawId));
  return records.flatMap(({ kind, fields }) =>
    kind === 'open' && fields.seriesId === open.series_id && voided.has(fields.drawId) ? [fields.stage] : [],
  );
}
