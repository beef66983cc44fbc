/**
 * The check `log`: are the draw's records in the installation's log? (draw protocol §8)
 *
 * 1. `records` are the five of a finished draw as this proof implies them; only the times of reveal and result are the
 *    records' own.
 * 2. `more` and `after` hold only what may be there, where it may be, and lead from the plan at opening to the final one.
 * 3. Each text is at its index in the tree whose root the checkpoint names, and the freeze record in the tree of the
 *    checkpoint that first contained it.
 * 4. Both checkpoints are signed with the key that the log names. Whether that is the installation's is known only
 *    with its key.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import {
  closeRecord,
  freezeRecord,
  listHash,
  openRecord,
  resultRecord,
  revealRecord,
} from '../draw-records.ts';
import { type Checkpoint, checkpointHolds, logOrigin, parseCheckpoint } from '../log/checkpoint.ts';
import { parseLogRecord } from '../log/log-records.ts';
import { logLeafHash, verifyLogInclusion } from '../log/log-tree.ts';
import {
  closeFieldsOf,
  type DrawProof,
  freezeFieldsOf,
  type LocatedRecord,
  openFieldsOf,
  type ProofLog,
  rowOfProof,
} from '../proof.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

/** The records of a finished draw, in their order. */
export const PROOF_LOG_KINDS = ['open', 'close', 'freeze', 'reveal', 'result'] as const;
type ProofLogKind = (typeof PROOF_LOG_KINDS)[number];

/** @param publicKey the log's key, 64 hex; without it the log can match, but cannot be attributed to the installation */
export function logStep(proof: DrawProof, publicKey: string | undefined): StepResult {
  const { log } = proof;
  if (log === undefined) return skip('there is no log');
  const problem =
    recordsProblem(proof, log) ??
    moreProblem(proof, log) ??
    afterProblem(proof, log) ??
    checkpointProblem(log);
  if (problem !== null) return fail(problem);
  if (publicKey === undefined) {
    return skip("the log agrees; whether its key is the installation's was not checked");
  }
  return log.key === publicKey ? PASS : fail('the log is not the one of the given key');
}

function recordsProblem(proof: DrawProof, { records }: ProofLog): string | null {
  for (const [at, kind] of PROOF_LOG_KINDS.entries()) {
    const text = records[at]?.text ?? '';
    if (expectedText(proof, kind, text) !== text)
      return `the log's ${kind} record is not the one of this draw`;
  }
  return ascends(records) ? null : "the draw's records are not in order";
}

/** What the record has to say; of reveal and result the time is the shown one's. Null when that is no such record. */
function expectedText(proof: DrawProof, kind: ProofLogKind, shown: string): string | null {
  const { draw_id: drawId, freeze_hash: freezeHash } = proof;
  switch (kind) {
    case 'open':
      return openRecord(openFieldsOf(proof));
    case 'close':
      return closeRecord(closeFieldsOf(proof));
    case 'freeze':
      return freezeRecord(freezeFieldsOf(proof));
    case 'reveal': {
      const found = parseLogRecord(shown);
      if (found?.kind !== kind) return null;
      return revealRecord({ drawId, freezeHash, seedReveal: proof.seed_reveal, at: found.fields.at });
    }
    case 'result': {
      const found = parseLogRecord(shown);
      if (found?.kind !== kind) return null;
      const winners = proof.winners.map(rowOfProof);
      const list = listHash({ drawId, winners, alternates: proof.alternates.map(rowOfProof) });
      const { combined_seed: combinedSeed } = proof;
      return resultRecord({ drawId, freezeHash, combinedSeed, listHash: list, at: found.fields.at });
    }
  }
}

function moreProblem(proof: DrawProof, { records, more }: ProofLog): string | null {
  const [opened, closed, frozen, , finished] = records.map(({ index }) => index) as [
    number,
    number,
    number,
    number,
    number,
  ];
  let plan = proof.open.plan_hash;
  for (const { index, text } of more) {
    const found = parseLogRecord(text);
    if (found === null) return 'the log has more than records';
    const own = found.fields.drawId === proof.draw_id;
    if (own && found.kind === 'replan') {
      const { openHash, planHashBefore, planHashAfter } = found.fields;
      if (index <= opened || index >= closed) return 'a change of plan is not between opening and close';
      if (openHash !== proof.open_hash || planHashBefore !== plan)
        return 'the changes of plan are not a chain';
      plan = planHashAfter;
    } else if (own && found.kind === 'audience') {
      if (found.fields.freezeHash !== proof.freeze_hash) return 'the audience record is of another freeze';
      if (index <= frozen || index >= finished) return 'the audience record is not between freeze and result';
    } else if (own || !['open', 'advance', 'void'].includes(found.kind)) {
      return 'the log has a record that does not belong into a proof';
    } else if (index >= closed) return 'a record of another draw comes after the close';
  }
  if (!ascends(more)) return 'further records are not in order';
  return plan === proof.close.plan_hash ? null : 'the changes of plan do not lead to the final plan';
}

function afterProblem(proof: DrawProof, { records, after }: ProofLog): string | null {
  for (const { text } of after) {
    const found = parseLogRecord(text);
    if (found === null || !['claim', 'extend', 'advance', 'void'].includes(found.kind)) {
      return 'the log has another record after the result than may be there';
    }
    if (found.fields.drawId !== proof.draw_id) return 'a record after the result is of another draw';
  }
  const [result] = records.slice(-1);
  const [first] = after;
  const isAfter = result === undefined || first === undefined || first.index > result.index;
  return isAfter && ascends(after) ? null : 'the records after the result are not in order';
}

function checkpointProblem(log: ProofLog): string | null {
  const checkpoint = parseCheckpoint(log.checkpoint);
  const early = parseCheckpoint(log.freeze_checkpoint);
  if (checkpoint === null || early === null) return 'a checkpoint of the log is malformed';
  const all = [...log.records, ...log.more, ...log.after];
  if (!all.every((record) => isIncluded(record, checkpoint))) {
    return 'a record is not in the tree of the checkpoint';
  }
  if (!freezeIsIncluded(log, early)) return 'the freeze record is not in the tree of its checkpoint';
  if (early.origin !== checkpoint.origin || early.size > checkpoint.size) {
    return 'the checkpoint does not continue the one of the freeze';
  }
  if (early.size === checkpoint.size && early.root !== checkpoint.root) {
    return 'the two checkpoints of one size have different roots';
  }
  if (checkpoint.origin !== logOrigin(log.key)) return 'the checkpoint is not of the log of that key';
  return [checkpoint, early].every((one) => checkpointHolds(one, log.key))
    ? null
    : 'a checkpoint is not signed with the key of the log';
}

/** Whether the third of `records` is in the tree of the checkpoint that first contained it. */
export function freezeIsIncluded({ records, freeze_path }: ProofLog, early: Checkpoint): boolean {
  const [, , freeze] = records;
  return freeze !== undefined && isIncluded({ ...freeze, path: freeze_path }, early);
}

function isIncluded({ index, text, path }: LocatedRecord, { size, root }: Checkpoint): boolean {
  return verifyLogInclusion({
    leafHash: logLeafHash(text),
    index,
    size,
    path: path.map((hash) => hexToBytes(hash)),
    root: hexToBytes(root),
  });
}

function ascends(records: readonly LocatedRecord[]): boolean {
  return records.every(({ index }, at) => at === 0 || (records[at - 1]?.index ?? 0) < index);
}
