/** A proof with its records in a log, with or without cosignatures, and the outcome of one step of its check. */
import {
  type DrawProof,
  type Step,
  type StepName,
  type VerifyOptions,
  verifyProof,
} from '../../src/index.ts';
import { recordsOf } from './random-case.ts';
import { installation } from './signers.ts';
import { type ProofLogInput, proofLogOf } from './test-log.ts';

type LogParts = Partial<
  Pick<ProofLogInput, 'more' | 'after' | 'cosigners' | 'log' | 'lateFreezeCheckpoint'>
> & {
  /** All texts of the log, if not just those of the proof. */
  texts?: readonly string[];
};

/** The proof with its log: the own records, and in `more` and `after` those of others and those that follow the draw. */
export function logged(
  proof: DrawProof,
  { more = [], after = [], cosigners = [], log = installation, texts, ...rest }: LogParts = {},
): DrawProof {
  const records = recordsOf(proof);
  const isOfOthers = (text: string): boolean => !text.includes(`\n${proof.draw_id}\n`);
  const isAudience = (text: string): boolean => text.startsWith('draw.audience');
  const replans = more.filter((text) => !isOfOthers(text) && !isAudience(text));
  const all = [
    ...more.filter(isOfOthers),
    ...records.slice(0, 1),
    ...replans,
    ...records.slice(1, 3),
    ...more.filter((text) => !isOfOthers(text) && isAudience(text)),
    ...records.slice(3),
    ...after,
  ];
  return {
    ...proof,
    log: proofLogOf({ texts: texts ?? all, records, more, after, cosigners, log, ...rest }),
  };
}

/** PASS, FAIL, or SKIP with its reason. */
export function stepOf(proof: unknown, name: StepName, options: VerifyOptions = {}): string {
  const step = verifyProof(proof, options).steps.find((one): one is Step => one.name === name);
  if (step === undefined) throw new Error(`no ${name}`);
  return step.status === 'SKIP' ? `SKIP ${step.reason}` : step.status;
}
