/** A check from its start to its verdict, as a page shows it (R1); apart from what runs it, which the offline verifier does itself. */
import type { Step, Verdict, Verification } from '@glassdrum/fair-draw';
import type { FileProblem, ProofIdentity } from '../worker/check-protocol.ts';
import type { Contradiction } from './contradictions.ts';

export interface DoneVerification {
  status: 'done';
  verification: Verification;
  identity: ProofIdentity | null;
  /** What this device stored says otherwise; empty when nothing is stored. */
  contradictions: readonly Contradiction[];
}

export type VerificationState =
  | { status: 'unchecked' }
  /** `audience`: signatures of devices checked so far, before the first step of a large draw. */
  | { status: 'running'; steps: readonly Step[]; audience: { checked: number; total: number } | null }
  | DoneVerification
  | { status: 'unreadable'; problem: FileProblem }
  /** The proof could not be fetched, or this browser cannot run the check. */
  | { status: 'broken' };

/** The verdict with this device's own evidence. */
export function finalVerdict({ verification, contradictions }: DoneVerification): Verdict {
  return contradictions.length > 0 ? 'FAILED' : verification.verdict;
}
