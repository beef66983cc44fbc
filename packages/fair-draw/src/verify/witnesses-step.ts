/** The check `witnesses`: did known witnesses see the freeze before the draw? (draw protocol §8) */
import { parseCheckpoint } from '../log/checkpoint.ts';
import { cosignaturesOf, parseWitnessKey } from '../log/witness.ts';
import type { DrawProof } from '../proof.ts';
import { sha256Hex } from '../text-records.ts';
import { freezeIsIncluded } from './log-step.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

/** A cosignature counts only if it is at least so many seconds older than the time of the draw. */
const WITNESS_LEAD_SECONDS = 3;

/** Witnesses that are known without being given. There are none yet. */
const BUILT_IN_WITNESSES: readonly string[] = [];

/**
 * @param keys C2SP verifier keys; a malformed one is no known witness
 * @param quorum how many known witnesses are needed, from 1
 */
export function witnessesStep(
  { log, freeze_hash, freeze }: DrawProof,
  keys: readonly string[],
  quorum: number,
): StepResult {
  if (log === undefined) return skip('there is no log');
  const checkpoint = parseCheckpoint(log.checkpoint);
  const early = parseCheckpoint(log.freeze_checkpoint);
  if (checkpoint === null || early === null) return fail('a checkpoint of the log is malformed');

  const known = [...new Set([...BUILT_IN_WITNESSES, ...keys])]
    .map(parseWitnessKey)
    .filter((key) => key !== null);
  const onFreeze = cosignaturesOf(early, known);
  const all = [...cosignaturesOf(checkpoint, known), ...onFreeze];
  if (all.length === 0) return skip('no cosignature of a known witness');
  if (all.some(({ time }) => time === null)) return fail("a known witness's cosignature does not hold");
  if (sha256Hex(log.records[2]?.text ?? '') !== freeze_hash) {
    return fail('the third record of the log is not this freeze');
  }
  if (!freezeIsIncluded(log, early)) return fail('the freeze record is not in the tree of its checkpoint');

  const latest = freeze.draw_at - WITNESS_LEAD_SECONDS;
  const inTime = onFreeze.filter(({ time }) => time !== null && time >= 1 && time <= latest);
  const count = new Set(inTime.map(({ witness }) => witness)).size;
  return count >= quorum ? PASS : skip(`${count} of ${quorum} known witnesses cosigned in time`);
}
