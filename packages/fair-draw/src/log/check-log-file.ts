/** A log file: all records of a log, with proofs of some of its draws (draw protocol §8 "A whole log"). */
import { RefusedFile } from '../json/refused-file.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import type { DrawProof } from '../proof.ts';
import { parseProof } from '../verify/parse-proof.ts';
import { list, object, oneOf, rule, text } from '../verify/shape.ts';
import { checkLogRecords, type LogCheck } from './log-checks.ts';

export const LOG_FILE_FORMAT = 'draw-log-file/2';

/** The document, member for member. */
export interface LogFile {
  format: typeof LOG_FILE_FORMAT;
  /** The texts of the log's records, all of them in order. */
  records: string[];
  proofs: DrawProof[];
}

export interface LogVerification {
  /** FAILED when a check failed, INCOMPLETE when one was skipped. */
  verdict: 'VERIFIED' | 'INCOMPLETE' | 'FAILED';
  /** In the protocol's order. */
  steps: LogCheck[];
}

const anything = rule(() => true, 'a proof');
const fileShape = object({ format: oneOf(LOG_FILE_FORMAT), records: list(text), proofs: list(anything) });

/**
 * Checks the file of a log.
 * @throws RefusedFile for a file that draw protocol §1 refuses, that is no log file, in which a proof fails `format`, or
 *   that has two proofs of one draw
 */
export function checkLogFile(bytes: Uint8Array): LogVerification {
  return checkLogDocument(parseStrictJson(bytes));
}

/**
 * The same for JSON that was read under the rules of draw protocol §1. The proofs are to be verified separately.
 * @throws RefusedFile
 */
export function checkLogDocument(json: unknown): LogVerification {
  const problem = fileShape(json, '');
  if (problem !== null) throw new RefusedFile(`it is no log file (${LOG_FILE_FORMAT}): ${problem}`);
  const { records, proofs } = json as LogFile;
  const drawIds = new Set<string>();
  for (const [at, proof] of proofs.entries()) {
    const parsed = parseProof(proof);
    if (!parsed.ok) throw new RefusedFile(`proof ${at} is malformed: ${parsed.reason}`);
    drawIds.add(parsed.proof.draw_id);
    if (drawIds.size !== at + 1) throw new RefusedFile(`proof ${at} is a second one of its draw`);
  }
  const steps = checkLogRecords(records, proofs);
  return { verdict: verdictOf(steps), steps };
}

function verdictOf(steps: readonly LogCheck[]): LogVerification['verdict'] {
  if (steps.some(({ status }) => status === 'FAIL')) return 'FAILED';
  return steps.some(({ status }) => status === 'SKIP') ? 'INCOMPLETE' : 'VERIFIED';
}
