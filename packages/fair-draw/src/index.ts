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
export { checkLog, type CheckedLog, type LogCheck } from './log/check-log.ts';
export {
  type Checkpoint,
  checkpointHolds,
  logOrigin,
  noteKey,
  parseCheckpoint,
  signCheckpoint,
} from './log/checkpoint.ts';
export {
  drawHistory,
  type DrawHistory,
  type DrawProgress,
  UNFINISHED_AFTER_SECONDS,
} from './log/draw-history.ts';
export { parseLogRecord } from './log/log-records.ts';
export {
  logConsistencyPath,
  logInclusionPath,
  logLeafHash,
  logRoot,
  nodesCompleted,
  nodesNeeded,
  type NodePlace,
  type NodeSource,
  verifyLogConsistency,
  verifyLogInclusion,
} from './log/log-tree.ts';
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
export { PROOF_LOG_KINDS, type ProofLog } from './verify/log-step.ts';
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
