/** Is the label not more than the evidence supports? (draw protocol §7) */
import { honestAssurance, type DrawProof } from '../proof.ts';
import { passIf, type StepResult } from './step-result.ts';

/**
 * `operator` is always true, and `participants` wherever a contribution is in, whatever else supports more; the two
 * stronger labels need the evidence of just their kind.
 */
export function assuranceStep({ assurance, contributions, freeze }: DrawProof): StepResult {
  const { kind, chain_hash } = freeze.beacon;
  const supported =
    assurance === 'operator' ||
    (assurance === 'participants' && contributions.length > 0) ||
    assurance === honestAssurance(kind, chain_hash, contributions.length);
  return passIf(supported, `the evidence does not support the level "${assurance}"`);
}
