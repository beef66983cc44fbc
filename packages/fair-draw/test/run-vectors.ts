/** The published vectors against this verifier; no Node in here, so that the same code runs in a browser. */
import { verifyProof } from '../src/index.ts';

interface Vector {
  id: string;
  expect: 'PASS' | 'FAIL';
  expect_with_bls: 'PASS' | 'FAIL';
  /** Steps that must be among those failing. */
  fails: string[];
  proof: unknown;
}

export interface VectorOutcome {
  id: string;
  ok: boolean;
  detail: string;
}

/** Runs every vector twice, without and with the BLS check. */
export function runVectors(file: { vectors: Vector[] }): VectorOutcome[] {
  return file.vectors.map((vector) => {
    const quick = verifyProof(vector.proof, { skipBls: true });
    const full = verifyProof(vector.proof);
    const failing = full.steps.filter(({ status }) => status === 'FAIL').map(({ name }) => name as string);
    const wrong: string[] = [];
    if ((quick.verdict === 'FAILED') !== (vector.expect === 'FAIL'))
      wrong.push(`without BLS: ${quick.verdict}`);
    if ((full.verdict === 'VERIFIED') !== (vector.expect_with_bls === 'PASS'))
      wrong.push(`with BLS: ${full.verdict}`);
    for (const step of vector.fails) if (!failing.includes(step)) wrong.push(`${step} did not fail`);
    return {
      id: vector.id,
      ok: wrong.length === 0,
      detail: [...wrong, `failing: ${failing.join(' ')}`].join('; '),
    };
  });
}
