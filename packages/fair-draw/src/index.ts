/** The fair draw: commitments, beacon, shuffle, proof and verifier. Pure: no I/O, no clock, no randomness of its own. */
export {
  BEACON_LEAD_SECONDS,
  type BeaconChain,
  beaconRandomness,
  parseBeaconChain,
  QUICKNET,
  roundAt,
  roundTime,
  verifyBeaconSignature,
} from './beacon.ts';
export {
  advanceRecord,
  closeHash,
  closeRecord,
  freezeCode,
  freezeHash,
  freezeRecord,
  listHash,
  openHash,
  openRecord,
  resultRecord,
  revealRecord,
  voidRecord,
} from './draw-records.ts';
export {
  type CommittedEntry,
  type Contribution,
  contributionsHash,
  entriesRoot,
  entropyCommit,
  inclusionPath,
  nameCommit,
  ticketTotal,
  verifyInclusion,
} from './entry-commitments.ts';
export {
  ALGORITHM,
  type Assurance,
  buildProof,
  type DrawProof,
  honestAssurance,
  type ProofInput,
  type ProofRow,
  redactProof,
} from './proof.ts';
export { buildReceipt, keyIdOf, type Receipt, receiptRecord } from './receipt.ts';
export { clientSeed, combinedSeed, seedCommitHash } from './seeds.ts';
export { type DrawnRow, drawOrder } from './shuffle.ts';
export { record, sha256Hex } from './text-records.ts';
export { looksLikeProof } from './verify/parse-proof.ts';
export {
  type Step,
  STEP_NAMES,
  type StepName,
  type Verdict,
  type Verification,
  type VerifyOptions,
  verifyProof,
} from './verify/verify-proof.ts';
