/** Files that a visitor chose: read within the protocol's bounds, and what can be wrong with them. */
import type { FileProblem } from '../../checking/worker/check-protocol.ts';
import { m } from '../../messages/generated/messages.js';

/** Draw protocol §1. */
const MOST_BYTES = 64 * 1024 * 1024;

export type ReadProblem = 'too_big' | 'unreadable' | 'not_served';

const PROBLEMS: Record<FileProblem | ReadProblem, () => string> = {
  too_big: m.verify_too_big,
  unreadable: m.verify_unreadable,
  not_served: m.verify_not_served,
  proof_not_json: m.verify_not_json,
  not_a_proof: m.verify_not_a_proof,
  is_a_receipt: m.verify_is_a_receipt,
  receipt_not_json: m.verify_receipt_not_json,
};

export function problemText(problem: FileProblem | ReadProblem): string {
  return PROBLEMS[problem]();
}

export function isTooBig({ size }: File): boolean {
  return size > MOST_BYTES;
}

export async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
