/** The fair draw: commitments, beacon, drawing, proof and verifier. Pure: no I/O, no clock, no randomness of its own. */
export {
  AUDIENCE_LEAD_SECONDS,
  audienceLeaf,
  audiencePath,
  audienceRoot,
  type AudienceRow,
  seenRecord,
  verifyAudienceInclusion,
} from './audience.ts';
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
  type AdvanceFields,
  type AdvanceReason,
  advanceRecord,
  type AudienceFields,
  audienceRecord,
  type BeaconKind,
  type ChangeFields,
  changeRecord,
  type ClaimFields,
  claimRecord,
  type CloseFields,
  closeHash,
  closeRecord,
  type ExtendFields,
  extendRecord,
  type FreezeFields,
  freezeHash,
  freezeRecord,
  listHash,
  type OpenFields,
  openHash,
  openRecord,
  type ReplanFields,
  replanRecord,
  type ResultFields,
  resultRecord,
  type RevealFields,
  revealRecord,
  type VoidFields,
  voidRecord,
} from './draw-records.ts';
export { isPublicKey, signatureHolds } from './ed25519-signature.ts';
export { conclude, type DeviceCheckOutcome } from './verify/device/conclude.ts';
export { initialDeviceCheck, observe } from './verify/device/device-check.ts';
export type { DeviceCheckState } from './verify/device/device-state.ts';
export {
  type DeviceEvidence,
  type Observation,
  type ShownAdvance,
  type ShownRow,
} from './verify/device/observations.ts';
export {
  type EntryField,
  isRed,
  type PendingReason,
  type ProofMember,
  type Reason,
  reasonText,
  type RedReason,
  type YellowReason,
} from './verify/device/reasons.ts';
export { type DrawnRow, drawPrizes, nextInOrder, prizeOrder } from './draw-prizes.ts';
export {
  type CommittedEntry,
  type Contribution,
  contributionsHash,
  entriesRoot,
  entropyCommit,
  entryLeaf,
  entryOfProof,
  type EntrySource,
  type EntryState,
  inclusionPath,
  nameCommit,
  poolTotals,
  type ProofEntry,
  proofEntry,
  verifyInclusion,
} from './entry-commitments.ts';
export {
  isHash,
  isLine,
  isLongText,
  isRoomText,
  MAX_ALTERNATES,
  MAX_POOLS,
  MAX_PRIZES,
  MAX_QUANTITY,
  MAX_STAGES,
  MAX_WEIGHT,
} from './field-rules.ts';
export { MAX_FILE_BYTES, parseStrictJson, RefusedFile } from './json/strict-json.ts';
export {
  checkLogDocument,
  checkLogFile,
  LOG_FILE_FORMAT,
  type LogFile,
  type LogVerification,
} from './log/check-log-file.ts';
export { type CheckedLog, checkLog, type LogToCheck, type OnlineLogCheckName } from './log/check-log.ts';
export {
  addSignatureLines,
  type Checkpoint,
  checkpointHolds,
  checkpointText,
  type LogHead,
  logOrigin,
  noteKey,
  noteSignatureHolds,
  parseCheckpoint,
  parseSignatureLine,
  signCheckpoint,
} from './log/checkpoint.ts';
export {
  type DrawHistory,
  drawHistory,
  type DrawProgress,
  UNFINISHED_AFTER_SECONDS,
} from './log/draw-history.ts';
export { type LogRecord, type LogRecordKind, parseLogRecord, timeOfRecord } from './log/log-records.ts';
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
export { createHolders, createPrizeHolding, type Holders, type PrizeHolding } from './log/prize-holding.ts';
export {
  cosignaturesOf,
  cosignatureTime,
  formatWitnessKey,
  parseWitnessKey,
  signCosignature,
  verifyCosignature,
  type WitnessKey,
} from './log/witness.ts';
export {
  type DrawPlan,
  holdersHash,
  planHash,
  planOfProof,
  planProblem,
  type Prize,
  type ProofPlan,
  proofPlan,
} from './plan.ts';
export {
  ALGORITHM,
  type Assurance,
  type BeaconEvidence,
  buildProof,
  type DrawProof,
  honestAssurance,
  type LocatedRecord,
  type ProofInput,
  type ProofLog,
  type ProofRow,
  redactEntry,
  redactProof,
} from './proof.ts';
export { buildReceipt, keyIdOf, type Receipt, receiptRecord } from './receipt.ts';
export { MAX_ROOM_NUMBERS, roomBeaconValue, roomNumberCount } from './room.ts';
export {
  beaconKindAllowed,
  type BeaconPolicy,
  type ProofRules,
  proofRules,
  type RaffleRules,
  rulesHash,
  rulesOfProof,
} from './rules.ts';
export { clientSeed, combinedSeed, seedCommitHash } from './seeds.ts';
export { hmac, record, sha256Hex } from './text-records.ts';
export { PROOF_LOG_KINDS } from './verify/log-step.ts';
export { looksLikeProof } from './verify/parse-proof.ts';
export { type NativeEd25519, type NativeEd25519Async, webCryptoEd25519 } from './verify/native-ed25519.ts';
export {
  type AsyncVerifyOptions,
  type Note,
  readProof,
  type Step,
  STEP_NAMES,
  type StepName,
  type Verdict,
  type Verification,
  type VerifyOptions,
  verifyProof,
  verifyProofAsync,
  verifyProofBytes,
  verifyProofBytesAsync,
} from './verify/verify-proof.ts';
