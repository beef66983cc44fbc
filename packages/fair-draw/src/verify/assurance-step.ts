/** Is the label not more than the evidence supports? (draw protocol §7) */
import { honestAssurance, type DrawProof } from '../proof.ts';
import type { StepResult } from './steps.ts';

/** `operator` is always true; any stronger label must be the one that the evidence supports. */
export function assuranceStep(proof: DrawProof): StepResult {
  const { kind, chain_hash } = proof.freeze.beacon;
  const contributed = proof.contributions.length;
  const claimed = proof.assurance;
  const supported =
    claimed === 'operator' ||
    claimed === honestAssurance(kind, chain_hash, contributed) ||
    (claimed === 'participants' && contributed > 0);
  return supported
    ? { status: 'PASS' }
    : { status: 'FAIL', reason: `the evidence does not support the level "${claimed}"` };
}
