/** What a page and its check worker say to each other. Big files travel as text and are parsed in the worker. */
import type { Step, Verification } from '@glassdrum/fair-draw';
import type { DeviceCheck, DeviceCheckInput } from './device-check.ts';
import type { LogLook, LogLookInput } from './log-look.ts';
import type { ProofShow } from './proof-show.ts';

export interface VerifyInput {
  /** The proof file's text. */
  proof: string;
  /** A receipt file's text; null without one. */
  receipt: string | null;
  /** The installation's Ed25519 key, 64 hex; null when it is not known. */
  receiptKey: string | null;
  /** A demonstration's chain in drand's spelling; null for the public one alone. */
  testChain: unknown;
}

/** What this device knows of the proof's origin beyond the file. */
export interface ProofIdentity {
  freezeHash: string;
  entryCount: number;
  winners: { position: number; entryNumber: number; displayName: string | null }[];
  /** Unix seconds announced for the draw. */
  drawAt: number;
  /** To be watched, if the check has nothing against it. */
  show: ProofShow;
}

export type CheckRequest =
  | { kind: 'verify'; input: VerifyInput }
  | { kind: 'device-check'; input: DeviceCheckInput }
  | { kind: 'log'; input: LogLookInput };

export type FileProblem = 'proof_not_json' | 'not_a_proof' | 'receipt_not_json' | 'is_a_receipt';

export type CheckReply =
  | { kind: 'step'; step: Step }
  | { kind: 'verified'; verification: Verification; identity: ProofIdentity | null }
  | { kind: 'unreadable'; problem: FileProblem }
  | { kind: 'device-checked'; check: DeviceCheck }
  | { kind: 'log-checked'; look: LogLook };
