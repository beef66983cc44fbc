/** What a page and its check worker say to each other. Files travel as bytes and are read in the worker, strictly. */
import type { Step, Verification } from '@glassdrum/fair-draw';
import type { EntryCheck } from '../../storage/evidence.ts';
import type { CheckedTerms, TermsInput } from './check-terms.ts';
import type { Contradiction, EvidenceToCompare } from '../proof/contradictions.ts';
import type { DeviceEvent, Judged, Subject } from '../device/device-events.ts';
import type { LogCheck, LogCheckInput } from '../installation/log-check.ts';
import type { ProofShow } from '../proof/proof-show.ts';

export interface VerifyInput {
  /** The proof file. */
  proof: Uint8Array;
  /** A receipt file; null without one. */
  receipt: Uint8Array | null;
  /** The installation's Ed25519 key, 64 hex; null when it is not known. Stored evidence of the raffle has its own. */
  receiptKey: string | null;
  /** A demonstration's chain in drand's spelling; null for the public one alone. */
  testChain: unknown;
  /** C2SP verifier keys of witnesses that the visitor trusts, and how many of them there have to be. */
  witnessKeys?: readonly string[];
  witnessQuorum?: number;
  /** Proofs of earlier draws of the raffle. */
  earlier?: readonly Uint8Array[];
}

/** What this device knows of the proof's origin beyond the file. */
export interface ProofIdentity {
  freezeHash: string;
  entryCount: number;
  winners: { prize: number; position: number; entryNumber: number; displayName: string | null }[];
  /** Unix seconds announced for the draw. */
  drawAt: number;
  /** To be watched, if the check has nothing against it. */
  show: ProofShow;
}

export interface JudgeRequest {
  kind: 'judge';
  id: number;
  checks: readonly EntryCheck[];
  /** Checks that there have to be; those that `checks` does not have begin. None: all of `checks` go on. */
  subjects: readonly Subject[];
  events: readonly DeviceEvent[];
  testChain: unknown;
}

export type CheckRequest =
  | { kind: 'verify'; input: VerifyInput; evidence: EvidenceToCompare }
  | { kind: 'terms'; input: TermsInput }
  | JudgeRequest
  | { kind: 'log'; input: LogCheckInput };

export type FileProblem = 'proof_not_json' | 'not_a_proof' | 'receipt_not_json' | 'is_a_receipt';

export type CheckReply =
  | { kind: 'step'; step: Step }
  /** Signatures of the audience, which take longest in a large draw. */
  | { kind: 'audience'; checked: number; total: number }
  | {
      kind: 'verified';
      verification: Verification;
      identity: ProofIdentity | null;
      contradictions: Contradiction[];
    }
  | { kind: 'unreadable'; problem: FileProblem }
  | { kind: 'terms-checked'; checked: CheckedTerms }
  | { kind: 'judged'; id: number; judged: Judged }
  | { kind: 'log-checked'; look: LogCheck };
